package install_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/setup/install"
	"atm/internal/sys/edit"
)

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
	const usual = ".config/tmux/atm.conf"
	tests := []struct {
		name    string
		files   []string // below HOME: a name, NAME=TEXT or LINK->NAME
		flag    string   // --tmux-conf
		read    string   // what the server has read
		conf    string   // the user's configuration
		ourConf string
	}{
		{name: "a fresh home", conf: ".tmux.conf", ourConf: usual},
		{
			name:  "both places: tmux reads the new one last",
			files: []string{".tmux.conf", ".config/tmux/tmux.conf"},
			conf:  ".config/tmux/tmux.conf", ourConf: usual,
		},
		{
			name: "both places, and our line in the old one",
			files: []string{
				".tmux.conf=source-file -q ~/.config/tmux/atm.conf # added by atm setup", ".config/tmux/tmux.conf",
			},
			conf: ".tmux.conf", ourConf: usual,
		},
		{
			name:  "the new place",
			files: []string{".config/tmux/tmux.conf"},
			conf:  ".config/tmux/tmux.conf", ourConf: usual,
		},
		{
			name:  "a directory for it, but no file",
			files: []string{".config/tmux/theme.conf"},
			conf:  ".config/tmux/tmux.conf", ourConf: usual,
		},
		{
			name:  "what the server has read",
			files: []string{".tmux.conf", "dots/my.conf"},
			read:  "/etc/tmux.conf,HOME/none,HOME/dots/my.conf",
			conf:  "dots/my.conf", ourConf: "dots/atm.conf",
		},
		{
			name: "what tmux of another prefix reads for all users",
			read: "PREFIX/etc/tmux.conf",
			conf: ".tmux.conf", ourConf: usual,
		},
		{
			name:  "both that and a file of the user's",
			files: []string{"dots/my.conf"},
			read:  "PREFIX/etc/tmux.conf,HOME/dots/my.conf",
			conf:  "dots/my.conf", ourConf: "dots/atm.conf",
		},
		{
			name:  "a file of the user's with such a name",
			files: []string{"etc/tmux.conf", ".tmux.conf"},
			read:  "HOME/etc/tmux.conf",
			conf:  "etc/tmux.conf", ourConf: "etc/atm.conf",
		},
		{
			name:  "a server without a configuration",
			files: []string{".tmux.conf"},
			read:  "/dev/null",
			conf:  ".tmux.conf", ourConf: usual,
		},
		{
			name:  "by the flag",
			files: []string{".tmux.conf"},
			flag:  "HOME/x/t.conf", read: "HOME/.tmux.conf",
			conf: "x/t.conf", ourConf: "x/atm.conf",
		},
		{
			name:  "by the flag, up from where a link leads",
			files: []string{"dots/sub/x", "link->dots/sub"},
			flag:  "HOME/link/../t.conf",
			conf:  "link/../t.conf", ourConf: "link/../atm.conf",
		},
		{
			name:  "what the server has read by a symbolic link",
			files: []string{"dots/my.conf", ".tmux.conf->dots/my.conf"},
			read:  "HOME/dots/my.conf",
			conf:  ".tmux.conf", ourConf: usual,
		},
		{
			name:  "what the server has read in a linked directory",
			files: []string{"dots/tmux/tmux.conf", ".config->dots"},
			read:  "HOME/dots/tmux/tmux.conf",
			conf:  ".config/tmux/tmux.conf", ourConf: usual,
		},
		{
			name:  "where an earlier setup has put ours",
			files: []string{"dots/my.conf=source-file -q ~/mine/atm.conf # added by atm setup\n"},
			read:  "HOME/dots/my.conf",
			conf:  "dots/my.conf", ourConf: "mine/atm.conf",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			home, prefix := t.TempDir(), t.TempDir()
			file(t, prefix+"/etc/tmux.conf", "")
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
				ConfigFiles: strings.NewReplacer("HOME", home, "PREFIX", prefix).Replace(tt.read),
			}
			path, err := w.UserConf()
			if err != nil {
				t.Fatal(err)
			}
			user, err := edit.Read(path)
			if err != nil {
				t.Fatal(err)
			}
			want := []string{home + "/" + tt.conf, home + "/" + tt.ourConf}
			if diff := cmp.Diff(want, []string{path, w.OurConf(user)}); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestSystemConf: a file for all users is left alone, unless an earlier setup has put our line there: another line
// elsewhere would leave that one for ever.
func TestSystemConf(t *testing.T) {
	t.Parallel()
	home, prefix := t.TempDir(), t.TempDir()
	system := prefix + "/etc/tmux.conf"
	w := install.Where{
		Getenv:      func(name string) string { return map[string]string{"HOME": home}[name] },
		ConfigFiles: system,
	}
	for text, isUsers := range map[string]bool{
		"": false, "source-file -q ~/.config/tmux/atm.conf # added by atm setup\n": true,
	} {
		file(t, system, text)
		path, err := w.UserConf()
		if got := path == system; err != nil || got != isUsers {
			t.Errorf("%q: %v, setup changes %s", text, err, path)
		}
		if got := slices.Contains(w.Confs(), system); got != isUsers {
			t.Errorf("%q: uninstall looks at %s", text, w.Confs())
		}
	}
}
