package tmuxconf_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/setup/tmuxconf"
	"atm/tmuxopt"
)

// TestDrawn: what a person sees. The names of windows and the settings stay complete.
func TestDrawn(t *testing.T) {
	t.Parallel()
	s := start(t, tmuxconf.Conf{Program: "/bin/true"})
	s.read()
	s.Tmux("rename-window", "work")
	for option, value := range map[tmuxopt.Option]string{
		tmuxopt.SessionID:  "x",
		tmuxopt.Title:      "Fix #(the) parser",
		tmuxopt.ContextPct: "84",
		tmuxopt.Status:     "stopped",
		tmuxopt.State:      "attention",
		tmuxopt.Detail:     "Permission: #[fg=red]Bash",
	} {
		s.Tmux("set-option", "-pt", "%0", string(option), value)
	}
	outer := s.Attach()
	for _, want := range []string{"0:work* !", "!1 \"", "! Fix #(the) parser · Permission: #[fg=red]Bash · 84 % ──"} {
		s.Until("the screen shows "+want, func() bool {
			return strings.Contains(outer.Tmux("capture-pane", "-p"), want)
		})
	}
}

// TestBorderOnce: the border shows number and title only once, and tmux's own ones if there is no session.
func TestBorderOnce(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, format, with, without string }{
		{name: "tmux's own", with: "─ ■ ▲ Fix ──", without: `0 "the title"`},
		{name: "a title among others", format: " #P: #{pane_title} x", with: "─ ■ ▲ Fix ─  0:  x", without: "0: the title x"},
		{name: "no title", format: "#[fg=red,bold]#P", with: "─ ■ ▲ Fix ─ 0", without: "──0──"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := start(t, tmuxconf.Conf{Program: "/bin/true"})
			if tt.format != "" {
				s.Tmux("set-option", "-g", "pane-border-format", tt.format)
			}
			before := s.Tmux("show-options", "-gv", "pane-border-format")
			s.Tmux("select-pane", "-t", "%0", "-T", "the title")
			s.read()
			outer := s.Attach()
			shows := func(want string) {
				s.Until("the screen shows "+want, func() bool {
					return strings.Contains(outer.Tmux("capture-pane", "-p"), want)
				})
			}
			shows(tt.without)
			s.Tmux("set-option", "-pt", "%0", string(tmuxopt.SessionID), "x", ";",
				"set-option", "-pt", "%0", string(tmuxopt.Title), "▲ Fix", ";",
				"set-option", "-pt", "%0", string(tmuxopt.State), "idle", ";",
				"set-option", "-pt", "%0", string(tmuxopt.Shown), "idle", ";",
				"set-option", "-g", "@atm-icon-idle", "■")
			shows(strings.TrimPrefix(tt.with, "─"))
			s.undo()
			if after := s.Tmux("show-options", "-gv", "pane-border-format"); after != before {
				t.Errorf("%q, not %q", after, before)
			}
		})
	}
}

// TestTabs: the icon of a window is inside its tab, and undoing restores the user's format exactly.
func TestTabs(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, format, want string }{
		{name: "tmux's own", want: "0:work* !"},
		{name: "a name alone", format: "#I #W", want: "0 work !"},
		{name: "a blank at the end", format: " #I #W ", want: " 0 work ! "},
		{name: "the edge of a tab", format: "#[fg=black,bg=green] #I #W #[fg=green,bg=black]>", want: " 0 work ! >"},
		{name: "two names", format: "#[bold]#{?window_active,[#W],#W}#[default]|", want: "[work]| !"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := start(t, tmuxconf.Conf{Program: "/bin/true"})
			const option = "window-status-current-format"
			if tt.format != "" {
				s.Tmux("set-option", "-g", option, tt.format)
			}
			before := s.Tmux("show-options", "-gv", option)
			s.read()
			s.Tmux("rename-window", "work", ";", "set-option", "-p", string(tmuxopt.SessionID), "x", ";",
				"set-option", "-p", string(tmuxopt.State), "attention", ";",
				"set-option", "-p", string(tmuxopt.Shown), "attention")
			outer := s.Attach()
			s.Until("the status line shows "+tt.want, func() bool {
				return strings.Contains(outer.Tmux("capture-pane", "-p"), tt.want)
			})
			s.undo()
			if after := s.Tmux("show-options", "-gv", option); after != before {
				t.Errorf("%q, not %q", after, before)
			}
		})
	}
}

