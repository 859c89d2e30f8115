package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"atm/internal/dev/tmuxtest"
)

// TestMain makes the test binary the atm of all scripts and child processes.
func TestMain(m *testing.M) {
	atm := func() {
		tmuxtest.LeaveTerminal()
		main()
	}
	if isTest := filepath.Ext(os.Args[0]) == ".test"; isTest && signal.Ignored(syscall.SIGHUP) { // as by nohup
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP) // what the tests start obeys it
	}
	testscript.Main(m, map[string]func(){
		"atm": atm, "my-atm": atm,
		"claude": fakeClaude,

		"osascript": recordCall, "terminal-notifier": recordCall, "notify-send": recordCall, "curl": recordCall,
		"xdotool": recordCall,
	})
}

// fakeClaude says which version it is, as the client does.
func fakeClaude() {
	if version := os.Getenv("FAKE_VERSION"); version != "" {
		fmt.Println(version + " (Claude Code)")
		return
	}
	os.Exit(1)
}

// recordCall stands for a program that notifies somebody: it writes down its arguments, and says what was clicked.
func recordCall() {
	if slices.Equal(os.Args[1:], []string{"--version"}) {
		return
	}
	fmt.Println(os.Getenv("CLICKED"))
	file, err := os.OpenFile(os.Getenv("CALLS"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err == nil {
		err = json.NewEncoder(file).Encode(append([]string{filepath.Base(os.Args[0])}, os.Args[1:]...))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// TestScripts runs the scripts. Beyond the commands of tmuxtest they know
//
//	client STATUS [odd]          the process of pane %0 says that in the registry, or odd things
//	poll REGEXP PROGRAM ARGS...  runs a program again and again until its output matches
func TestScripts(t *testing.T) {
	t.Parallel()
	tmuxtest.Scripts(t, testscript.Params{
		Dir:  "../../testdata/script",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"client": registryOf, "poll": poll},
	})
}

func registryOf(ts *testscript.TestScript, _ bool, args []string) {
	pid, err := strconv.Atoi(ts.Value("tmux").(*tmuxtest.Server).Tmux("display-message", "-p", "-t", "%0",
		"#{pane_pid}"))
	ts.Check(err)
	odd := ""
	if len(args) > 1 {
		odd = `,"sessionId":"#(touch pwned)","cwd":7,"version":"\u001b[31m#(touch ` +
			`pwned)","statusUpdatedAt":"x","updatedAt":[],"startedAt":{}`
	}
	ts.Check(writeEntry(ts.Getenv("CLAUDE_CONFIG_DIR"), pid, args[0], odd))
}

func poll(ts *testscript.TestScript, _ bool, args []string) {
	want := regexp.MustCompile("(?m)" + args[0])
	ts.Value("tmux").(*tmuxtest.Server).Until(fmt.Sprintf("%q prints %q", args[1:], args[0]), func() bool {
		ts.Check(ts.Exec(args[1], args[2:]...))
		return want.MatchString(ts.ReadFile("stdout"))
	})
}

// program returns a path of atm that a server can start: the test binary is atm if it
// is called so.
func program(tb testing.TB) string {
	tb.Helper()
	self, err := os.Executable()
	if err != nil {
		tb.Fatal(err)
	}
	link := tmuxtest.Dir(tb) + "/atm"
	if err := os.Symlink(self, link); err != nil {
		tb.Fatal(err)
	}
	return link
}

// fire feeds a payload to atm hook in a pane. It fails the test unless the hook
// keeps its promise: exit status 0, and not a byte of output.
func fire(tb testing.TB, s *tmuxtest.Server, pane, payload string, env ...string) {
	tb.Helper()
	feed(tb, s, pane, "hook", payload, env...)
}

// feed is fire for any command that Claude Code runs.
func feed(tb testing.TB, s *tmuxtest.Server, pane, command, payload string, env ...string) {
	tb.Helper()
	cmd := exec.Command("atm", command)
	cmd.Env = append(s.Env(pane), env...)
	cmd.Stdin = strings.NewReader(payload)
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		tb.Errorf("atm %s < %.200s: %v, output %q", command, payload, err, out)
	}
}

// runInPane is atm without a process of its own, for tests that run hundreds of commands: with
// the race detector a process takes long to start.
func runInPane(tb testing.TB, s *tmuxtest.Server, pane, stdin string, args ...string) string {
	tb.Helper()
	env := map[string]string{}
	for _, variable := range s.Env(pane) {
		name, value, _ := strings.Cut(variable, "=")
		env[name] = value
	}
	var stdout, stderr strings.Builder
	getenv := func(name string) string { return env[name] }
	if code := run(args, getenv, time.Now, strings.NewReader(stdin), &stdout, &stderr); code != 0 || stderr.Len() > 0 {
		tb.Errorf("atm %q < %.200s: exit status %d, %s", args, stdin, code, &stderr)
	}
	return strings.TrimSuffix(stdout.String(), "\n")
}

// atm runs a command in a pane and returns what it printed.
func atm(tb testing.TB, s *tmuxtest.Server, pane string, args ...string) string {
	tb.Helper()
	cmd := exec.Command("atm", args...)
	cmd.Env = s.Env(pane)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		tb.Errorf("atm %q: %v", args, err)
	}
	return strings.TrimSuffix(string(out), "\n")
}
