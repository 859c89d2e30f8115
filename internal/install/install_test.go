package install_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/hookmap"
	"atm/internal/edit"
	"atm/internal/install"
)

// TestEvents: an event that a client does not know would stop it with a question.
func TestEvents(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, version string
		missing       []string
		exec          bool
	}{
		{"the newest", "2.1.329", nil, true},
		{"the oldest of which we know that it knows all", "2.1.197", nil, true},
		{"two events whose first version nobody has told", "2.1.196", []string{"PostToolUseFailure", "PostToolBatch"}, true},
		{"no exec form yet", "2.1.138", []string{"PostToolUseFailure", "PostToolBatch"}, false},
		{"by the number, not by the letter", "2.1.9", []string{"Setup", "PermissionDenied", "PostToolUseFailure", "PostToolBatch", "Elicitation", "ElicitationResult", "PostCompact", "StopFailure"}, false},
		{"not known", "", []string{"Setup", "PermissionDenied", "PostToolUseFailure", "PostToolBatch", "Elicitation", "ElicitationResult", "PostCompact", "StopFailure"}, false},
		{"the next generation", "3.0.0", nil, true},
	}
	for _, tt := range tests {
		c := install.Client{Version: tt.version}
		var want []string
		for _, e := range hookmap.Events() {
			if !slices.Contains(tt.missing, string(e.Name)) {
				want = append(want, string(e.Name))
			}
		}
		if diff := cmp.Diff(want, c.Events()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		if c.Exec() != tt.exec {
			t.Errorf("%s: exec form %v", tt.name, c.Exec())
		}
	}
}

// TestNever: what would change or delay what the client does.
func TestNever(t *testing.T) {
	t.Parallel()
	for _, name := range (install.Client{Version: "99.0.0"}).Events() {
		if slices.Contains([]string{"WorktreeCreate", "PreModelSwitch", "MessageDisplay"}, name) {
			t.Errorf("%s is registered", name)
		}
	}
}

func TestTmuxTooOld(t *testing.T) {
	t.Parallel()
	for version, old := range map[string]bool{"3.1c": true, "3.2": false, "3.2a": false, "3.10": false, "next-3.8": false, "2.9a": true} {
		if install.TmuxTooOld(version) != old {
			t.Errorf("%s: %v", version, !old)
		}
	}
}

func file(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestUserConf(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name        string
		files       []string // below HOME
		flag, read  string   // --tmux-conf, and what the server has read
		want, where string   // the user's and ours
	}{
		{"a fresh home", nil, "", "", ".tmux.conf", ".config/tmux/atm.conf"},
		{"the old place", []string{".tmux.conf", ".config/tmux/tmux.conf"}, "", "", ".tmux.conf", ".config/tmux/atm.conf"},
		{"the new place", []string{".config/tmux/tmux.conf"}, "", "", ".config/tmux/tmux.conf", ".config/tmux/atm.conf"},
		{"a directory for it, but no file", []string{".config/tmux/theme.conf"}, "", "", ".config/tmux/tmux.conf", ".config/tmux/atm.conf"},
		{"what the server has read", []string{".tmux.conf", "dots/my.conf"}, "", "/etc/tmux.conf,HOME/none,HOME/dots/my.conf", "dots/my.conf", "dots/atm.conf"},
		{"a server without a configuration", []string{".tmux.conf"}, "", "/dev/null", ".tmux.conf", ".config/tmux/atm.conf"},
		{"by the flag", []string{".tmux.conf"}, "HOME/x/t.conf", "HOME/.tmux.conf", "x/t.conf", "x/atm.conf"},
		{"what the server has read by a symbolic link", []string{"dots/my.conf", ".tmux.conf->dots/my.conf"}, "", "HOME/dots/my.conf", "dots/my.conf", ".config/tmux/atm.conf"},
		{"where an earlier setup has put ours", []string{"dots/my.conf=source-file -q ~/mine/atm.conf # added by atm setup\n"}, "", "HOME/dots/my.conf", "dots/my.conf", "mine/atm.conf"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			for _, name := range tt.files {
				if link, target, found := strings.Cut(name, "->"); found {
					if err := os.Symlink(filepath.Join(home, target), filepath.Join(home, link)); err != nil {
						t.Fatal(err)
					}
					continue
				}
				name, text, _ := strings.Cut(name, "=")
				file(t, filepath.Join(home, name), text)
			}
			w := install.Where{
				Getenv:      func(name string) string { return map[string]string{"HOME": home}[name] },
				TmuxConf:    strings.ReplaceAll(tt.flag, "HOME", home),
				ConfigFiles: strings.ReplaceAll(tt.read, "HOME", home),
			}
			path, err := w.UserConf()
			if err != nil {
				t.Fatal(err)
			}
			user, err := edit.Read(path)
			if err != nil {
				t.Fatal(err)
			}
			want := []string{filepath.Join(home, tt.want), filepath.Join(home, tt.where)}
			if diff := cmp.Diff(want, []string{path, w.OurConf(user)}); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func read(t *testing.T, path string) edit.File {
	t.Helper()
	f, err := edit.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestApply: all or nothing, also where the last one fails.
func TestApply(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file(t, dir+"/old", "old")
	file(t, dir+"/gone", "gone")
	changes := []install.Change{
		{File: read(t, dir+"/old"), New: []byte("new")},
		{File: read(t, dir+"/gone")},
		{File: read(t, dir+"/made"), New: []byte("made")},
	}
	// A name that leaves no room for that of the file beside it.
	last := install.Change{File: read(t, dir+"/"+strings.Repeat("x", 250)), New: []byte("x")}
	noon := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	if _, err := install.Apply(append(slices.Clone(changes), last), noon); err == nil {
		t.Fatal("no error")
	}
	for name, want := range map[string]string{"old": "old", "gone": "gone"} {
		if got := string(read(t, dir+"/"+name).Data); got != want {
			t.Errorf("%s holds %q", name, got)
		}
	}
	if read(t, dir+"/made").Exists {
		t.Error("the new file is there")
	}
	// What was taken back are other files: they are looked at anew.
	for i, c := range changes {
		changes[i].File = read(t, c.File.Path)
	}
	backups, err := install.Apply(changes, noon)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{dir + "/old.atm-20260102-120000-2"}, backups); diff != "" {
		t.Errorf("backups (-want +got):\n%s", diff)
	}
	if got := string(read(t, dir+"/old").Data) + string(read(t, dir+"/made").Data); got != "newmade" || read(t, dir+"/gone").Exists {
		t.Errorf("files hold %q", got)
	}
}

func TestDiff(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file(t, dir+"/f", "a\x1b[31m\r\nb\n")
	c := install.Change{File: read(t, dir+"/f"), New: []byte("a\x1b[31m\r\nc\n")}
	want := "--- " + dir + "/f\n+++ " + dir + "/f\n@@ -1,2 +1,2 @@\n a·[31m·\n-b\n+c\n"
	if diff := cmp.Diff(want, c.Diff()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
