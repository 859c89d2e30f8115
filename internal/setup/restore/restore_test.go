package restore_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/internal/setup/restore"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

const (
	id    = "23e30f82-1111-4111-8111-111111111111"
	other = "33e30f82-1111-4111-8111-111111111111"
)

// place is a pane of a session in window @1, whose index is 2.
func place(session, pane, index string) tmux.Place {
	return tmux.Place{
		Pane: pane, Index: index, Dir: "/dir", Window: "@1", WindowIndex: "2", Layout: "b25d,80x24,0,0,1",
		CurrentWindow: true, Session: session, Width: "80", Height: "24",
	}
}

func isChosen(home string) bool { return home != "/h" }

// running is a pane in which a session runs; kv are names of options and values.
func running(pane, id string, kv ...string) tmux.Pane {
	o := tmuxopt.Options{tmuxopt.SessionID: id, tmuxopt.State: "idle"}
	for i := 0; i < len(kv); i += 2 {
		o[tmuxopt.Option(tmuxopt.Prefix+kv[i])] = kv[i+1]
	}
	return tmux.Pane{ID: pane, Options: o}
}

// TestArrange: which sessions can be resumed, and which cannot.
func TestArrange(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		pane tmux.Pane
		want string
	}{
		{name: "a session", pane: running("%1", id), want: id},
		{name: "one that has ended", pane: running("%1", id, "state", "")},
		{name: "one that starts again", pane: running("%1", id, "state", "starting"), want: id},
		{name: "another one starts, whose id is not known yet",
			pane: running("%1", id, "state", "starting", "session_id_set_on", "Stop")},
		{name: "one on another host", pane: running("%1", id, "gate", "7-1")},
		{name: "another program", pane: running("%1", id, "agent", "codex")},
		{name: "an id that somebody has made up", pane: running("%1", "x; touch pwned")},
		{name: "one that goes on in the background under an id without a transcript",
			pane: running("%1", id, "transcript_path", "/h/projects/-d/"+other+".jsonl"), want: other},
		{name: "another pane", pane: running("%11", id)},
	} {
		sessions := restore.Arrange([]tmux.Place{place("main", "%1", "0")}, []tmux.Pane{tt.pane}, isChosen)
		if got := sessions[0].Windows[0].Panes[0].ID; got != tt.want {
			t.Errorf("%s: resumes %q, not %q", tt.name, got, tt.want)
		}
	}
}

// scriptOf returns the script for a window with that pane.
func scriptOf(pane tmux.Pane) string {
	sessions := restore.Arrange([]tmux.Place{place("main", "%1", "0")}, []tmux.Pane{pane}, isChosen)
	return restore.Script(sessions, nil, "cld", "today")
}

// TestScriptForks: a fork without a prompt of its own has no transcript, so its origin is forked again.
func TestScriptForks(t *testing.T) {
	t.Parallel()
	fork := running("%1", id, "forked_from", other, "transcript_path", "/none/projects/-d/"+id+".jsonl")
	script := scriptOf(fork)
	if want := "  resume --force " + other + " -- --fork-session\n"; !strings.Contains(script, want) {
		t.Errorf("no line %q in\n%s", want, script)
	}
}

// TestScriptStartedIn: the pane gets back where its session was last started, so that cld resumes it there, also if its
// first directory is gone.
func TestScriptStartedIn(t *testing.T) {
	t.Parallel()
	moved := running("%1", id, "session_dir", "/a b")
	script := scriptOf(moved)
	want := "  option @meta.claude.session_id " + id + "\n  option @meta.claude.session_dir '/a b'\n  resume " + id + "\n"
	if !strings.Contains(script, want) {
		t.Errorf("no lines\n%sin\n%s", want, script)
	}
}

// TestScriptLater: a prompt that waits for a limit gets the count of a new server.
func TestScriptLater(t *testing.T) {
	t.Parallel()
	script := scriptOf(running("%1", id, "later", "go on", "later_failed", "41", "later_key", "A", "history", " 41=error"))
	want := "  option @meta.claude.later 'go on'\n  option @meta.claude.later_failed 0\n" +
		"  option @meta.claude.later_key saved\n"
	if !strings.Contains(script, want) || strings.Contains(script, "history") {
		t.Errorf("no lines\n%sin\n%s", want, script)
	}
}