// TestSeen: the policy that the user has chosen.
func TestSeen(t *testing.T) {
	t.Parallel()
	s := start(t, tmuxconf.Conf{Program: "/opt/atm", Dwell: 7})
	s.Tmux("set-option", "-p", string(tmuxopt.State), "idle", ";", "set-option", "-p", string(tmuxopt.Since), "5")
	for policy, want := range map[string]string{
		"": "/opt/atm seen --after 7s %0 1 ", "visit": "/opt/atm seen --after 0s %0 1 ", "respond": ":",
		"dwell": "/opt/atm seen --after 7s %0 1 ", "another": "/opt/atm seen --after 7s %0 1 ",
	} {
		s.Tmux("set-option", "-g", "@atm-seen", policy, ";", "set-option", "-w", tmuxopt.VisitOption, "1")
		s.read()
		_, program, _ := strings.Cut(s.Tmux("display-message", "-p", "#{E:after-list-buffers[8128]}"), `"`)
		if !strings.HasPrefix(program, want) {
			t.Errorf("%q: tmux runs %q, not %q", policy, program, want)
		}
		s.Tmux("set-hook", "-gR", "after-select-window")
		visits := s.Tmux("show-options", "-wv", tmuxopt.VisitOption)
		if (visits == "2") != strings.Contains(want, "seen") {
			t.Errorf("%q: %s visits", policy, visits)
		}
	}
}

// TestIcons: the icon set is selected unless the user has selected another one, and undoing keeps the user's
// choice.
func TestIcons(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name          string
		before, after []string // what the user sets, before and after our file is read
		want          string
		undone        string // the option after everything was taken back
	}{
		{name: "no choice", want: "states"},
		{name: "before", before: []string{"@atm-icons", "classic"}, want: "classic", undone: "classic"},
		{name: "the same before", before: []string{"@atm-icons", "states"}, want: "states", undone: "states"},
		{name: "nothing, on purpose", before: []string{"@atm-icons", ""}, want: ""},
		{name: "after", after: []string{"@atm-icons", "ascii"}, want: "ascii", undone: "ascii"},
		{name: "an icon of the classic set", before: []string{"@atm-icon-stopped", "S"}, want: ""},
		{name: "an icon of another set", before: []string{"@atm-icon-idle", "i"}, want: "states"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := start(t, tmuxconf.Conf{Program: "/opt/atm", Minimal: true})
			if tt.before != nil {
				s.Tmux("set-option", "-g", tt.before[0], tt.before[1])
			}
			s.read()
			if tt.after != nil {
				s.Tmux("set-option", "-g", tt.after[0], tt.after[1])
			}
			for _, time := range []string{"once", "twice"} {
				if got := s.Tmux("show-options", "-gqv", "@atm-icons"); got != tt.want {
					t.Errorf("read %s: %q, not %q", time, got, tt.want)
				}
				s.read()
			}
			s.undo()
			if got := s.Tmux("show-options", "-gqv", "@atm-icons"); got != tt.undone {
				t.Errorf("undone: %q, not %q", got, tt.undone)
			}
		})
	}
}

func TestMinimal(t *testing.T) {
	t.Parallel()
	s := start(t, tmuxconf.Conf{Program: "/opt/atm", Minimal: true})
	before := s.all()
	s.read()
	for kind, text := range s.all() {
		for line := range strings.Lines(text) {
			name, _, _ := strings.Cut(line, " ")
			ours := strings.HasPrefix(name, "@atm_") || name == "@atm-icons" || name == "@atm-now-icons"
			if !strings.Contains(before[kind], line) && !ours {
				t.Errorf("sets %s", line)
			}
		}
	}
}

// TestStylesOfWindows: the own styles of the window in which the file is read stay as they are.
func TestStylesOfWindows(t *testing.T) {
	t.Parallel()
	s := start(t, tmuxconf.Conf{Program: "/opt/atm"})
	s.Tmux("set-option", "-g", "window-status-style", "fg=cyan")
	s.Tmux("new-window", "sleep 1000")
	s.Tmux("set-option", "-w", "window-status-style", "bg=red")
	s.Tmux("set-option", "-w", "pane-border-style", "fg=blue")
	before, own := s.all(), s.Tmux("show-options", "-w")
	border := s.Tmux("show-options", "-gqv", "pane-border-style")
	wanted := map[string]string{
		"window-status-style":         "fg=cyan#{E:@atm_window_style}",
		"pane-border-style":           border + "#{E:@atm_border_style}",
		"window-status-current-style": "default",
		"window-style":                "default#{E:@atm_pane_style}",
	}
	if s.Tmux("display-message", "-p", tmuxopt.Before("7")) == "1" {
		wanted["window-style"] = "default" // a change of state would draw no pane anew
	}
	const current = "window-status-current-style"
	if own := s.Tmux("show-options", "-gqv", current); own != "default" { // tmux 3.8 underlines
		wanted[current] = own + "#{E:@atm_window_style}"
	}
	if strings.HasPrefix(s.Tmux("display-message", "-p", "#{version}"), "3.2") {
		wanted["window-status-style"] = "fg=cyan" // it is no format yet
	}
	s.read()
	for option, want := range wanted {
		if got := s.Tmux("show-options", "-gqv", option); got != want {
			t.Errorf("%s is %s, not %s", option, got, want)
		}
	}
	s.undo()
	if diff := cmp.Diff(before, s.all()); diff != "" {
		t.Errorf("(-before +after):\n%s", diff)
	}
	if got := s.Tmux("show-options", "-w"); got != own {
		t.Errorf("the window has %s, not %s", got, own)
	}
}
