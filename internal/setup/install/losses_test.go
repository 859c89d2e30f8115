package install_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
	"atm/internal/setup/install"
	"atm/internal/setup/tmuxconf"
	"atm/internal/tmux"
)

// TestLosses reports the lines of a user's files that remove our parts, from a server that has read these files.
func TestLosses(t *testing.T) {
	t.Parallel()
	const ours = "source-file -q ~/.config/tmux/atm.conf # added by atm setup\n"
	tests := []struct {
		name, conf, theme, later string // ~/.tmux.conf, ~/theme.conf, ~/.config/tmux/tmux.conf
		want                     []string
	}{
		{name: "nothing follows", conf: "set -g status-right '%H:%M'\n" + ours},
		{
			name: "a line below ours", conf: ours + "\nset -g status-right '%H:%M'\n",
			want: []string{"HOME/.tmux.conf:3 sets status-right"},
		},
		{
			name: "a second configuration, which tmux reads later", conf: ours, later: "set -g window-status-format '#W'\n",
			want: []string{"HOME/.config/tmux/tmux.conf:1 sets window-status-format"},
		},
		{
			name: "a line below ours, in a condition", conf: ours + "if -F '' { set -g status-right x }\n",
			want: []string{"HOME/.tmux.conf:2 sets status-right"},
		},
		{
			name: "a file that sets an option", conf: ours + "source ~/theme.conf\n", theme: "set -g status-right x\n",
			want: []string{"HOME/.tmux.conf:2 (source ~/theme.conf) seems to set status-right"},
		},
		{name: "a file that sets none of these options", conf: ours + "source ~/theme.conf\n", theme: "set -g mouse on\n"},
		{
			name: "a file, and a line that explains the loss", conf: ours + "set -g status-right x\nsource ~/theme.conf\n",
			want: []string{"HOME/.tmux.conf:2 sets status-right"},
		},
		{name: "a file above ours", conf: "source ~/theme.conf\n" + ours, theme: "set -g status-right x\n"},
		{name: "a line of the user's that has ours in it", conf: ours + "set -ag status-right ' %H'\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			file(t, filepath.Join(home, ".tmux.conf"), tt.conf)
			file(t, filepath.Join(home, "theme.conf"), tt.theme)
			file(t, filepath.Join(home, ".config/tmux/atm.conf"), tmuxconf.Conf{Program: "/bin/atm"}.Text())
			if tt.later != "" {
				file(t, filepath.Join(home, ".config/tmux/tmux.conf"), tt.later)
			}
			s := tmuxtest.StartWith(t, filepath.Join(home, ".tmux.conf"), "HOME="+home)
			getenv := func(name string) string { return map[string]string{"HOME": home}[name] }
			server, err := install.FindServer(t.Context(), tmux.Server{Binary: s.Binary, Socket: s.Socket})
			if err != nil {
				t.Fatal(err)
			}
			where := install.Where{Getenv: getenv, ConfigFiles: server.ConfigFiles, TmuxConf: ""}
			var got []string
			for _, loss := range where.Losses(server) {
				got = append(got, strings.ReplaceAll(loss.By(), home, "HOME"))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("Losses (-want +got):\n%s", diff)
			}
		})
	}
}
