package tmuxconf_test

import (
	"io/fs"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/setup/tmuxconf"
)

func TestLater(t *testing.T) {
	t.Parallel()
	const ourLine = "source-file -q ~/.config/tmux/atm.conf # added by atm setup\n"
	tests := []struct {
		name  string
		files map[string]string
		want  []tmuxconf.Setter
	}{
		{name: "our line is the last one", files: map[string]string{"/a": "set -g status-right x\n" + ourLine}},
		{
			name:  "a line below ours",
			files: map[string]string{"/a": ourLine + "# mine\nset -g status-right '%H:%M'\n"},
			want:  []tmuxconf.Setter{{Option: "status-right", File: "/a", Line: 3, Text: "set -g status-right '%H:%M'"}},
		},
		{
			name:  "the last of several decides, and one that adds takes nothing out",
			files: map[string]string{"/a": ourLine + "set -g status-right a\nset -g status-right b\nset -ag status-right c\n"},
			want:  []tmuxconf.Setter{{Option: "status-right", File: "/a", Line: 3, Text: "set -g status-right b"}},
		},
		{
			name:  "a file that tmux reads later",
			files: map[string]string{"/a": ourLine, "/b": "setw -g window-status-format '#W'\n"},
			want: []tmuxconf.Setter{
				{Option: "window-status-format", File: "/b", Line: 1, Text: "setw -g window-status-format '#W'"},
			},
		},
		{
			name:  "a file that a later line reads may do anything",
			files: map[string]string{"/a": ourLine + "source ~/theme.conf\n"},
			want:  []tmuxconf.Setter{{File: "/a", Line: 2, Text: "source ~/theme.conf", Unsure: true}},
		},
		{
			name:  "a line that has ours in it, and a comment",
			files: map[string]string{"/a": ourLine + "set -g status-right '#{E:@atm_counts}'\n# set -g status-right x\n"},
		},
		{
			name:  "an option whose name begins alike, and one that draws nothing of ours",
			files: map[string]string{"/a": ourLine + "set -g status-right-style red\nset -g pane-border-status off\n"},
		},
		{
			name:  "a plugin manager may do anything",
			files: map[string]string{"/a": ourLine + "run '~/.tmux/plugins/tpm/tpm'\n"},
			want:  []tmuxconf.Setter{{File: "/a", Line: 2, Text: "run '~/.tmux/plugins/tpm/tpm'", Unsure: true}},
		},
		{
			name:  "a line in two lines",
			files: map[string]string{"/a": ourLine + "set -g \\\nstatus-right x\n"},
			want:  []tmuxconf.Setter{{Option: "status-right", File: "/a", Line: 3, Text: "set -g status-right x"}},
		},
		{
			name:  "no line of ours",
			files: map[string]string{"/a": "set -g status-right x\n"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := tmuxconf.Later([]string{"/a", "/b"}, func(file string) ([]byte, error) {
				if text, found := tt.files[file]; found {
					return []byte(text), nil
				}
				return nil, fs.ErrNotExist
			})
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("Later (-want +got):\n%s", diff)
			}
		})
	}
}

func TestMoveLine(t *testing.T) {
	t.Parallel()
	const ourLine = "source-file -q ~/.config/tmux/atm.conf # added by atm setup\n"
	tests := []struct{ name, conf, want string }{
		{"to the end", "a\n" + ourLine + "set -g status-right x\n", "a\nset -g status-right x\n" + ourLine},
		{"behind a last line without an end", ourLine + "set -g status-right x", "set -g status-right x\n" + ourLine},
		{
			"what hides the borders stays below", ourLine + "set -g status-right x\nset -g pane-border-status off\n",
			"set -g status-right x\n" + ourLine + "set -g pane-border-status off\n",
		},
		{
			"unless something follows that has to be above", ourLine + "set -g pane-border-status off\nset -g status-right x\n",
			"set -g pane-border-status off\nset -g status-right x\n" + ourLine,
		},
		{"nothing of ours", "set -g status-right x\n", "set -g status-right x\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, string(tmuxconf.MoveLine([]byte(tt.conf)))); diff != "" {
				t.Errorf("MoveLine (-want +got):\n%s", diff)
			}
		})
	}
}

func TestLost(t *testing.T) {
	t.Parallel()
	values := map[string]string{
		"@atm-was-status-right":        "%H",
		"status-right":                 "#{?#{E:@atm_counts},#{E:@atm_counts} ,}#(/b/atm sync --follow)%H",
		"pane-border-format":           " #T",
		"window-status-format":         "#W",
		"window-status-current-format": "#W#{E:@atm_window}",
	}
	if diff := cmp.Diff([]string{"pane-border-format", "window-status-format"}, tmuxconf.Lost(values)); diff != "" {
		t.Errorf("Lost (-want +got):\n%s", diff)
	}
	values["status-right"] = "#{E:@atm_counts}" // without the job
	want := []string{"status-right", "pane-border-format", "window-status-format"}
	if diff := cmp.Diff(want, tmuxconf.Lost(values)); diff != "" {
		t.Errorf("Lost (-want +got):\n%s", diff)
	}
	delete(values, "@atm-was-status-right") // it has not read our file
	if lost := tmuxconf.Lost(values); lost != nil {
		t.Errorf("Lost: %q", lost)
	}
}
