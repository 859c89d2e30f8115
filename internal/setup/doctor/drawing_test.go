package doctor_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
	"atm/internal/setup/doctor"
)

// TestDrawing: what is drawn, what is not, and how to have tmux draw it.
func TestDrawing(t *testing.T) {
	t.Parallel()
	const (
		noCounts = "you do not see that a session elsewhere needs you"
		noIcons  = "you do not see which session needs you"
		main     = "session main (/dev/pts/1): "
	)
	place := func(presence doctor.Presence, option string) doctor.Place {
		return doctor.Place{Presence: presence, Option: option}
	}
	absent := func(option string) doctor.Place { return place(doctor.Absent, option) }
	off := func(option string) doctor.Place { return place(doctor.Off, option) }
	for _, tt := range []struct {
		name  string
		spoil func(f *doctor.Facts)
		want  []doctor.Finding
	}{
		{
			name: "a program draws, not tmux",
			spoil: func(f *doctor.Facts) {
				f.Clients[0].Control, f.Screens = true, nil
			},
			want: []doctor.Finding{{
				Level:   doctor.Note,
				Message: "/dev/pts/1: in control mode, where a program draws and not tmux",
				Reason:  "it shows no icons and counts, and no status line starts #(atm sync --follow)",
				Remedy: "run-shell -b 'atm sync --follow >/dev/null', now and in your tmux.conf; " +
					"atm ls shows the sessions",
			}},
		},
		{
			name:  "everything",
			spoil: func(*doctor.Facts) {},
			want:  []doctor.Finding{{Level: doctor.OK, Message: "icons and counts"}},
		},
		{
			name: "formats of one's own",
			spoil: func(f *doctor.Facts) {
				f.Tmux.HasDrawn = false
				f.Screens[0].Counts.ByHand, f.Screens[0].Windows = true, absent("window-status-format")
			},
			want: []doctor.Finding{{
				Level:   doctor.OK,
				Message: "counts, icons on borders, in formats of your own",
			}},
		},
		{
			name: "never set up",
			spoil: func(f *doctor.Facts) {
				f.Tmux.HasDrawn, f.Tmux.Formats = false, false
				f.Screens = []doctor.Screen{{Session: "main"}}
			},
			want: []doctor.Finding{{
				Level:   doctor.Note,
				Message: "the running server does not draw icons",
				Reason:  "atm can be asked, but tmux shows nothing by itself",
				Remedy:  "atm setup",
				Fix:     doctor.FixTmux,
			}},
		},
		{
			name: "set up to draw nothing",
			spoil: func(f *doctor.Facts) {
				f.Tmux.HasDrawn = false
				f.Screens = []doctor.Screen{{Session: "main"}}
			},
			want: []doctor.Finding{{
				Level:   doctor.OK,
				Message: "nothing by itself: @atm_counts, @atm_window and @atm_pane are for formats of your own",
			}},
		},
		{
			name:  "status-right was replaced",
			spoil: func(f *doctor.Facts) { f.Screens[0].Counts = absent("status-right") },
			want: []doctor.Finding{
				{Level: doctor.OK, Message: "icons beside windows, icons on borders"},
				{
					Level:   doctor.Note,
					Message: main + "no counts, because status-right is without #{E:@atm_counts}",
					Reason:  noCounts,
					Remedy:  "atm setup puts it there",
					Fix:     doctor.FixTmux,
				},
			},
		},
		{
			name: "a session has a status-right of its own",
			spoil: func(f *doctor.Facts) {
				other := screen()
				other.Session, other.Clients = "other", []string{"/dev/pts/2", "/dev/pts/3"}
				other.Counts = doctor.Place{Presence: doctor.Absent, Option: "status-right", Own: true}
				f.Screens = append(f.Screens, other)
			},
			want: []doctor.Finding{
				{Level: doctor.OK, Message: main + "icons and counts"},
				{
					Level:   doctor.OK,
					Message: "session other (/dev/pts/2, /dev/pts/3): icons beside windows, icons on borders",
				},
				{
					Level: doctor.Note,
					Message: "session other (/dev/pts/2, /dev/pts/3): no counts, because its own status-right " +
						"is without #{E:@atm_counts}",
					Reason: noCounts,
					Remedy: "put #{E:@atm_counts} into that value, or unset it: set -ut '=other:' status-right",
				},
			},
		},
		{
			name:  "no borders, which somebody may want",
			spoil: func(f *doctor.Facts) { f.Screens[0].Borders = off("pane-border-status") },
			want: []doctor.Finding{{
				Level:   doctor.OK,
				Message: "counts, icons beside windows; none on borders: pane-border-status is off",
			}},
		},
		{
			name: "windows that are not the current one have no icon",
			spoil: func(f *doctor.Facts) {
				f.Screens[0].Windows.Without = "window-status-format"
			},
			want: []doctor.Finding{
				{Level: doctor.OK, Message: "counts, icons beside windows, icons on borders"},
				{
					Level: doctor.Note,
					Message: main + "no icon beside windows that are not the current one, because " +
						"window-status-format is without #{E:@atm_window}",
					Reason: "you do not see there which session needs you",
					Remedy: "atm setup puts it there",
					Fix:    doctor.FixTmux,
				},
			},
		},
		{
			name: "no icons at all",
			spoil: func(f *doctor.Facts) {
				f.Screens[0].Windows = absent("window-status-format")
				f.Screens[0].Borders = off("pane-border-status")
			},
			want: []doctor.Finding{
				{Level: doctor.OK, Message: "counts"},
				{
					Level: doctor.Note,
					Message: main + "no icons, because window-status-format is without " +
						"#{E:@atm_window}, and pane-border-status is off",
					Reason: noIcons,
					Remedy: "atm setup puts it there; or set -g pane-border-status top",
					Fix:    doctor.FixTmux,
				},
			},
		},
		{
			name: "no status line",
			spoil: func(f *doctor.Facts) {
				f.Screens[0].Counts, f.Screens[0].Windows = off("status"), off("status")
				f.Screens[0].Sync = off("status")
			},
			want: []doctor.Finding{
				{Level: doctor.OK, Message: "icons on borders; none beside windows: status is off"},
				{
					Level:   doctor.Note,
					Message: main + "no counts, because status is off",
					Reason:  noCounts,
					Remedy:  "set -g status on",
				},
			},
		},
		{
			name: "a status line of one's own",
			spoil: func(f *doctor.Facts) {
				f.Screens[0].Counts = doctor.Place{Presence: doctor.Unreached, Option: "status-format[0]"}
			},
			want: []doctor.Finding{
				{Level: doctor.OK, Message: "icons beside windows, icons on borders"},
				{
					Level:   doctor.Note,
					Message: main + "no counts, because status-format[0] does not show status-right",
					Reason:  noCounts,
					Remedy: "put #{E:@atm_counts} into status-format[0], " +
						"or unset all lines: set -gu status-format",
				},
			},
		},
		{
			name: "a line that is too short",
			spoil: func(f *doctor.Facts) {
				f.Screens[0].Counts = doctor.Place{Presence: doctor.CutOff, Option: "status-right"}
			},
			want: []doctor.Finding{
				{Level: doctor.OK, Message: "icons beside windows, icons on borders"},
				{
					Level: doctor.Note,
					Message: main + "no counts, because status-right has #{E:@atm_counts} " +
						"behind its status-right-length",
					Reason: noCounts,
					Remedy: "put #{E:@atm_counts} first in status-right, or make status-right-length larger",
				},
			},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := healthy()
			tt.spoil(&f)
			if diff := cmp.Diff(tt.want, findingsOf(f, "drawing")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestRemedyForSession: tmux and a shell run the remedy for an option of a session's own. It changes that session and
// no other one, also where its name is the number of a window and a pane elsewhere, or has a quote.
func TestRemedyForSession(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	names := []string{"0", "1", "it's"}
	for _, name := range names {
		if name != "0" { // that one is there
			s.Tmux("new-session", "-d", "-s", name, "sleep 1000")
		}
		s.Tmux("new-window", "-d", "-t", "="+name+":", "sleep 1000")
		s.Tmux("split-window", "-d", "-t", "="+name+":", "sleep 1000")
	}
	s.AttachTo("0")
	s.AttachTo("1")
	file := filepath.Join(t.TempDir(), "tmux.conf")
	for _, name := range names {
		f := healthy()
		f.Screens[0].Session = name
		f.Screens[0].Counts = doctor.Place{Presence: doctor.Off, Option: "status", Own: true}
		findings := findingsOf(f, "drawing")
		remedy := findings[len(findings)-1].Remedy
		if err := os.WriteFile(file, []byte(remedy+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, way := range [][]string{{s.Binary, "-S", s.Socket, "source-file", file},
			{"sh", "-c", `"$0" -S "$1" ` + remedy, s.Binary, s.Socket}} {
			for _, session := range names {
				s.Tmux("set-option", "-t", "="+session+":", "status", "off")
			}
			if out, err := exec.Command(way[0], way[1:]...).CombinedOutput(); err != nil || len(out) > 0 {
				t.Errorf("%s: %v: %s", remedy, err, out)
			}
			for _, session := range names {
				want := map[bool]string{true: "on", false: "off"}[session == name]
				if got := s.Tmux("show-options", "-vt", "="+session+":", "status"); got != want {
					t.Errorf("%s: status of session %s is %s", remedy, session, got)
				}
			}
		}
	}
}

// findingsOf returns the findings of one check, without its name.
func findingsOf(f doctor.Facts, check string) []doctor.Finding {
	var findings []doctor.Finding
	for _, finding := range doctor.Examine(f) {
		if finding.Check == check {
			finding.Check = ""
			findings = append(findings, finding)
		}
	}
	return findings
}
