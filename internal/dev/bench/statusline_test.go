package bench

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
)

// statusJSON is what Claude Code gives to a status line, with so many cents.
func statusJSON(cents int) string {
	return fmt.Sprintf(
		`{"session_id":"s","transcript_path":"/home/dev/.claude/projects/-home-dev/s.jsonl","cwd":"/home/dev/proj",
"model":{"id":"claude-opus-5-5","display_name":"Opus 5.5"},"effort":{"level":"medium"},
"workspace":{"current_dir":"/home/dev/proj","project_dir":"/home/dev/proj","added_dirs":[]},"version":"2.1.329",
"output_style":{"name":"default"},"cost":{"total_cost_usd":%d.%02d,"total_duration_ms":9119},
"context_window":{"total_input_tokens":60503,"total_output_tokens":77,"context_window_size":1000000,
"current_usage":{"input_tokens":100,"output_tokens":77,"cache_creation_input_tokens":403,
"cache_read_input_tokens":60000},"used_percentage":6,"remaining_percentage":94}}
`, cents/100, cents%100)
}

// registry returns a Claude home that has an entry of this process, as of a Claude Code
// that is idle.
func (s *server) registry() (home string, err error) {
	home = filepath.Join(s.scratch, "status-line")
	if err := os.MkdirAll(filepath.Join(home, "sessions"), 0o755); err != nil {
		return "", err
	}
	entry := fmt.Sprintf(`{"pid":%d,"sessionId":"s","cwd":"/","entrypoint":"cli","status":"idle"}`, os.Getpid())
	name := filepath.Join(home, "sessions", strconv.Itoa(os.Getpid())+".json")
	return home, os.WriteFile(name, []byte(entry), 0o600)
}

// statusLines measures the status line: with nothing new in one pane, and something new
// each time in another one; and what it adds to a command of the user's.
func statusLines(s *server) error {
	home, err := s.registry()
	if err != nil {
		return err
	}
	another, err := s.tmux("new-window", "-d", "-P", "-F", "#{pane_id}", "sleep 10000")
	if err != nil {
		return err
	}
	at := func(pane string, c candidate) candidate {
		prepare := c.make
		c.make = func() *exec.Cmd {
			cmd := prepare()
			cmd.Env = append(cmd.Env, "TMUX_PANE="+pane, "CLAUDE_CONFIG_DIR="+home)
			return cmd
		}
		return c
	}
	for _, pane := range []string{"%0", another} {
		begin := at(pane, s.atm(`{"hook_event_name":"SessionStart","source":"startup","session_id":"s"}`, "hook"))
		if _, _, err := begin.run(); err != nil {
			return err
		}
	}
	cents := 0
	same, news := at("%0", s.atm(statusJSON(0), "statusline")), at(another, s.atm("", "statusline"))
	same.name, news.name = "atm statusline, nothing new", "atm statusline, something new each time"
	news.next = func() string { cents++; return statusJSON(cents) }
	err = s.within("A status line without a command", 300, s.bare(), limited{same, 1.2}, limited{news, 1.2})
	if err != nil {
		return err
	}
	plain := candidate{name: "true", make: func() *exec.Cmd { return s.command("true") }, stdin: statusJSON(0)}
	wrapped := at("%0", s.atm(statusJSON(0), "statusline", "--", "true"))
	wrapped.name = "atm statusline -- true"
	results, err := measure(300, plain, wrapped)
	if err != nil {
		return err
	}
	table("A status line with a command", []candidate{plain, wrapped}, results)
	difference := results[1].median() - results[0].median()
	s.budgets.check("what a status line adds to its command", ms(difference), 5, "ms")
	return nil
}
