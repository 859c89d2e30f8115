package tmuxconf_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/setup/tmuxconf"
)

// TestResurrect: the user's options of tmux-resurrect stay, and undoing removes all of ours.
func TestResurrect(t *testing.T) {
	t.Parallel()
	const call = "/opt/atm resurrect"
	const restore = call + ` --restore "$(last_resurrect_file)"`
	tests := []struct {
		name                   string
		hook, programs         string // as the user has them; "" = not set
		wantHook, wantPrograms string
	}{
		{name: "nothing of the user's", wantHook: call, wantPrograms: "cld"},
		{
			name: "a hook and programs of the user's",
			hook: `sed -i 's/#{x}, 50%/$y/'`, wantHook: call + ` "$1"; sed -i 's/#{x}, 50%/$y/'`,
			programs: `'~rails server' "git log"`, wantPrograms: `'~rails server' "git log" cld`,
		},
		{name: "no program is restored", programs: "false", wantHook: call, wantPrograms: "false"},
		{name: "any program is", programs: ":all:", wantHook: call, wantPrograms: ":all:"},
		{
			name: "the user has done it by hand", hook: "atm resurrect", programs: "vim cld htop",
			wantHook: "atm resurrect", wantPrograms: "vim cld htop",
		},
		{name: "cld alone, by hand", programs: "cld", wantHook: call, wantPrograms: "cld"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := start(t, tmuxconf.Conf{Program: "/opt/atm", Resurrect: true})
			for option, value := range map[string]string{
				"@resurrect-hook-post-save-layout": tt.hook, "@resurrect-processes": tt.programs,
				"@resurrect-hook-pre-restore-pane-processes": tt.hook,
			} {
				if value != "" {
					s.Tmux("set-option", "-g", option, value)
				}
			}
			before := s.all()
			s.read()
			once := s.all()
			s.read()
			if diff := cmp.Diff(once, s.all()); diff != "" {
				t.Errorf("read again (-once +twice):\n%s", diff)
			}
			got := []string{
				s.Tmux("display-message", "-p", "#{@resurrect-hook-post-save-layout}"),
				s.Tmux("display-message", "-p", "#{@resurrect-processes}"),
				s.Tmux("display-message", "-p", "#{@resurrect-hook-pre-restore-pane-processes}"),
			}
			wantRestore := restore
			if tt.hook != "" {
				wantRestore += "; " + tt.hook
			}
			if strings.Contains(tt.hook, "atm resurrect") { // by hand
				wantRestore = tt.hook
			}
			if diff := cmp.Diff([]string{tt.wantHook, tt.wantPrograms, wantRestore}, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			s.undo()
			if diff := cmp.Diff(before, s.all()); diff != "" {
				t.Errorf("undone (-before +after):\n%s", diff)
			}
		})
	}
}