// TestScriptHome: a session of another Claude home is resumed there. (TestScripts of atm runs such a script.)
func TestScriptHome(t *testing.T) {
	t.Parallel()
	for home, want := range map[string]string{
		"/h":           "",
		"/a b/.claude": `  home=''\''/a b/.claude'\'''` + "\n  resume " + id,
		"/a\x1b[m":     "", // it cannot be typed
	} {
		script := scriptOf(running("%1", id, "transcript_path", home+"/projects/-d/"+id+".jsonl"))
		if !strings.Contains(script, want) || strings.Contains(script, "  home='") != (want != "") {
			t.Errorf("%q: not %q in\n%s", home, want, script)
		}
	}
}

// TestArrangeOnce: if two panes show one session, only the first resumes it, because two processes would
// write to one transcript. A pane of a linked window is listed twice but is one pane.
func TestArrangeOnce(t *testing.T) {
	t.Parallel()
	places := []tmux.Place{place("main", "%1", "0"), place("main", "%2", "1"), place("other", "%1", "0")}
	var got []string
	for _, session := range restore.Arrange(places, []tmux.Pane{running("%1", id), running("%2", id)}, isChosen) {
		for _, pane := range session.Windows[0].Panes {
			got = append(got, pane.Pane+" "+pane.ID)
		}
	}
	if diff := cmp.Diff([]string{"%1 " + id, "%2 ", "%1 " + id}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// FuzzWords: every name and directory arrives in tmux unchanged, except that each "#" which tmux would expand
// is doubled, and a ";" at the end, which it would take for one of its own, has a backslash. (TestScripts of atm
// runs such a script.)
func FuzzWords(f *testing.F) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		f.Skip(err)
	}
	for _, text := range []string{"plain", "", "-n", "-c", "-\xff", "it's $HOME `x` $(touch pwned)",
		"#{pid} ## #(x) #[x] ###[x] #x#[",
		"a\nb\n", "\x1b[31m%d%%\\033", "\xff\xfe", "日本 \u202e", "a;b&c|d>e*?[]{}~!", "\\\\ \\",
		"odd;", ";", "a\\;", "a;\n", ";\nb"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.ReplaceAll(text, "\x00", "") // no argument can hold it
		one := place(text, "%1", "0")
		one.Dir = text
		script := restore.Script(restore.Arrange([]tmux.Place{one}, nil, isChosen), nil, "cld", "now")
		// The script's tmux prints the arguments of new-session.
		cmd := exec.Command(shell, "-c", `tmux() { [ "$1" = new-session ] || return 0
			while [ $# -gt 0 ]; do
				case $1 in -s | -c) printf '%sX' "$2" >&3; shift ;; -F | -x | -y | -n) shift ;; esac; shift
			done
			echo '$1 @1 %1'; }
exec 3>&1 >/dev/null
`+script)
		cmd.Env = []string{"LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin"}
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%v\n%s", err, script)
		}
		literal := regexp.MustCompile(`#+\[?`).ReplaceAllStringFunc(text, func(s string) string {
			if strings.HasSuffix(s, "[") {
				return s
			}
			return s + s
		})
		argument := func(text string) string {
			if start, ends := strings.CutSuffix(text, ";"); ends {
				text = start + `\;`
			}
			return text + "X"
		}
		want := argument(strings.TrimRight(literal, "\n"))
		if text != "" {
			dir := literal
			if strings.HasSuffix(dir, "\n") {
				dir += "/"
			}
			want += argument(dir)
		}
		if string(out) != want {
			t.Errorf("%q arrives as %q\n%s", want, string(out), script)
		}
	})
}

// TestResurrect: the file as commit cff343c of tmux-resurrect writes it.
func TestResurrect(t *testing.T) {
	t.Parallel()
	linked := place("zz", "%2", "1")
	linked.WindowIndex = "7"
	sessions := restore.Arrange(
		[]tmux.Place{place("main $x", "%1", "0"), place("main $x", "%2", "1"), place("main $x", "%3", "2"), linked},
		[]tmux.Pane{running("%1", id), running("%2", other), running("%3", id, "state", "")}, isChosen)
	line := func(columns ...string) string { return strings.Join(columns, "\t") + "\n" }
	pane := func(session, window, index, command string) string {
		return line("pane", session, window, "1", ":*Z", index, "a title", ":/a\\ b", "1", "claude", command)
	}
	untouched := line("grouped_session", "twin", "main", ":1", ":0") +
		line("window", "main $x", "2", ":claude", "1", ":*", "b25d,80x24,0,0,1", ":") +
		line("pane", "main $x", "2", "odd") +
		pane("main $x", "2", "2", ":vim") + pane("gone", "2", "0", ":claude")
	file := untouched + pane("main $x", "2", "0", ":claude --session-id "+other) +
		pane("main $x", "2", "1", ":") + pane("zz", "7", "1", ":claude --continue") + "state\tmain\tzz"
	want := untouched + pane("main $x", "2", "0", ":cld resume -y "+id) +
		pane("main $x", "2", "1", ":cld resume -y "+other) + pane("zz", "7", "1", ":") + "state\tmain\tzz"
	got := restore.Resurrect([]byte(file), sessions, "cld")
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, string(restore.Resurrect(got, sessions, "cld"))); diff != "" {
		t.Errorf("a second time (-want +got):\n%s", diff)
	}
}

