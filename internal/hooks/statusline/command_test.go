package statusline_test

import (
	"atm/internal/dev/tmuxtest"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestCommand: with and without us, a command of the user's prints the same, and ends in
// the same way; and nothing of ours is left.
func TestCommand(t *testing.T) {
	t.Parallel()
	s := start(t)
	long := `{"x":"` + strings.Repeat("x", 300<<10) + `"}`
	for _, tt := range []struct{ name, command, stdin string }{
		{"passes it on", "cat", status(1)},
		{"slow", "sleep 2; cat", status(2)},
		{"failing", "cat; echo no >&2; exit 7", status(3)},
		{"forty lines", "seq 40", status(4)},
		{"colours and bytes that are no text", `printf '\033[31m\000\377\n'; cat`, status(5) + "\x00\xff\x1b"},
		{"ends by a signal", "cat; kill -TERM $$", status(6)},
		{"ends by one that it cannot handle", "kill -KILL $$", status(7)},
		{"leaves a process in the background", "sleep 0.3 >/dev/null 2>&1 & cat", status(8)},
		{"reads nothing", "exit 3", status(9)},
		{"reads nothing of much", "exit 3", long},
		{"reads nothing for long", "sleep 0.5; cksum", strings.Repeat(long, 20)},
		{"reads a part", "head -c 7", long},
		{"closes its input", "exec <&-; sleep 0.1; echo closed", long},
		{"gets much", "cksum", strings.Repeat("x", 20<<20)},
		{"gets nothing", "cksum", ""},
		{"gets what is no JSON", "cat", "hello\n"},
		{"gets half of it", "cat", `{"session_id":"s"`},
		{"gets two of them", "cat", status(10) + status(11)},
		{"pipes and quotes", `tr a-z A-Z | sed "s/S/'&'/g"`, status(12)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			alone := newRun(t, s, strings.NewReader(tt.stdin), "sh", "-c", tt.command).starts()
			ours := newRun(t, s, strings.NewReader(tt.stdin), "atm", "statusline", "--", "sh", "-c", tt.command).starts()
			if diff := cmp.Diff(alone.ends(), ours.ends()); diff != "" {
				t.Errorf("the end (-alone +with us):\n%s", diff)
			}
			if alone.stdout.String() != ours.stdout.String() {
				t.Errorf("alone it prints %.200q, with us %.200q", &alone.stdout, &ours.stdout)
			}
			if diff := cmp.Diff(alone.stderr.String(), ours.stderr.String()); diff != "" {
				t.Errorf("standard error (-alone +with us):\n%s", diff)
			}
			ours.leavesNothing(s)
		})
	}
}

// TestInheritance: nothing of ours is in the process that becomes the command.
func TestInheritance(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("looks into /proc")
	}
	s := start(t)
	for _, tt := range []struct{ name, command string }{
		{"environment", "env | grep -v -e ^_= -e ^ATM_TEST_MARK="},
		{"file descriptors", "ls -1 /proc/self/fd"},
		{"the flags of standard input", "grep flags: /proc/self/fdinfo/0"},
		{"limits", "ulimit -a; ulimit -Sn; ulimit -Hn; umask"},
		{"signals", "grep ^Sig[BCI] /proc/self/status"},
		{"the working directory", "pwd"},
		{"the process group", "test $(ps -o pgid= -p $$) = $$; echo $?"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			alone := newRun(t, s, strings.NewReader(""), "sh", "-c", tt.command).starts()
			ours := newRun(t, s, strings.NewReader(""), "atm", "statusline", "--", "sh", "-c", tt.command).starts()
			alone.ends()
			ours.ends()
			if diff := cmp.Diff(alone.stdout.String(), ours.stdout.String()); diff != "" || alone.stdout.Len() == 0 {
				t.Errorf("(-alone +with us):\n%s", diff)
			}
		})
	}
}

// TestSearch: a command is found, or not, as by a shell.
func TestSearch(t *testing.T) {
	t.Parallel()
	s := start(t)
	dir := t.TempDir()
	write := func(name, text string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	script := write("bare", "echo bare $1", 0o755)
	write("first/tool", "not to be run", 0o644)
	write("second/tool", "#!/bin/sh\necho tool", 0o755)
	plain := write("plain", "", 0o644)
	path := "PATH=" + filepath.Join(dir, "first") + ":" + filepath.Join(dir, "second") + ":" + os.Getenv("PATH")
	for _, tt := range []struct {
		name, command string
		stdout, end   string
	}{
		{"a script without an interpreter", script, "bare x\n", "exit status 0"},
		{"a file before it that cannot be run", "tool", "tool\n", "exit status 0"},
		{"one that is not there", "atm-no-such-command", "", "exit status 127"},
		{"a path that is not there", "./atm/no/such", "", "exit status 127"},
		{"one that cannot be run", plain, "", "exit status 126"},
		{"a directory", dir, "", "exit status 126"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := newRun(t, s, strings.NewReader(status(1)), "atm", "statusline", "--", tt.command, "x")
			r.Env = append(r.Env, path)
			end := r.starts().ends()
			got := []string{r.stdout.String(), end}
			if diff := cmp.Diff([]string{tt.stdout, tt.end}, got); diff != "" {
				t.Errorf("(-want +got):\n%s\nstandard error %q", diff, &r.stderr)
			}
			r.leavesNothing(s)
		})
	}
}

