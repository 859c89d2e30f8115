package settings_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
	"atm/internal/setup/settings"
)

// standIn creates a program named atm that runs a script.
func standIn(tb testing.TB, script string) (program string) {
	tb.Helper()
	program = tb.TempDir() + "/it's an/atm"
	if err := os.Mkdir(strings.TrimSuffix(program, "/atm"), 0o755); err != nil {
		tb.Fatal(err)
	}
	tmuxtest.WriteProgram(tb, program, "#!/bin/sh\n"+script+"\n")
	return program
}

// commandIn returns the command of the status line of settings.
func commandIn(tb testing.TB, text []byte) string {
	tb.Helper()
	var value struct{ StatusLine struct{ Command string } }
	if err := json.Unmarshal(text, &value); err != nil {
		tb.Fatalf("%v in %s", err, text)
	}
	return value.StatusLine.Command
}

// TestSameOutput: a wrapped command has the same output and exit status as before.
func TestSameOutput(t *testing.T) {
	t.Parallel()
	program := standIn(t, `shift 2; exec "$@"`)
	run := func(command string) string {
		cmd := exec.Command("/bin/sh", "-c", command)
		cmd.Stdin = strings.NewReader(`{"model": "x"}`)
		cmd.Env = []string{"HOME=/home/u", "PATH=" + os.Getenv("PATH"), "X=a  b"}
		out, err := cmd.CombinedOutput()
		if err != nil {
			return string(out) + err.Error()
		}
		return string(out)
	}
	for _, command := range []string{
		"cat", "", " ", "cat | tr m '\\'' | wc -c", `echo "$X" $X ~ '$X' "it's" it\'s`, "echo $0 $#",
		"cat; exit 3", "printf '\\033[31m%s\\n%s' é \"$(cat)\"", "echo a\necho b # '\n", "no-such-program",
		`echo 'it'"'"'s'`, "if true; then echo a; fi", "x=1; echo $x; echo '",
		"cat <<'END'\n$X 'y'\nEND\n", "! true", "{ echo a; } 2>&1", "-x", "-- echo",
	} {
		text, err := json.Marshal(map[string]any{"statusLine": map[string]string{
			"type": "command", "command": command,
		}})
		if err != nil {
			t.Fatal(err)
		}
		wanted := settings.Wanted{StatusLine: settings.Wrap, Hook: settings.Hook{Program: program}}
		wrapped, err := settings.Install(text, wanted)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(run(command), run(commandIn(t, wrapped))); diff != "" {
			t.Errorf("%q, wrapped as %s (-alone +wrapped):\n%s", command, wrapped, diff)
		}
	}
}

// FuzzWrap: any command is wrapped only once and restored to the byte, and a shell passes atm exactly the
// command that it would have run itself. The commands are not run.
func FuzzWrap(f *testing.F) {
	for _, command := range []string{
		"", "a", "'", `\u0027`, `\\u0027`, `'\\''`, `\"'\"`, `\\`, `a \\\n b`, `\ud83d\ude00'`,
		`\ud83d\ud83d\u0027`, "é'\u2028", `~/x | y $Z`, "atm statusline", "x; atm statusline",
		"atm statusline -- sh -c 'a'",
		"atm statusline -- sh -c \\\"a 'b'\\\"", "atm statusline -- atm statusline -- a", `\/\b\f\n\r\t'`,
	} {
		f.Add(command)
	}
	program := standIn(f, `printf '%s\0' "$@"`)
	f.Fuzz(func(t *testing.T, command string) {
		text := []byte(status(command))
		wanted := settings.Wanted{StatusLine: settings.Wrap, Hook: settings.Hook{Program: program}}
		facts, err := settings.Read(text)
		if err != nil || facts.Ignored {
			return
		}
		wrapped, err := settings.Install(text, wanted)
		if err != nil {
			t.Fatal(err)
		}
		invertible(t, text, wanted)
		original := commandIn(t, text)
		if facts.StatusLine.Use != settings.ForeignStatusLine || strings.Contains(original, "\x00") {
			return
		}
		out, err := exec.Command("/bin/sh", "-c", commandIn(t, wrapped)).Output()
		want := strings.Join([]string{"statusline", "--", "/bin/sh", "-c", original, ""}, "\x00")
		if err != nil || string(out) != want {
			t.Errorf("%v, atm is told %q, want %q", err, out, want)
		}
	})
}
