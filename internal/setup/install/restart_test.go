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

// TestLosses starts private servers with a user's files, and reports the lines that remove our parts.
func TestLosses(t *testing.T) {
	t.Parallel()
	const ours = "source-file -q ~/.config/tmux/atm.conf # added by atm setup\n"
	tests := []struct {
		name, conf, later string // ~/.tmux.conf, ~/.config/tmux/tmux.conf
		want              []string
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
			name: "a line below ours that has no effect", conf: ours + "if -F '' { set -g status-right x }\n",
		},
		{
			name: "a program in the background", conf: ours + "run -b 'sleep 0.1; TMUX_PROGRAM set -g status-right x'\n",
			want: []string{
				"HOME/.tmux.conf:2 (run -b 'sleep 0.1; TMUX_PROGRAM set -g status-right x') seems to set status-right",
			},
		},
		{name: "a line of the user's that has ours in it", conf: ours + "set -ag status-right ' %H'\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			program := tmuxtest.Binary(t) // a client of another version may not understand the server
			file(t, filepath.Join(home, ".tmux.conf"), strings.ReplaceAll(tt.conf, "TMUX_PROGRAM", program))
			file(t, filepath.Join(home, ".config/tmux/atm.conf"), tmuxconf.Conf{Program: "/bin/atm"}.Text())
			if tt.later != "" {
				file(t, filepath.Join(home, ".config/tmux/tmux.conf"), tt.later)
			}
			s := tmuxtest.StartWith(t, "/dev/null", "HOME="+home)
			getenv := func(name string) string { return map[string]string{"HOME": home}[name] }
			server, err := install.FindServer(t.Context(), tmux.Server{Binary: s.Binary, Socket: s.Socket})
			if err != nil {
				t.Fatal(err)
			}
			where := install.Where{Getenv: getenv, ConfigFiles: server.ConfigFiles, TmuxConf: ""}
			var got []string
			losses, err := where.Losses(t.Context(), server)
			if err != nil {
				t.Fatal(err)
			}
			for _, loss := range losses {
				got = append(got, strings.NewReplacer(home, "HOME", program, "TMUX_PROGRAM").Replace(loss.By()))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("Losses (-want +got):\n%s", diff)
			}
		})
	}
}
