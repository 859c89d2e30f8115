package cldresume

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"atm/tmuxopt"
)

func TestShell(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		plan Plan
		want string
	}{
		{"here", Plan{Session: id1}, "claude --resume " + id1},
		{"elsewhere", Plan{Session: id1, Dir: "/a/it's"}, `cd '/a/it'\''s' && claude --resume ` + id1},
		{
			"with arguments", Plan{Session: id1, Args: []string{"-p", "", "a b"}},
			"claude --resume " + id1 + " -p '' 'a b'",
		},
		{"in the background", Plan{Job: "bea94c32"}, "claude attach bea94c32"},
		{"in a pane, from outside tmux", Plan{Pane: "%3", Outside: true}, "tmux attach-session -t %3"},
		{"in a pane", Plan{Session: id1, Pane: "%3"}, "tmux switch-client -t %3"},
	} {
		if got := tt.plan.Shell("claude"); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}

var quotes = []struct{ name, text, want string }{
	{"nothing", "", "''"},
	{"plain", "/a-b_c.d/e:f@g%h+i,j", "/a-b_c.d/e:f@g%h+i,j"},
	{"what fish would close", `\'; touch x #`, `''\\''\''; touch x #'`},
	{"zsh puts the path of a program for =ls", "=ls", "'=ls'"},
	{"as a program it would be an assignment", "a=b", "'a=b'"},
	{"blank", "a b", "'a b'"},
	{"what a shell expands", "$(x)`y`*~", "'$(x)`y`*~'"},
	{"a quote", "it's", `'it'\''s'`},
	{"beyond ASCII", "é-日本-🎉", "'é-日本-🎉'"},
	{"a backslash, which fish reads between quotes", `a\'\b`, `'a'\\''\'''\\'b'`},
	{"an exclamation mark, which csh reads there", "a!", `'a'\!''`},
	{"a newline", "a\nb", `$'a\012b'`},
	{"a quote and a backslash beside a control character", "'\\\x1b", `$'\'\\\033'`},
	{"a digit behind an escape", "\x011", `$'\0011'`},
	{"no UTF-8", "a\xffb", `$'a\377b'`},
	{"C1", "\u009b", `$'\302\233'`},
	{"the replacement character itself", "\ufffd", "'\ufffd'"},
	{"zero width and right to left", "a\u200bb\u202e", `$'a\342\200\213b\342\200\256'`},
	{"a blank that is none", "a\u00a0b", `$'a\302\240b'`},
}

func TestQuote(t *testing.T) {
	t.Parallel()
	for _, tt := range quotes {
		if got := Quote(tt.text); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestQuoteInShells: each shell that is here reads what a terminal shows to the letter. Some do not know the form with
// escapes.
func TestQuoteInShells(t *testing.T) {
	t.Parallel()
	for _, shell := range []string{"sh", "bash", "zsh", "fish", "tcsh", "ksh"} {
		path, err := exec.LookPath(shell)
		if err != nil {
			continue
		}
		for _, tt := range quotes {
			quoted := Quote(tt.text)
			if strings.HasPrefix(quoted, "$'") {
				continue
			}
			cmd := exec.Command(path, "-c", "printf %s "+quoted)
			cmd.Dir = t.TempDir() // for what would be run
			cmd.Env = []string{"LC_ALL=C.UTF-8", "PATH=" + os.Getenv("PATH"), "HOME=" + cmd.Dir}
			if out, err := cmd.CombinedOutput(); string(out) != tt.text || err != nil {
				t.Errorf("%s: %s: %s reads as %q: %v", shell, tt.name, quoted, out, err)
			}
		}
	}
}

func TestShow(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, path, want string }{
		{"plain", "/a/b", "/a/b"},
		{"blanks and quotes", "/a b/it's", "/a b/it's"},
		{"beyond ASCII", "/é-日本", "/é-日本"},
		{"a newline", "/new\nline", `$'/new\012line'`},
		{"an escape", "/\x1b[2J", `$'/\033[2J'`},
		{"none", "", ""},
	} {
		if got := Show(tt.path); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}

// FuzzQuote: a shell reads a quoted text back to the letter, and every quoted
// text is fit for a terminal.
func FuzzQuote(f *testing.F) {
	shell, err := exec.LookPath("bash")
	if err != nil {
		f.Skip(err)
	}
	for _, tt := range quotes {
		f.Add(tt.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.ReplaceAll(text, "\x00", "") // no argument can hold it
		quoted := Quote(text)
		if !tmuxopt.Visible(quoted) {
			t.Errorf("%q shows differently", quoted)
		}
		cmd := exec.Command(shell, "-c", "printf %s "+quoted)
		cmd.Env = []string{"LC_ALL=C.UTF-8"}
		if out, err := cmd.Output(); string(out) != text || err != nil {
			t.Errorf("%q reads as %q: %v", quoted, out, err)
		}
	})
}
