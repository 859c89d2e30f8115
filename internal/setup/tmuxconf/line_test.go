package tmuxconf_test

import (
	"bytes"
	"errors"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/setup/tmuxconf"
)

func TestLine(t *testing.T) {
	t.Parallel()
	const line = "source-file -q ~/.config/tmux/atm.conf # added by atm setup"
	tests := []struct{ name, before, after string }{
		{"an empty file", "", "\n" + line},
		{"one that ends as it should", "set -g mouse on\n", "set -g mouse on\n" + line + "\n"},
		{"one that does not", "set -g mouse on", "set -g mouse on\n" + line},
		{"one that ends in an empty line", "a\n\n", "a\n\n" + line + "\n"},
		{"a plugin manager at the very end", "run '~/.tmux/tpm'\n", "run '~/.tmux/tpm'\n" + line + "\n"},
		{"only the end of a line", "\n", "\n" + line + "\n"},
	}
	for _, tt := range tests {
		after, err := tmuxconf.AddLine([]byte(tt.before), "/home/u/.config/tmux/atm.conf", "/home/u")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.after, string(after)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
	after, err := tmuxconf.AddLine(nil, "/home/u/.config/tmux/atm.conf", "/home/u")
	if err != nil || string(after) != line+"\n" {
		t.Errorf("no file: %q, %v", after, err)
	}
	for _, conf := range []string{"set -g x \\", "set -g x \\\n"} {
		if got, err := tmuxconf.AddLine([]byte(conf), "/f", "/home/u"); err == nil {
			t.Errorf("%q becomes %q", conf, got)
		}
	}
}

// TestPattern: tmux would not find a file whose path is a pattern, or read others.
func TestPattern(t *testing.T) {
	t.Parallel()
	for file, isPattern := range map[string]bool{
		"/home/u/[old]/atm.conf": true, "/home/*/atm.conf": true, "/a?/atm.conf": true, `/a\b/atm.conf`: true,
		"/home/u/it's $HOME #{x}/{a,b}/atm.conf": false,
	} {
		if got, err := tmuxconf.AddLine(nil, file, "/home/u"); errors.Is(err, tmuxconf.ErrPattern) != isPattern {
			t.Errorf("%s: %q, %v", file, got, err)
		}
	}
}

// FuzzLine: for any configuration and path, adding the line twice is the same as once, the line names the
// file, and removing it gives the same bytes.
func FuzzLine(f *testing.F) {
	f.Add("set -g mouse on\n", "/home/u/atm.conf", true)
	f.Add("", "/home/u/it's $HOME/\"atm\\.conf", true)
	f.Add("", "/x", false)
	f.Add("a\nsource-file -q ~/b # added by atm setup\nc", "/x\n", true)
	f.Fuzz(func(t *testing.T, text, file string, exists bool) {
		file = filepath.Join("/", file)
		conf := []byte(text)
		if !exists {
			conf = nil
		}
		clean := tmuxconf.RemoveLine(conf)
		if tmuxconf.LineFile(clean, "/home/u") != "" {
			return // two lines of ours
		}
		after, err := tmuxconf.AddLine(clean, file, "/home/u")
		if err != nil {
			return
		}
		if got := tmuxconf.LineFile(after, "/home/u"); got != file {
			t.Errorf("reads %q, not %q", got, file)
		}
		if again, err := tmuxconf.AddLine(after, file, "/home/u"); err != nil || !bytes.Equal(again, after) {
			t.Errorf("again: %v\n%q\n%q", err, after, again)
		}
		if back := tmuxconf.RemoveLine(after); !bytes.Equal(back, clean) || (back == nil) != (clean == nil) {
			t.Errorf("%q became %q", clean, back)
		}
	})
}
