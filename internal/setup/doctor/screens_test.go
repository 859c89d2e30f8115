package doctor_test

import (
	"atm/internal/dev/tmuxtest"
	"atm/internal/setup/doctor"
	"atm/internal/setup/tmuxconf"
	"cmp"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

// drawn is where our parts are drawn on a screen.
type drawn struct {
	Counts, Windows, Borders, Sync doctor.Presence

	Without string // the window format without an icon
	CutIn   string // the option whose end, with the counts, is cut off
}

func drawnOn(screen doctor.Screen) drawn {
	cutIn := ""
	if screen.Counts.Presence == doctor.CutOff {
		cutIn = screen.Counts.Option
	}
	return drawn{
		CutIn:   cutIn,
		Counts:  screen.Counts.Presence,
		Windows: screen.Windows.Presence,
		Borders: screen.Borders.Presence,
		Sync:    screen.Sync.Presence,
		Without: screen.Windows.Without,
	}
}

// TestScreens: what a client really shows after changes to a server that has read our configuration. Each row
// lists only the differences from an unchanged server.
func TestScreens(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		tmux  [][]string
		shows drawn
	}{
		{name: "as we have set it up"},
		{
			name:  "status-right was replaced",
			tmux:  [][]string{{"set-option", "-g", "status-right", "%H:%M"}},
			shows: drawn{Counts: doctor.Absent, Sync: doctor.Absent},
		},
		{
			name: "colours are no icons",
			tmux: [][]string{
				{"set-option", "-g", "@atm-style", "on"}, {"set-option", "-g", "status-right", "%H:%M"},
			},
			shows: drawn{Counts: doctor.Absent, Sync: doctor.Absent},
		},
		{
			name:  "the session has a status-right of its own",
			tmux:  [][]string{{"set-option", "-t", "0:", "status-right", "%H:%M"}},
			shows: drawn{Counts: doctor.Absent, Sync: doctor.Absent},
		},
		{
			name: "another session has",
			tmux: [][]string{
				{"new-session", "-d", "-s", "other", "sleep 1000"},
				{"set-option", "-t", "other:", "status-right", "x"},
			},
		},
		{
			name:  "no status line",
			tmux:  [][]string{{"set-option", "-g", "status", "off"}},
			shows: drawn{Counts: doctor.Off, Windows: doctor.Off, Sync: doctor.Off},
		},
		{
			name:  "a status line of one's own",
			tmux:  [][]string{{"set-option", "-g", "status-format[0]", "#S #[align=right]%H:%M"}},
			shows: drawn{Counts: doctor.Unreached, Windows: doctor.Unreached, Sync: doctor.Unreached},
		},
		{
			name: "counts in a second line",
			tmux: [][]string{
				{"set-option", "-g", "status", "2"}, {"set-option", "-g", "status-right", ""},
				{"set-option", "-g", "status-format[1]", "#{E:@atm_counts}"},
			},
			shows: drawn{Sync: doctor.Absent},
		},
		{
			name: "counts in a second line that is not shown",
			tmux: [][]string{
				{"set-option", "-g", "status-right", ""},
				{"set-option", "-g", "status-format[1]", "#{E:@atm_counts}"},
			},
			shows: drawn{Counts: doctor.Absent, Sync: doctor.Absent},
		},
		{
			name: "counts on the left, by way of a theme",
			tmux: [][]string{
				{"set-option", "-g", "status-right", ""},
				{"set-option", "-g", "@theme", "#[bold]#{E:@atm_counts}#(atm sync)"},
				{"set-option", "-g", "status-left-length", "40"},
				{"set-option", "-g", "status-left", "[#S] #{E:@theme}"},
			},
		},
		{
			name:  "no borders",
			tmux:  [][]string{{"set-option", "-g", "pane-border-status", "off"}},
			shows: drawn{Borders: doctor.Off},
		},
		{
			name:  "borders of one's own",
			tmux:  [][]string{{"set-option", "-g", "pane-border-format", "#{pane_title}"}},
			shows: drawn{Borders: doctor.Absent},
		},
		{
			name: "names of windows of one's own",
			tmux: [][]string{
				{"set-option", "-g", "window-status-format", "#W"},
				{"set-option", "-g", "window-status-current-format", "#W"},
			},
			shows: drawn{Windows: doctor.Absent},
		},
		{
			name: "only the current window has a name of its own",
			tmux: [][]string{
				{"new-window", "-d", "sleep 1000"},
				{"set-option", "-w", "window-status-current-format", "#W"},
			},
		},
		{
			name: "the current window has none",
			tmux: [][]string{
				{"new-window", "-d", "sleep 1000"},
				{"set-option", "-g", "window-status-current-format", "#W"},
			},
			shows: drawn{Without: "window-status-current-format"},
		},
		{
			name:  "only the current window has one",
			tmux:  [][]string{{"set-option", "-g", "window-status-format", "#W"}},
			shows: drawn{Without: "window-status-format"},
		},
		{
			name:  "the job was changed",
			tmux:  [][]string{{"set-option", "-gF", "status-right", "#{s/sync --follow/sink/:status-right}"}},
			shows: drawn{Sync: doctor.Absent},
		},
		{
			name:  "the formats are gone",
			tmux:  [][]string{{"set-option", "-su", "@atm_counts"}, {"set-option", "-su", "@atm_window"}},
			shows: drawn{Counts: doctor.Absent, Windows: doctor.Absent},
		},
		{
			name:  "a line that is too short; the job runs all the same",
			tmux:  [][]string{{"set-option", "-g", "status-right-length", "2"}},
			shows: drawn{Counts: doctor.CutOff, CutIn: "status-right"},
		},
		{
			name: "a left side that is too short",
			tmux: [][]string{
				{"set-option", "-gF", "status-left", "a long text #{status-right}"},
				{"set-option", "-g", "status-right", "%H:%M"},
			},
			shows: drawn{Counts: doctor.CutOff, CutIn: "status-left"},
		},
		{
			name: "conditions that are not true",
			tmux: [][]string{
				{"set-option", "-g", "status-right", "#{?client_prefix,#{E:@atm_counts}#(atm sync),}"},
			},
			shows: drawn{Counts: doctor.Hidden, Sync: doctor.Hidden},
		},
		{
			name: "conditions that are true",
			tmux: [][]string{{
				"set-option", "-g", "status-right",
				"#{?#{==:#{session_name},0},#{?#{client_width},#{E:@atm_counts},}#(/opt/atm sync --follow),}",
			}},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := tmuxtest.Start(t)
			load(t, s, tmuxconf.Conf{Program: "/opt/atm"})
			for option, sign := range signs() {
				s.Tmux("set-option", "-s", option, sign)
			}
			for _, cmd := range tt.tmux {
				s.Tmux(cmd...)
			}
			terminal := s.Attach()
			f := gather(t, sources(t, s))
			if len(f.Screens) != 1 || len(f.Clients) != 1 || !f.Tmux.HasDrawn {
				t.Fatalf("%d screens, %d clients", len(f.Screens), len(f.Clients))
			}
			want := tt.shows
			want.Counts = cmp.Or(want.Counts, doctor.Drawn)
			want.Windows = cmp.Or(want.Windows, doctor.Drawn)
			want.Borders = cmp.Or(want.Borders, doctor.Drawn)
			want.Sync = cmp.Or(want.Sync, doctor.Drawn)
			got := drawnOn(f.Screens[0])
			if diff := gocmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s\n%+v", diff, f.Screens[0])
			}
			// Each row draws something: when that is on the screen, the screen is complete.
			terminal.Until("the screen shows what is said of it", func() bool {
				shown := terminal.Tmux("capture-pane", "-p")
				return strings.Contains(shown, "cnt") == (got.Counts == doctor.Drawn) &&
					strings.Contains(shown, "win") == (got.Windows == doctor.Drawn) &&
					strings.Contains(shown, "brd") == (got.Borders == doctor.Drawn)
			})
		})
	}
}

// signs are formats that show something even if no session runs.
func signs() map[string]string {
	return map[string]string{
		"@atm_counts": "cnt",
		"@atm_window": "win",
		"@atm_pane":   "icon",
		"@atm_meter":  "brd",
	}
}
