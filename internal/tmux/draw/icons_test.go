package draw_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
	"atm/internal/tmux/draw"
	opt "atm/tmuxopt"
)

// show has tmux draw a format in the context of a target, as list-panes does, and leaves out
// its colours.
func show(s *tmuxtest.Server, target, format string) string {
	return draw.Uncoloured(s.Tmux("display-message", "-p", "-t", target, format))
}

func TestPaneFormat(t *testing.T) {
	t.Parallel()
	const session = "23e30f82-0000-4000-8000-000000000000"
	type icons struct{ Classic, States, ASCII, ID string }
	tests := []struct {
		name, session, state, status string
		want                         icons
	}{
		{
			name: "no session ever ran", session: "", state: "", status: "",
			want: icons{Classic: "", States: "", ASCII: "", ID: ""},
		},
		{
			name: "ended", session: session, state: "", status: "",
			want: icons{
				Classic: "[■]", States: "■", ASCII: ".", ID: "[■] 23e30f82",
			},
		},
		{
			name: "working", session: session, state: "working", status: "running",
			want: icons{
				Classic: "[▶]", States: "▶", ASCII: ">", ID: "[▶] 23e30f82",
			},
		},
		{
			name: "attention", session: session, state: "attention", status: "stopped",
			want: icons{
				Classic: "[⏸]", States: "!", ASCII: "!", ID: "[⏸] 23e30f82",
			},
		},
		{
			name: "idle", session: session, state: "idle", status: "stopped",
			want: icons{
				Classic: "[⏸]", States: "⏸", ASCII: "-", ID: "[⏸] 23e30f82",
			},
		},
		{
			name: "error", session: session, state: "error", status: "stopped",
			want: icons{
				Classic: "[⏸]", States: "✗", ASCII: "x", ID: "[⏸] 23e30f82",
			},
		},
		{
			name: "cld has just started it", session: "", state: "starting", status: "",
			want: icons{
				Classic: "", States: "…", ASCII: "~", ID: "",
			},
		},
		{
			name: "a later version's words", session: session, state: "thinking",
			status: "paused",
			want: icons{
				Classic: "[?]", States: "¿", ASCII: "=", ID: "[?] 23e30f82",
			},
		},
		{
			name: "hostile words", session: "#[fg=red]#(touch x)", state: "#{pane_id}",
			status: "a,b}",
			want: icons{
				Classic: "[?]", States: "¿", ASCII: "=", ID: "[?] fgredtou",
			},
		},
	}
	s := tmuxtest.Start(t)
	for _, tt := range tests {
		s.Send(t, opt.Set(opt.SessionID, tt.session), opt.Set(opt.State, tt.state),
			opt.Set(opt.Status, tt.status))
		got := icons{
			Classic: show(s, "%0", draw.PaneFormat(opt.Classic)),
			States:  show(s, "%0", draw.PaneFormat(opt.States)),
			ASCII:   show(s, "%0", draw.PaneFormat(opt.ASCII)),
			ID:      show(s, "%0", draw.PaneIDFormat(opt.Classic)),
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestIconsAreOneColumnWide(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	for _, set := range draw.IconSets() {
		for _, icon := range draw.Signs(set) {
			want := "1"
			if set == opt.Classic {
				want = "3" // with brackets
			}
			// list-panes expands no times.
			if got := s.Tmux("list-panes", "-F", "#{w:#{l:"+icon.Sign+"}}"); got != want {
				t.Errorf("%s %s %q: %s columns, not %s", set, icon.Name, icon.Sign, got, want)
			}
		}
	}
}

func TestUserIcons(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	s.Send(t, opt.Set(opt.SessionID, "x"), opt.Set(opt.State, "attention"), opt.Set(opt.Status, "stopped"))
	tests := []struct {
		name, option, value string
		pane, window        string
	}{
		{name: "classic is the default", option: "", value: "", pane: "[⏸]", window: "(⏸)"},
		{name: "another set", option: "@atm-icons", value: "states", pane: "!", window: "!"},
		{
			name: "an icon of this set", option: "@atm-icon-attention", value: "#[fg=red]W",
			pane: "#[fg=red]W", window: "#[fg=red]W",
		},
		{
			name: "a format is not expanded", option: "@atm-icon-attention",
			value: "#{pane_id}#(touch x)", pane: "#{pane_id}#(touch x)",
			window: "#{pane_id}#(touch x)",
		},
		{
			name: "back to classic", option: "@atm-icons", value: "classic", pane: "[⏸]",
			window: "(⏸)",
		},
		{
			name: "classic, changed", option: "@atm-icon-stopped", value: "S,}", pane: "S,}",
			window: "(⏸)",
		},
		{name: "its window, changed", option: "@atm-icon-window", value: "W", pane: "S,}", window: "W"},
		{
			name: "an unknown set is classic", option: "@atm-icons", value: "emoji", pane: "S,}",
			window: "W",
		},
	}
	for _, tt := range tests {
		if tt.option != "" {
			s.Tmux("set-option", "-g", tt.option, tt.value)
		}
		got := []string{show(s, "%0", draw.PaneFormat(opt.Auto)), show(s, "%0", draw.WindowFormat(opt.Auto))}
		if diff := cmp.Diff([]string{tt.pane, tt.window}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// fill gives each state its panes: one window per word, one pane per letter.
func fill(s *tmuxtest.Server, windows ...string) {
	states := map[rune][3]string{ // state, status, intent
		'a': {"attention", "stopped", "question"}, 'e': {"error", "stopped", "question"},
		'w': {"working", "running", "question"}, 'i': {"idle", "stopped", "completion"},
		'q': {"idle", "stopped", "question"}, 's': {"starting", "", ""}, 'x': {"", "", ""},
		'z': {"idle", "stopped", "question"}, // asleep
	}
	for _, window := range windows {
		pane := s.NewPane()
		for i, letter := range window {
			if i > 0 {
				pane = s.Tmux("split-window", "-d", "-P", "-F", "#{pane_id}", "-t", pane, "sleep 10000")
				s.Tmux("select-layout", "-t", pane, "tiled")
			}
			s.Tmux("set-option", "-pt", pane, string(opt.SessionID), "id", ";", "set-option", "-pt", pane,
				string(opt.State), states[letter][0],
				";", "set-option", "-pt", pane, string(opt.Status), states[letter][1],
				";", "set-option", "-pt", pane, string(opt.Intent), states[letter][2])
			if letter == 'z' {
				s.Tmux("set-option", "-pt", pane, string(opt.AsleepUntil), "2000000000")
			}
			s.Reshow(pane)
		}
	}
}

// TestUnseenIcon: if a policy for seeing is installed, a session that finished unseen has another icon than
// an idle one.
func TestUnseenIcon(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	s.Send(t, opt.Set(opt.SessionID, "x"), opt.Set(opt.State, "idle"), opt.Set(opt.Status, "stopped"),
		opt.Set(opt.Since, "5"))
	draw := func() []string {
		return []string{show(s, "%0", draw.PaneFormat(opt.States)),
			show(s, "%0", draw.WindowFormat(opt.ASCII)), show(s, "%0", draw.PaneFormat(opt.Classic))}
	}
	for _, step := range []struct {
		name, option, value string
		want                []string
	}{
		{name: "no policy", option: "@x", value: "", want: []string{"⏸", "-", "[⏸]"}},
		{
			name: "a policy, not seen", option: opt.ActiveSeenPolicyOption, value: "dwell",
			want: []string{"✓", "+", "[⏸]"},
		},
	} {
		s.Tmux("set-option", "-g", step.option, step.value)
		s.Reshow("%0")
		if diff := cmp.Diff(step.want, draw()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", step.name, diff)
		}
	}
	s.Send(t, opt.Set(opt.Seen, "5"))
	if diff := cmp.Diff([]string{"⏸", "-", "[⏸]"}, draw()); diff != "" {
		t.Errorf("seen (-want +got):\n%s", diff)
	}
}

func TestWindowFormat(t *testing.T) {
	t.Parallel()
	tests := []struct{ panes, classic, states, ascii string }{
		{panes: "x", classic: "", states: "", ascii: ""},
		{panes: "w", classic: "", states: "▶", ascii: ">"},
		{panes: "s", classic: "", states: "…", ascii: "~"},
		{panes: "wi", classic: "(⏸)", states: "▶", ascii: ">"},
		{panes: "iewa", classic: "(⏸)", states: "!", ascii: "!"},
		{panes: "iew", classic: "(⏸)", states: "✗", ascii: "x"},
		{panes: "xi", classic: "(⏸)", states: "⏸", ascii: "-"},
		{panes: "iwq", classic: "(⏸)", states: "?", ascii: "?"},
		{panes: "qe", classic: "(⏸)", states: "✗", ascii: "x"},
		{panes: "z", classic: "", states: "⏾", ascii: "z"},
		{panes: "zi", classic: "(⏸)", states: "⏸", ascii: "-"},
	}
	s := tmuxtest.Start(t)
	for i, tt := range tests {
		fill(s, tt.panes)
		target := fmt.Sprintf(":%d", i+1)
		got := []string{show(s, target, draw.WindowFormat(opt.Classic)),
			show(s, target, draw.WindowFormat(opt.States)), show(s, target, draw.WindowFormat(opt.ASCII))}
		if diff := cmp.Diff([]string{tt.classic, tt.states, tt.ascii}, got); diff != "" {
			t.Errorf("panes %s (-want +got):\n%s", tt.panes, diff)
		}
	}
}

func TestCountsFormat(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	counts := func() []string {
		return []string{show(s, "%0", draw.CountsFormat(opt.Classic)),
			show(s, "%0", draw.CountsFormat(opt.ASCII)), show(s, "%0", draw.CountsFormat(opt.Auto))}
	}
	check := func(name string, want ...string) {
		t.Helper()
		if diff := cmp.Diff(want, counts()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	check("no session", "", "", "")
	fill(s, "x", "s")
	check("one that has ended and one that starts", "", "", "")
	fill(s, "iww", "i")
	check("idle and working", "▶2 ⏸2", ">2 -2", "▶2 ⏸2")
	fill(s, "aew", strings.Repeat("i", 9))
	check("all, and a count of two digits", "!1 ✗1 ▶3 ⏸11", "!1 x1 >3 -11", "!1 ✗1 ▶3 ⏸11")
	s.Tmux("new-session", "-d", "-t", "0", "-s", "grouped")
	check("grouped sessions count once", "!1 ✗1 ▶3 ⏸11", "!1 x1 >3 -11", "!1 ✗1 ▶3 ⏸11")
	s.Tmux("rename-session", "-t", "=0", "büro 三")
	check("a name of several bytes for a character", "!1 ✗1 ▶3 ⏸11", "!1 x1 >3 -11", "!1 ✗1 ▶3 ⏸11")
	s.Tmux("rename-session", "-t", "=büro 三", "0")
	odd := s.Tmux("new-session", "-d", "-s", "a,b #{x} *", "-P", "-F", "#{session_id}")
	s.Tmux("link-window", "-s", "0:3", "-t", odd+":7")
	check("a linked window counts once", "!1 ✗1 ▶3 ⏸11", "!1 x1 >3 -11", "!1 ✗1 ▶3 ⏸11")
	fill(s, "qiq")
	check("who asks is not merely idle", "!1 ✗1 ?2 ▶3 ⏸12", "!1 x1 ?2 >3 -12", "!1 ✗1 ?2 ▶3 ⏸12")
	fill(s, "zz")
	check("who is asleep is not idle", "!1 ✗1 ?2 ▶3 ⏸12 ⏾2", "!1 x1 ?2 >3 -12 z2", "!1 ✗1 ?2 ▶3 ⏸12 ⏾2")
	s.Tmux("set-option", "-g", "@atm-icon-attention", "#[fg=red]A", ";", "set-option", "-g", "@atm-icons",
		"ascii")
	check("changed icons", "#[fg=red]A1 ✗1 ?2 ▶3 ⏸12 ⏾2", "#[fg=red]A1 x1 ?2 >3 -12 z2",
		"#[fg=red]A1 x1 ?2 >3 -12 z2")
}

// TestCountsOfLinkedWindows: a session counts once, in whatever places its window stands, and
// whatever the tmux sessions there are called.
func TestCountsOfLinkedWindows(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	fill(s, "wi")
	s.Tmux("rename-session", "-t", "0", "main")
	for _, step := range []struct {
		name string
		cmds [][]string
	}{
		{name: "one session"},
		{"a group", [][]string{{"new-session", "-d", "-t", "main", "-s", "grp"}}},
		{"a group with a window that it shows twice", [][]string{{"link-window", "-s", "@0", "-t", "grp:9"}}},
		{"a comma in a group", [][]string{{"rename-session", "-t", "grp", "main,grp"}}},
		{"a name that is the beginning of the other", [][]string{{"rename-session", "-t", "main", "a"},
			{"rename-session", "-t", "=main,grp", "a,b"}}},
		{"no group any more, the window is shown twice", [][]string{{"kill-session", "-t", "=a,b"}}},
		{"linked to another session", [][]string{{"new-session", "-d", "-s", "other", "sleep 1000"},
			{"link-window", "-s", "@0", "-t", "other:7"}}},
		{"linked to a group", [][]string{{"new-session", "-d", "-t", "other", "-s", "o2"}}},
		{"names that are formats and lists", [][]string{{"rename-session", "-t", "other", "a,a"},
			{"rename-session", "-t", "o2", "#{session_id},#(x) WINDOW"}}},
	} {
		for _, cmd := range step.cmds {
			s.Tmux(cmd...)
		}
		s.Tmux("set-option", "-s", "@counts", draw.CountsFormat(opt.States))
		if got := draw.Uncoloured(s.Tmux("display-message", "-pt", "%0", "#{E:@counts}")); got != "▶1 ⏸1" {
			t.Errorf("%s: %q", step.name, got)
		}
	}
}

// TestLooks looks at the colours of a screen, with every look and every word of before. What
// stands before and after an icon keeps the colours that it has, also within a theme.
func TestLooks(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	screen := s.Attach()
	const theme = "#[fg=blue]#[bg=white]"
	for option, value := range map[string]string{
		"pane-border-status": "top", "pane-border-format": "HERE" + draw.PaneFormat(opt.States),
		"status-left": "", "status-style": "bg=green,fg=black",
		"window-status-current-format": "TAB" + theme + "(" + draw.WindowFormat(opt.States) + ")",
		"status-right":                 draw.CountsFormat(opt.States) + " END",
		"pane-active-border-style":     "fg=blue" + draw.BorderStyle(),
	} {
		s.Tmux("set-option", "-g", option, value)
	}
	if !older(s, "3") {
		s.Tmux("set-option", "-g", "window-status-current-style", "fg=blue"+draw.WindowStyle())
	}
	if !older(s, "7") {
		s.Tmux("set-option", "-g", "window-style", "default"+draw.PaneStyle())
	}
	s.Tmux("respawn-pane", "-k", "echo SCREEN; exec sleep 1000")
	for _, step := range []struct {
		style, state     string
		sign, icon       string // the icon, and the style that it has
		border, tab, all string
	}{
		{style: "", state: "attention", sign: "!", icon: "7;31", border: "34", tab: "34;42"},
		{style: "calm", state: "error", sign: "✗", icon: "7;35", border: "34", tab: "34;42"},
		{style: "calm", state: "idle", sign: "⏸", icon: "2", border: "34", tab: "34;42"},
		{style: "loud", state: "attention", sign: "!", icon: "7;31", border: "31", tab: "30;41", all: "37;40"},
		{style: "loud", state: "error", sign: "✗", icon: "7;35", border: "35", tab: "30;45"},
		{style: "on", state: "working", sign: "▶", icon: "7;33", border: "33", tab: "30;43"},
		{style: "on", state: "idle", sign: "⏸", icon: "2", border: "34", tab: "34;42"},
		{style: "off", state: "working", sign: "▶", border: "34", tab: "34;42"},
		{style: "plain", state: "attention", sign: "!", border: "34", tab: "34;42"},
		{style: "loud", state: "", sign: "nothing", border: "34", tab: "34;42"},
		{style: "nonsense", state: "attention", sign: "!", icon: "7;31", border: "34", tab: "34;42"},
	} {
		s.Tmux("set-option", "-g", opt.StyleOption, step.style, ";", "set-option", "-pt", "%0",
			string(opt.State), step.state, ";", "set-option", "-pt", "%0", string(opt.Shown), step.state)
		inTab, counted := step.icon, step.icon
		if step.icon == "" || step.icon == "2" { // that of what is around it, or that and dim
			inTab, counted = strings.TrimPrefix(step.icon+";34;47", ";"), strings.TrimPrefix(step.icon+";30;42", ";")
		}
		want := map[string]string{
			"HERE": step.border, step.sign + ")": inTab, ")": "34;47", step.sign + "1": counted, "1 END": counted,
			" END": "30;42",
		}
		if step.state == "" { // nobody's pane but the user's own
			want = map[string]string{"HERE": step.border, ")": "34;47", " END": "30;42"}
		}
		if !older(s, "3") {
			want["TAB"] = step.tab
		}
		if want["SCREEN"] = step.all; older(s, "7") {
			want["SCREEN"] = ""
		}
		got := map[string]string{}
		screen.Until(fmt.Sprintf("%v is drawn", step), func() bool {
			cells := tmuxtest.Cells(screen.Tmux("capture-pane", "-e", "-p"))
			for text := range want {
				got[text] = cells.Style(text)
			}
			return cmp.Equal(want, got)
		})
	}
}

// TestFormatsAreShort: tmux draws nothing of a format of more than 8 KiB, and the user's own
// parts stand around ours.
func TestFormatsAreShort(t *testing.T) {
	t.Parallel()
	for name, format := range map[string]string{
		"pane": draw.PaneIDFormat(opt.Auto), "window": draw.WindowFormat(opt.Auto), "counts": draw.CountsFormat(opt.Auto),
		"meter": draw.MeterFormat(opt.Auto), "border style": draw.BorderStyle(), "window style": draw.WindowStyle(),
	} {
		if len(format) > 8*1024 {
			t.Errorf("%s: %d bytes", name, len(format))
		}
	}
}

// TestFormatsHaveNoPercentSign: what begins no time is drawn differently on each system.
func TestFormatsHaveNoPercentSign(t *testing.T) {
	t.Parallel()
	formats := map[string]string{"tree": draw.TreeFormat(), "limits": draw.LimitsFormat(), "effort": draw.EffortFormat(),
		"tasks": draw.TasksFormat(), "counts": draw.CountsFormat(opt.Auto), "pane": draw.PaneIDFormat(opt.ASCII),
		"icons": strings.Join(draw.StateIconsCommand(opt.ASCII), " ")}
	for _, d := range draw.Definitions() {
		formats[d.Option] = d.Format
	}
	for name, format := range formats {
		// The seconds are meant to be a time.
		if strings.Contains(strings.ReplaceAll(format, "#{T:#{l:%s}}", ""), "%") {
			t.Errorf("%s: %s", name, format)
		}
	}
}

// older reports whether a server is older than tmux 3.N.
func older(s *tmuxtest.Server, n string) bool {
	return s.Tmux("display-message", "-p", opt.Before(n)) == "1"
}

func BenchmarkFormats(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		draw.PaneFormat(opt.Auto)
		draw.WindowFormat(opt.Auto)
		draw.CountsFormat(opt.Auto)
	}
}

// TestStateIconsWithoutServer: without a server the icons are those of the set.
func TestStateIconsWithoutServer(t *testing.T) {
	t.Parallel()
	for set, want := range map[opt.Icons]string{
		opt.ASCII: "-", opt.States: "⏸", opt.Classic: "⏸", opt.Auto: "⏸",
	} {
		if got := draw.ParseStateIcons(set, "")[string(opt.Idle)]; got != want {
			t.Errorf("%s: %q, not %q", set, got, want)
		}
	}
}