// TestKilled: Claude Code ends a status line by a signal to its process group, and us
// with it.
func TestKilled(t *testing.T) {
	t.Parallel()
	s := start(t)
	for _, tt := range []struct {
		name, command string
		signal        syscall.Signal
	}{
		{"a command that hangs", "sleep 1000", syscall.SIGTERM},
		{"a command that does not read", "sleep 1000 </dev/null", syscall.SIGTERM},
		{"a command that ignores the signal", "trap '' TERM; sleep 1000", syscall.SIGKILL},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := newRun(t, s, open(t, `{"half":`), "atm", "statusline", "--", "sh", "-c", tt.command+"; :").starts()
			s.Until("the command runs, and the updater", func() bool { return len(marked(t, r.mark)) >= 3 })
			if err := syscall.Kill(-r.Process.Pid, tt.signal); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff("signal: "+tt.signal.String(), r.ends()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			r.leavesNothing(s)
		})
	}
}

// TestOpenInput: an input that is never closed holds up nobody, and the pane is told as
// soon as the object is complete.
func TestOpenInput(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, text, command, stdout string }{
		{"a command that reads a part", status(20), "head -c 3", `{"s`},
		{"a command that reads nothing", status(20), "echo done", "done\n"},
		{"a command that has ended before half of it has come", `{"half":`, "echo done", "done\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := start(t)
			r := newRun(t, s, open(t, tt.text), "atm", "statusline", "--", "sh", "-c", tt.command).starts()
			r.ends()
			if diff := cmp.Diff(tt.stdout, r.stdout.String()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			r.leavesNothing(s)
			want := ""
			if tt.text == status(20) {
				want = "0.20"
			}
			if diff := cmp.Diff(want, cost(s)); diff != "" {
				t.Errorf("cost (-want +got):\n%s", diff)
			}
		})
	}
}

// TestToldMeanwhile: the pane is told while the command goes on, and reads nothing.
func TestToldMeanwhile(t *testing.T) {
	t.Parallel()
	s := start(t)
	text := status(30) + strings.Repeat("x", 300<<10)
	r := newRun(t, s, strings.NewReader(text), "atm", "statusline", "--", "sleep", "1000").starts()
	s.Until("the pane is told", func() bool { return cost(s) == "0.30" })
	if err := syscall.Kill(r.Process.Pid, syscall.SIGTERM); err != nil { // the command alone
		t.Fatal(err)
	}
	r.ends()
	r.leavesNothing(s)
}

// TestServerHangs: a server that hangs does not hold up a command, and leaves nothing
// behind; with and without a command it takes no longer than tmux is given.
func TestServerHangs(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.Suspend()
	// The smallest of some differences, because of a busy machine; a hook gives tmux 1.8 s.
	const limit = 1500 * time.Millisecond // tmux is given 500 ms, twice
	longer := time.Hour
	for try := 0; try < 10 && longer > limit; try++ {
		without := bothRun(t, s, "TMUX=")
		longer = min(longer, bothRun(t, s)-without)
	}
	if longer > limit {
		t.Errorf("with a server that hangs both together took %v longer than without tmux", longer)
	}
}

// bothRun runs a status line with a command and one without, and returns how long both took.
func bothRun(t *testing.T, s *tmuxtest.Server, env ...string) time.Duration {
	t.Helper()
	begin := time.Now()
	r := newRun(t, s, strings.NewReader(status(1)), "atm", "statusline", "--", "echo", "done")
	r.Env = append(r.Env, env...)
	r.starts()
	if end := r.ends(); end != "exit status 0" || r.stdout.String() != "done\n" {
		t.Errorf("%s, output %q", end, &r.stdout)
	}
	r.leavesNothing(s)
	bare := newRun(t, s, strings.NewReader(status(1)), "atm", "statusline")
	bare.Env = append(bare.Env, env...)
	bare.starts()
	if end := bare.ends(); end != "exit status 0" || bare.stdout.Len()+bare.stderr.Len() > 0 {
		t.Errorf("%s, output %q, %q", end, &bare.stdout, &bare.stderr)
	}
	return time.Since(begin)
}

// open returns a pipe with that text in it, whose other end stays open.
func open(t *testing.T, text string) io.Reader {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close(); w.Close() })
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	return r
}
