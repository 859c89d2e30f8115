package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"

	"atm/pathcodec"
)

// rest is what stands after the first eight digits of each id.
const rest = "-1111-4111-8111-111111111111"

// hostile fills the home with transcripts that somebody wrote who means no good, or
// whose disk was full. The directories that the good ones name are made.
func hostile(ts *testscript.TestScript, _ bool, _ []string) {
	work := ts.Getenv("P")
	projects := filepath.Join(ts.Getenv("HOME"), ".claude/projects")
	dirs := map[string]string{
		"10000000": "a b/q'uote",
		"20000000": "new\nline",
		"30000000": "é-日本-🎉dir",
		"40000000": "$!@#%^&*()--helloworld!+5_4<>x?.foo",
		"50000000": strings.Repeat("0", 120) + "/" + strings.Repeat("0", 119) + "1",
		"60000000": "-rf",
		"70000000": "a b/q'uote",
	}
	for id, dir := range dirs {
		if id == "70000000" {
			continue
		}
		ts.Check(os.MkdirAll(filepath.Join(work, dir), 0o755))
		transcript(ts, false, []string{id + rest, filepath.Join(work, dir)})
	}
	quote := filepath.Join(work, "a b/q'uote")
	project := filepath.Join(projects, pathcodec.Encode(quote))
	write := func(path, text string) {
		ts.Check(os.MkdirAll(filepath.Dir(path), 0o755))
		ts.Check(os.WriteFile(path, []byte(text), 0o644))
	}
	message := `{"type":"user","isSidechain":false,"cwd":"` + quote + `","message":{"content":"`
	write(project+"/70000000"+rest+".jsonl", strings.Join([]string{
		`{"cwd":7,"type":["user"],"message":"x","isSidechain":"no","gitBranch":{},"timestamp":1}`,
		`[]`,
		`"x"`,
		`null`,
		message + `hello"}}`,
		`{"type":"custom-title","customTitle":["x"]}`,
		`{"type":"relocated","relocatedCwd":"../../x"}`,
		`{"type":"worktree-state","worktreeSession":"x"}`,
		`{"type":"custom-title","customT`,
	}, "\n"))
	write(project+"/80000000"+rest+".jsonl", `{"type":"user","isSidechain":true,"cwd":"`+quote+`"}`+"\n")
	write(project+"/a0000000"+rest+".jsonl", "")
	write(project+"/b0000000"+rest+".jsonl", "\x00\xff\n{\"cwd\"")
	write(project+"/c0000000"+rest+".jsonl", message+strings.Repeat("x", 10<<20)+`"}}`+"\n")
	write(project+"/e0000000"+rest+".jsonl", message+`title\u001b]0;owned\u0007\nnext"}}`+"\n")

	// None of these is a session.
	outside := filepath.Join(work, "outside")
	write(outside+"/99000000"+rest+".jsonl", message+`outside"}}`+"\n")
	write(outside+".jsonl", message+`outside"}}`+"\n")
	write(project+"/..99.jsonl", message+`outside"}}`+"\n")
	ts.Check(os.Symlink(outside, projects+"/-outside"))
	ts.Check(os.Symlink(outside+"/99000000"+rest+".jsonl", project+"/99110000"+rest+".jsonl"))
	ts.Check(os.Mkdir(project+"/99220000"+rest+".jsonl", 0o755))
	ts.Check(syscall.Mkfifo(project+"/99330000"+rest+".jsonl", 0o600))
	ts.Check(os.Symlink(projects, projects+"/-loop"))
	hostileRegistry(ts, write)
}

// hostileRegistry writes entries of which none is that of a process that runs.
func hostileRegistry(ts *testscript.TestScript, write func(path, text string)) {
	sessions := filepath.Join(ts.Getenv("HOME"), ".claude/sessions")
	write(sessions+"/1.json", `{"pid": "one", "sessionId": 7}`)
	write(sessions+"/2.json", `{"pid": 2, "sess`)
	write(sessions+"/x.json", `[`)
	write(sessions+"/3.json", `{"pid": 4, "sessionId": "10000000`+rest+`"}`)
	ts.Check(syscall.Mkfifo(sessions+"/5.json", 0o600))
}
