package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"atm/internal/dev/tmuxtest"
	"atm/internal/sys/proc"
	"atm/pathcodec"
)

// TestMain makes the test binary the cld of all scripts and child processes, and
// the claude that it becomes.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"cld": func() {
			tmuxtest.LeaveTerminal()
			main()
		},
		"claude": fakeClaude,
	})
}

// fakeClaude prints what it was given, and ends as it is told to.
func fakeClaude() {
	dir, err := os.Getwd()
	if err != nil {
		fmt.Println(err)
	}
	for _, arg := range os.Args[1:] {
		fmt.Printf("arg %q\n", arg)
	}
	fmt.Printf("dir %q\nPWD %q\npid %d\n", dir, os.Getenv("PWD"), os.Getpid())
	if os.Getenv("FAKE_WAITS") != "" {
		hangUp := make(chan os.Signal, 1)
		signal.Notify(hangUp, syscall.SIGHUP)
		fmt.Println("waits")
		<-hangUp
		fmt.Println("hung up")
	}
	code, _ := strconv.Atoi(os.Getenv("FAKE_EXIT")) // unset means 0
	os.Exit(code)
}

// TestScripts runs the scripts. They have a home of their own, with .claude in
// it, and know further
//
//	transcript ID DIR [TITLE]  writes the transcript of a session
//	register ID PANE [KEY=VALUE...]  enters the process of a pane into the registry
//	attach  attaches a terminal to the tmux server
//	hostile  fills the home with what nobody should trust
func TestScripts(t *testing.T) {
	t.Parallel()
	tmuxtest.Scripts(t, testscript.Params{
		Dir: "../../testdata/script-cld",
		Setup: func(env *testscript.Env) error {
			work, err := filepath.EvalSymlinks(env.WorkDir)
			if err != nil {
				return err
			}
			env.Setenv("HOME", filepath.Join(work, "home"))
			env.Setenv("P", work)
			return os.MkdirAll(filepath.Join(work, "home/.claude/projects"), 0o755)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"transcript": transcript, "register": register, "attach": attach, "hostile": hostile,
		},
	})
}

// transcript writes a transcript as Claude Code does. Each one is a minute older than
// the one before.
func transcript(ts *testscript.TestScript, _ bool, args []string) {
	id, dir := args[0], args[1]
	projects := filepath.Join(ts.Getenv("HOME"), ".claude/projects")
	written, err := filepath.Glob(projects + "/*/*.jsonl")
	ts.Check(err)
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC).Add(-time.Duration(len(written)) * time.Minute)
	lines := []any{
		map[string]any{"type": "mode", "mode": "normal", "sessionId": id},
		map[string]any{
			"type": "user", "cwd": dir, "sessionId": id, "gitBranch": "main", "timestamp": at,
			"isSidechain": false,
			"message":     map[string]string{"role": "user", "content": "prompt of " + id[:4]},
		},
	}
	if len(args) > 2 {
		lines = append(lines, map[string]string{"type": "custom-title", "customTitle": args[2],
			"sessionId": id})
	}
	var text strings.Builder
	for _, line := range lines {
		ts.Check(json.NewEncoder(&text).Encode(line))
	}
	file := filepath.Join(projects, pathcodec.Encode(dir), id+".jsonl")
	ts.Check(os.MkdirAll(filepath.Dir(file), 0o755))
	ts.Check(os.WriteFile(file, []byte(text.String()), 0o644))
	ts.Check(os.Chtimes(file, at, at))
}

// register enters the process of a pane into the registry, as the claude of a session.
func register(ts *testscript.TestScript, _ bool, args []string) {
	tmux := ts.Value("tmux").(*tmuxtest.Server)
	pid, err := strconv.Atoi(tmux.Tmux("display-message", "-p", "-t", args[1], "#{pane_pid}"))
	ts.Check(err)
	start, err := proc.Start(pid)
	ts.Check(err)
	entry := map[string]any{
		"pid": pid, "sessionId": args[0], "procStart": start,
		"kind": "interactive", "entrypoint": "cli", "status": "idle",
	}
	for _, kv := range args[2:] {
		key, value, _ := strings.Cut(kv, "=")
		entry[key] = value
		if value == "true" {
			entry[key] = true
		}
	}
	text, err := json.Marshal(entry)
	ts.Check(err)
	dir := filepath.Join(ts.Getenv("HOME"), ".claude/sessions")
	ts.Check(os.MkdirAll(dir, 0o755))
	ts.Check(os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.json", pid)), text, 0o644))
	ts.Setenv("PROCESS", strconv.Itoa(pid))
}

// attach attaches a person's terminal to the script's tmux server.
func attach(ts *testscript.TestScript, _ bool, _ []string) {
	ts.Value("tmux").(*tmuxtest.Server).Attach()
}
