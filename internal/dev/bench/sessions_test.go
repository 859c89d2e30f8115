package bench

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"atm/pathcodec"
)

// cld prepares cld with a Claude home.
func (s *server) cld(name, home string, args ...string) candidate {
	return candidate{name: name, make: func() *exec.Cmd {
		cmd := s.command(filepath.Join(s.bin, "cld"), args...)
		cmd.Env = append(cmd.Env, "CLAUDE_CONFIG_DIR="+home)
		return cmd
	}}
}

// listed prints a table of candidates that are not compared with each other.
func listed(title string, rounds int, candidates ...candidate) ([]result, error) {
	results, err := measure(rounds, candidates...)
	if err != nil {
		return nil, err
	}
	fmt.Printf("\n%s (%d runs each)\n", title, rounds)
	for i, r := range results {
		line(candidates[i].name, r, fmt.Sprintf("peak %.1f MiB", float64(r.rss)/1024))
	}
	return results, nil
}

// uuid returns the nth id: ids differ in their first 8 characters.
func uuid(n int) string {
	return fmt.Sprintf("%08x-1111-4111-8111-111111111111", n*0x9e3779b1&0xffffffff)
}

// transcripts measures the search among 5,000 transcripts of 400 kB each.
func transcripts(s *server) error {
	const count, projects, size = 5000, 100, 400 << 10
	home := filepath.Join(s.scratch, "claude")
	for i := range count {
		dir := filepath.Join(s.scratch, "projects", fmt.Sprintf("project-%d", i%projects))
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		if err := transcript(home, dir, uuid(i), fmt.Sprintf("Task number %d", i), size); err != nil {
			return err
		}
	}
	results, err := listed("Among 5,000 transcripts of 2 GB", 50, s.empty(),
		s.cld("cld resume -y --print PREFIX", home, "resume", "-y", "--print", uuid(4321)[:8]),
		s.cld("cld where PREFIX", home, "where", uuid(1234)[:8]),
		s.cld("cld sessions", home, "sessions"))
	if err != nil {
		return err
	}
	difference := results[1].median() - results[0].median()
	s.budgets.check("cld resume PREFIX, beyond an empty Go program", ms(difference), 20, "ms")
	s.budgets.check("memory for it", float64(results[1].rss)/1024, 50, "MiB")
	_, err = listed("The same, all of them read", 5,
		s.cld("cld where TITLE", home, "where", "Task number 4321"),
		s.cld("cld sessions --all --json", home, "sessions", "--all", "--json"))
	return err
}

// transcript writes one with messages in its first and last 60 kB; nobody reads
// what is between them, and the disk need not hold it.
func transcript(home, dir, id, title string, size int64) error {
	name := filepath.Join(home, "projects", pathcodec.Encode(dir), id+".jsonl")
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	message := fmt.Sprintf(
		`{"parentUuid":null,"isSidechain":false,"type":"user","message":{"role":"user","content":"%s"},"timestamp":"2026-01-02T03:04:05.678Z","cwd":%q,"sessionId":%q,"gitBranch":"main","version":"2.1.329"}`+
			"\n",
		strings.Repeat("some words ", 100), dir, id)
	end := strings.Repeat(message, 60_000/len(message))
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	defer file.Close()
	if _, err := file.WriteString(end); err != nil {
		return err
	}
	tail := "\n" + end + fmt.Sprintf(`{"type":"custom-title","customTitle":%q,"sessionId":%q}`+"\n", title,
		id)
	_, err = file.WriteAt([]byte(tail), size-int64(len(tail)))
	return err
}

// decode measures the search for the directory that a name stands for: six
// levels of 10,000 siblings each, and a transcript that does not tell.
func decode(s *server) error {
	dir, err := filepath.EvalSymlinks(s.scratch)
	if err != nil {
		return err
	}
	dir = filepath.Join(dir, "tree")
	for range 6 {
		for i := range 10_000 {
			if err := os.MkdirAll(filepath.Join(dir, fmt.Sprintf("project-%05d", i)), 0o755); err != nil {
				return err
			}
		}
		dir = filepath.Join(dir, "project-00007_work")
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	home := filepath.Join(s.scratch, "decode")
	project := filepath.Join(home, "projects", pathcodec.Encode(dir))
	if err := os.MkdirAll(project, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(project, uuid(1)+".jsonl"), nil, 0o644); err != nil {
		return err
	}
	results, err := listed("Six levels of 10,000 siblings", 20,
		s.cld("cld where, by the name of the project alone", home, "where", uuid(1)))
	if err == nil {
		s.duration("a directory among six levels of 10,000", results[0], 100*time.Millisecond)
	}
	return err
}