// TestKept: the file may have been changed by others. (TestScripts of atm restores one.)
func TestKept(t *testing.T) {
	t.Parallel()
	file := "atm\tmain\t2\t0\t@meta.claude.effort\tparser\n" +
		"atm\tmain\t2\t0\t@meta.claude.state\tworking\n" + // no option of an effort
		"atm\tmain\t2\t0\tdefault-command\ttouch pwned\n" +
		"atm\tmain\t2\t0\t@meta.claude.effort_note\ta\x1b[31m\n" +
		"atm\tmain\t2\t0\t@meta.claude.handoff\t" + strings.Repeat("x", 8193) + "\n" +
		"atm\tmain\t2\t1\t@meta.claude.effort\tof no pane\n" +
		"atm\tmain\t2\t0\t@meta.claude.effort\n" +
		"pane\tmain\t2\t0\t@meta.claude.effort\tx\n"
	got := map[string]tmuxopt.Options{}
	for pane, edits := range restore.Kept([]byte(file), []tmux.Place{place("main", "%1", "0")}) {
		got[pane] = tmuxopt.Apply(nil, edits)
	}
	want := map[string]tmuxopt.Options{"%1": {tmuxopt.Effort: "parser"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestKeep: a server that has just been started does not replace the script of the previous one by a shorter one.
func TestKeep(t *testing.T) {
	t.Parallel()
	const one, two = "\n  resume 1\n", "\n  resume 1\n  resume 2\n"
	for _, tt := range []struct {
		name, earlier, script string
		isFirst               bool
		age                   time.Duration
		kept                  bool
		before                string
	}{
		{name: "the first of all", script: one, isFirst: true, kept: true},
		{name: "as many", earlier: two, script: two, isFirst: true, kept: true, before: two},
		{name: "sessions are still missing", earlier: two, script: one, isFirst: true},
		{name: "an old server", earlier: two, script: one, isFirst: true, age: time.Hour, kept: true, before: two},
		{name: "not its first", earlier: two, script: one, kept: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "default.sh")
			if tt.earlier != "" {
				if err := os.WriteFile(file, []byte(tt.earlier), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			kept := true
			if tt.isFirst {
				var err error
				if kept, err = restore.SetAside(file, tt.script, tt.age); err != nil {
					t.Error(err)
				}
				now, _ := os.ReadFile(file) // where the disk is full, this is what remains
				if diff := cmp.Diff(tt.earlier, string(now)); diff != "" {
					t.Errorf("the script so far (-want +got):\n%s", diff)
				}
			}
			if kept != tt.kept {
				t.Errorf("kept %v", kept)
			}
			if kept {
				if err := restore.Keep(file, tt.script); err != nil {
					t.Error(err)
				}
			}
			want := tt.script
			if !tt.kept {
				want = tt.earlier
			}
			got, _ := os.ReadFile(file) // "" if there is none
			before, _ := os.ReadFile(restore.KeptBefore(file))
			if diff := cmp.Diff([]string{want, tt.before}, []string{string(got), string(before)}); diff != "" {
				t.Errorf("the script, and the one before (-want +got):\n%s", diff)
			}
		})
	}
}

// TestKeptFile: no two servers have the same file.
func TestKeptFile(t *testing.T) {
	t.Parallel()
	usual := tmux.SocketDir(func(string) string { return "" })
	for socket, want := range map[string]string{
		usual + "/default":            "default.sh",
		"/private" + usual + "/work":  "work.sh",
		"/run/user/7/tmux-7/default":  "%2Frun%2Fuser%2F7%2Ftmux-7%2Fdefault.sh",
		"/home/me" + usual + "/a%2Fb": "%2Fhome%2Fme" + strings.ReplaceAll(usual, "/", "%2F") + "%2Fa%252Fb.sh",
	} {
		if got := restore.KeptFile("/h", socket); got != "/h/.local/state/atm/"+want {
			t.Errorf("%s: %s", socket, got)
		}
	}
}
