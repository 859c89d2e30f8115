package draw_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
	"atm/internal/tmux/draw"
	opt "atm/tmuxopt"
)

func TestMeterFormat(t *testing.T) {
	t.Parallel()
	const session = "23e30f82-0000-4000-8000-000000000000"
	long := "Bash: "
	for i := range 40 {
		long += strconv.Itoa(i) + " "
	}
	type meter struct{ Title, Context, Cost, Meter string }
	tests := []struct {
		name    string
		options opt.Options
		want    meter
	}{
		{name: "no session ever ran"},
		{
			name:    "ended",
			options: opt.Options{opt.SessionID: session, opt.Title: "Fix the parser", opt.Said: "Done."},
			want:    meter{Title: "Fix the parser", Meter: "■ Fix the parser"},
		},
		{
			name: "it asks",
			options: opt.Options{opt.SessionID: session, opt.Title: "Fix the parser", opt.State: "attention",
				opt.Detail: "Permission: Bash", opt.Request: "Bash: rm -rf build/", opt.ContextPct: "84",
				opt.Cost: "0.35"},
			want: meter{Title: "Fix the parser", Context: "84 %", Cost: "$0.35",
				Meter: "! Fix the parser · Bash: rm -rf build/ · 84 %"},
		},
		{
			name: "it asks several things: nobody knows which of them is on the screen",
			options: opt.Options{opt.SessionID: session, opt.Title: "Fix it", opt.State: "attention",
				opt.Waiting: " main.a=permission ag1.b=permission ag2.c=permission", opt.RequestCall: "ag2.c",
				opt.Request: "Bash: rm -rf build/"},
			want: meter{Title: "Fix it", Meter: "! Fix it · 3 requests"},
		},
		{
			name: "it asks one thing, which the registry lists as well",
			options: opt.Options{opt.SessionID: session, opt.Title: "Fix it", opt.State: "attention",
				opt.Waiting: " registry.0=permission ag1.b=permission", opt.Request: "Bash: rm -rf build/"},
			want: meter{Title: "Fix it", Meter: "! Fix it · Bash: rm -rf build/"},
		},
		{
			name: "it asks, and the words are turned off",
			options: opt.Options{opt.SessionID: session, opt.State: "attention", opt.SessionDir: "/home/dev/src/api",
				opt.Detail: "Permission: Bash"},
			want: meter{Title: "api", Meter: "! api · Permission: Bash"},
		},
		{
			name: "it is called by what it was asked first",
			options: opt.Options{opt.SessionID: session, opt.State: "working", opt.Detail: "Bash",
				opt.FirstPrompt: "Find out why the parser is slow, and mend it", opt.Prompt: "Go on"},
			want: meter{
				Title: "Find out why the parser is slow, and men…",
				Meter: "▶ Find out why the parser is slow, and men… · Bash",
			},
		},
		{
			name: "it works",
			options: opt.Options{opt.SessionID: session, opt.Title: "t", opt.State: "working",
				opt.Detail:     "Bash",
				opt.ContextPct: "0"},
			want: meter{Title: "t", Context: "0 %", Meter: "▶ t · Bash · 0 %"},
		},
		{
			name: "it says what its tool does",
			options: opt.Options{opt.SessionID: session, opt.Title: "t", opt.State: "working", opt.Detail: "Bash",
				opt.Doing: "Bash: go test ./..."},
			want: meter{Title: "t", Meter: "▶ t · Bash: go test ./..."},
		},
		{
			name: "it says which subagents work",
			options: opt.Options{opt.SessionID: session, opt.Title: "t", opt.State: "working", opt.Detail: "Plan",
				opt.Agents: " a1=Explore a2=Plan"},
			want: meter{Title: "t", Meter: "▶ t · 2 agents: Explore, Plan"},
		},
		{
			name: "one subagent works",
			options: opt.Options{opt.SessionID: session, opt.Title: "t", opt.State: "working", opt.Detail: "Plan",
				opt.Agents: " a1=Explore"},
			want: meter{Title: "t", Meter: "▶ t · Explore"},
		},
		{
			name: "one subagent works in the background",
			options: opt.Options{opt.SessionID: session, opt.Title: "t", opt.State: "working", opt.Detail: "Bash",
				opt.Agents: " a1=Explore", opt.Given: "Measure, #(touch x) {caches}", opt.GivenAgent: "a1",
				opt.Doing: "Bash: make"},
			want: meter{Title: "t", Meter: "▶ t · agent: Measure, #(touch x) {caches}"},
		},
		{
			name: "what is known was given to another subagent",
			options: opt.Options{opt.SessionID: session, opt.Title: "t", opt.State: "working", opt.Detail: "Plan",
				opt.Agents: " a1=Explore", opt.Given: "Measure the caches", opt.GivenAgent: "a2"},
			want: meter{Title: "t", Meter: "▶ t · Explore"},
		},
		{
			name: "what is known was given to one of several",
			options: opt.Options{opt.SessionID: session, opt.Title: "t", opt.State: "working", opt.Detail: "Plan",
				opt.Agents: " a1=Explore a2=Plan", opt.Given: "Measure the caches", opt.GivenAgent: "a2"},
			want: meter{Title: "t", Meter: "▶ t · 2 agents: Explore, Plan"},
		},
		{
			name: "the main thread waits for one subagent",
			options: opt.Options{opt.SessionID: session, opt.Title: "t", opt.State: "working", opt.Detail: "Explore",
				opt.Agents: " a1=Explore", opt.Doing: "Agent: Measure, #(touch x) {caches}"},
			want: meter{Title: "t", Meter: "▶ t · agent: Measure, #(touch x) {caches}"},
		},
		{
			name: "the main thread waits for two",
			options: opt.Options{opt.SessionID: session, opt.Title: "t", opt.State: "working", opt.Detail: "Explore",
				opt.Agents: " a1=Explore a2=Plan", opt.Doing: "Agent: Measure the caches"},
			want: meter{Title: "t", Meter: "▶ t · 2 agents: Explore, Plan"},
		},
		{
			name: "one subagent works while the main thread does something else",
			options: opt.Options{opt.SessionID: session, opt.Title: "t", opt.State: "working", opt.Detail: "Bash",
				opt.Agents: " a1=Explore", opt.Doing: "Bash: make Agent: x"},
			want: meter{Title: "t", Meter: "▶ t · Explore"},
		},
		{
			name: "what Claude Code calls it is no word for people",
			options: opt.Options{opt.SessionID: session, opt.Title: "t", opt.State: "attention",
				opt.Detail: "ExitPlanMode"},
			want: meter{Title: "t", Meter: "! t · a plan"},
		},
		{
			name: "it has finished with a question",
			options: opt.Options{opt.SessionID: session, opt.Title: "t", opt.State: "idle",
				opt.Said:   "Which one?",
				opt.Intent: "question"},
			want: meter{Title: "t", Meter: "? t · Which one?"},
		},
		{
			name: "it has finished with a report",
			options: opt.Options{opt.SessionID: session, opt.Title: "t", opt.State: "idle", opt.Said: "Done.",
				opt.Intent: "completion"},
			want: meter{Title: "t", Meter: "⏸ t"},
		},
		{
			name: "it answers what it had asked before",
			options: opt.Options{opt.SessionID: session, opt.Title: "t", opt.State: "working",
				opt.Intent: "question"},
			want: meter{Title: "t", Meter: "▶ t"},
		},
		{
			name: "what is wanted is cut to the pane, and the context stays",
			options: opt.Options{opt.SessionID: session, opt.Title: "日本語", opt.State: "attention",
				opt.Request: long, opt.ContextPct: "100"},
			want: meter{Title: "日本語", Context: "100 %",
				Meter: "! 日本語 · Bash: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 1… · 100 %"},
		},
		{
			name: "control characters that another program has put there",
			options: opt.Options{opt.SessionID: session, opt.Title: "a\u009d0;b\u009cc\u0085\x1b[31md",
				opt.State: "attention", opt.Request: strings.Repeat("\u0080x", 100)},
			want: meter{Title: "a0;bc[31md", Meter: "! a0;bc[31md · " + strings.Repeat("x", 58) + "…"},
		},
		{
			name: "hostile words",
			options: opt.Options{opt.SessionID: "#(x)", opt.Title: "#[fg=red]#(touch x),}",
				opt.State:   "attention",
				opt.Request: "#{pane_id} %H a,b} ##", opt.ContextPct: "#(x)9,}", opt.Cost: "#{x}1.2,3"},
			want: meter{Title: "#[fg=red]#(touch x),}", Context: "9 %", Cost: "$1.23",
				Meter: "! #[fg=red]#(touch x),} · #{pane_id} %H a,b} ## · 9 %"},
		},
	}
	s := tmuxtest.Start(t)
	s.Tmux("resize-window", "-x", "80", "-y", "20")
	for _, tt := range tests {
		var commands []string // in one process: there are a hundred
		for _, f := range opt.Schema() {
			commands = append(commands, "set-option", "-pt", "%0", string(f.Option), tt.options[f.Option], ";")
		}
		s.Tmux(commands...)
		s.Reshow("%0")
		// What the format gives is drawn: two # are one there.
		got := meter{
			Title: drawn(s, draw.TitleFormat()), Context: drawn(s, draw.ContextFormat()),
			Cost: drawn(s, draw.CostFormat()), Meter: drawn(s, draw.MeterFormat(opt.States)),
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// drawn is what a person would see of a format in a status line.
func drawn(s *tmuxtest.Server, format string) string {
	s.Tmux("set-option", "-g", "@drawn", format)
	// As status lines do, list-panes does not expand times.
	return strings.ReplaceAll(draw.Uncoloured(s.Tmux("list-panes", "-F", "#{E:@drawn}")), "##", "#")
}

// TestTimeLeft: in how long a session that is asleep goes on stands after its icon.
func TestTimeLeft(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	for _, tt := range []struct {
		name, wake, want string
	}{
		{"soon", in(30 * time.Second), "⏾ 0m t"},
		{"in a while", in(12*time.Minute + 30*time.Second), "⏾ 12m t"},
		{"in some hours", in(5*time.Hour + time.Minute), "⏾ 5h t"},
		{"it is due", in(-30 * time.Second), "⏾ 0m t"},
		{"not known", "", "⏾ 0m t"},
		{"hostile", "#(touch x)9,}", "⏾ 0m t"},
	} {
		s.Send(t, opt.Set(opt.SessionID, "x"), opt.Set(opt.State, "idle"), opt.Set(opt.Title, "t"),
			opt.Set(opt.Since, in(-time.Hour)), opt.Set(opt.Wake, tt.wake), opt.Set(opt.AsleepUntil, in(time.Hour)))
		if got := drawn(s, draw.MeterFormat(opt.States)); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// in is a time as options have it.
func in(d time.Duration) string { return strconv.FormatInt(time.Now().Add(d).Unix(), 10) }

// TestAgeFormat: for how long, in the largest unit that fits, and in the first minute nothing.
func TestAgeFormat(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	s.Send(t, opt.Set(opt.SessionID, "x"), opt.Set(opt.State, "working"), opt.Set(opt.Title, "t"))
	for _, tt := range []struct {
		since time.Duration
		want  string
	}{
		{since: 0}, {since: 30 * time.Second}, {since: -time.Hour}, {since: 61 * time.Second, want: "1m"},
		{since: 59 * time.Minute, want: "59m"}, {since: time.Hour, want: "1h"}, {since: 47 * time.Hour, want: "47h"},
		{since: 48 * time.Hour, want: "2d"}, {since: 1000 * time.Hour, want: "41d"},
	} {
		since := strconv.FormatInt(time.Now().Add(-tt.since).Unix(), 10)
		s.Send(t, opt.Set(opt.Since, since))
		if tt.since == 0 {
			s.Send(t, opt.Unset(opt.Since))
		}
		want := []string{tt.want, "▶ t"}
		if tt.want != "" {
			want[1] += " · " + tt.want
		}
		if diff := cmp.Diff(want, []string{drawn(s, draw.AgeFormat()), drawn(s, draw.MeterFormat(opt.States))}); diff != "" {
			t.Errorf("%v (-want +got):\n%s", tt.since, diff)
		}
	}
}

// TestMeterCut: wherever what is wanted is cut, no ellipsis stands alone, and none follows another one.
func TestMeterCut(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	room := 80 - 21 // columns: the pane, without what the context and the age take
	alone := regexp.MustCompile(`[ …]…| · 84.* · `)
	for _, state := range []opt.SessionState{opt.Attention, opt.Working} {
		for title := room - 12; title < room+3; title++ {
			for _, first := range []opt.Option{opt.Title, opt.FirstPrompt} {
				name := strings.Repeat("n", title)
				if first == opt.FirstPrompt { // which is cut itself
					s.Tmux("resize-window", "-t", "%0", "-x", strconv.Itoa(21+37+room+3-title))
				}
				s.Send(t, opt.Set(opt.SessionID, "x"), opt.Set(opt.State, string(state)), opt.Set(opt.ContextPct, "84"),
					opt.Unset(opt.Title), opt.Unset(opt.FirstPrompt), opt.Set(first, name),
					opt.Set(opt.Request, "Bash: make"), opt.Set(opt.Doing, "Bash: make"))
				got := drawn(s, draw.MeterFormat(opt.States))
				if alone.MatchString(got) || !strings.HasSuffix(got, " · 84 %") || !strings.Contains(got, "nnn") {
					t.Errorf("%s, %s of %d columns: %q", state, first.Name(), title, got)
				}
			}
			s.Tmux("resize-window", "-t", "%0", "-x", "80")
		}
	}
}

// TestMeterNarrow: tmux cuts what a border has no room for, and 84 % must not become 8. So a number is drawn
// whole, with the frame of the border, or not at all.
func TestMeterNarrow(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	const frame = 6 // "── ", and " ──" without its last column, which may be cut
	for _, pct := range []string{"4", "84", "100"} {
		s.Send(t, opt.Set(opt.SessionID, "x"), opt.Set(opt.State, "working"), opt.Set(opt.ContextPct, pct),
			opt.Set(opt.Title, "Find out why the parser is slow"), opt.Set(opt.Since, in(-12*time.Hour)))
		shown := map[string]int{} // the narrowest pane that shows it
		for width := 45; width > 8; width-- {
			s.Tmux("resize-window", "-t", "%0", "-x", strconv.Itoa(width))
			got := drawn(s, draw.MeterFormat(opt.States))
			for _, number := range []string{pct + " %", "12h"} {
				if strings.Contains(got, " · "+number) {
					shown[number] = width
				}
			}
			if used := utf8.RuneCountInString(got) + frame; used > width && strings.ContainsAny(got, "0123456789") {
				t.Errorf("%d columns, of %d: %q", used, width, got)
			}
		}
		if want := map[string]int{pct + " %": 23, "12h": 29}; !cmp.Equal(shown, want) {
			t.Errorf("what is shown, and how narrow the pane may be: %v, want %v", shown, want)
		}
	}
}

// TestMeterShares: in a narrow pane a long name leaves room for what is wanted.
func TestMeterShares(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	s.Tmux("resize-window", "-t", "%0", "-x", "40")
	const name = "Find out why the parser is slow"
	for _, tt := range []struct {
		name    string
		options opt.Options
		want    string
	}{
		{"it asks", opt.Options{opt.State: "attention", opt.Detail: "Question", opt.Request: "Which?"},
			"! Find o… · Which? · 4 %"},
		{"it has asked", opt.Options{opt.State: "idle", opt.Intent: "question", opt.Said: "Go on?"},
			"? Find o… · Go on? · 4 %"},
		{"it works", opt.Options{opt.State: "working", opt.Detail: "Bash", opt.Doing: "Bash: make all"},
			"▶ Find o… · Bash: make al… · 4 %"},
		{"it works, and does nothing that is known", opt.Options{opt.State: "working"}, "▶ Find out why the parser… · 4 %"},
		{"it is idle", opt.Options{opt.State: "idle"}, "⏸ Find out why the parser… · 4 %"},
	} {
		s.Send(t, opt.Clear(opt.OfPane, nil)...)
		s.Send(t, opt.Set(opt.SessionID, "x"), opt.Set(opt.Title, name), opt.Set(opt.ContextPct, "4"))
		for option, value := range tt.options {
			s.Send(t, opt.Set(option, value))
		}
		if got := drawn(s, draw.MeterFormat(opt.States)); got != tt.want {
			t.Errorf("%s: %q, not %q", tt.name, got, tt.want)
		}
	}
}

// TestMeterPrompt: a prompt as the name is whole if nothing stands beside it; else it takes half of the pane.
func TestMeterPrompt(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	s.Tmux("resize-window", "-t", "%0", "-x", "160")
	const prompt = "Find out why the parser is slow, and mend it without another pass over the whole text"
	for _, tt := range []struct {
		name    string
		options opt.Options
		want    string
	}{
		{"it is idle", opt.Options{opt.State: "idle"}, "⏸ " + prompt},
		{"it has asked", opt.Options{opt.State: "idle", opt.Intent: "question", opt.Said: "Go on?"},
			"? " + prompt[:80] + "… · Go on?"},
		{"it works", opt.Options{opt.State: "working", opt.Detail: "Bash", opt.Doing: "Bash: make"},
			"▶ " + prompt[:80] + "… · Bash: make"},
	} {
		s.Send(t, opt.Clear(opt.OfPane, nil)...)
		s.Send(t, append([]opt.Edit{opt.Set(opt.SessionID, "x")}, opt.SetWords(opt.FirstPrompt, prompt)...)...)
		for option, value := range tt.options {
			s.Send(t, opt.Set(option, value))
		}
		s.Send(t, opt.Reshow()...)
		if got := drawn(s, draw.MeterFormat(opt.States)); got != tt.want {
			t.Errorf("%s: %q, not %q", tt.name, got, tt.want)
		}
	}
}

// TestMeterColours: a context that is nearly full has a colour, unless colours are off.
func TestMeterColours(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	s.Send(t, opt.Set(opt.SessionID, "x"), opt.Set(opt.State, "compacting"))
	for _, tt := range []struct{ style, pct, want string }{
		{pct: "79", want: "79 %"},
		{pct: "80", want: "#[push-default fg=yellow bg=terminal reverse]80 %#[default pop-default]"},
		{pct: "90", want: "#[push-default fg=red bg=terminal reverse]90 %#[default pop-default]"},
		{style: "plain", pct: "90", want: "90 %"},
	} {
		s.Tmux("set-option", "-g", opt.StyleOption, tt.style)
		s.Send(t, opt.Set(opt.ContextPct, tt.pct))
		s.Tmux("set-option", "-g", "@drawn", draw.MeterFormat(opt.States))
		if _, got, _ := strings.Cut(s.Tmux("list-panes", "-F", "#{E:@drawn}"), " · "); got != tt.want {
			t.Errorf("%s %s: %q, not %q", tt.style, tt.pct, got, tt.want)
		}
	}
}

func TestLimitsFormat(t *testing.T) {
	t.Parallel()
	now := time.Now()
	inAnHour, later, past := now.Add(time.Hour), now.Add(30*time.Hour), now.Add(-time.Minute)
	fiveHours := func(used string, at time.Time) []opt.Edit { return limitEdits(opt.FiveHours, used, at) }
	sevenDays := func(used string, at time.Time) []opt.Edit { return limitEdits(opt.SevenDays, used, at) }
	tests := []struct {
		name string
		pane string // that tells it
		tell []opt.Edit
		want string
	}{
		{name: "none is known"},
		{name: "far from used up", pane: "%0", tell: fiveHours("79", inAnHour)},
		{
			name: "nearly used up", pane: "%1", tell: fiveHours("92", inAnHour),
			want: "5h 92 % until " + inAnHour.Format("15:04"),
		},
		{
			name: "a session that tells again what it was told long ago", pane: "%0",
			tell: fiveHours("79", inAnHour),
			want: "5h 92 % until " + inAnHour.Format("15:04"),
		},
		{
			name: "both", pane: "%0", tell: sevenDays("80", later),
			want: "5h 92 % until " + inAnHour.Format("15:04") + " 7d 80 % until " + later.Format("Mon"),
		},
		{
			name: "another account, or a larger plan", pane: "%1", tell: fiveHours("10", inAnHour),
			want: "7d 80 % until " + later.Format("Mon"),
		},
		{name: "a limit that has started again since", pane: "%1", tell: sevenDays("99", past)},
	}
	s := tmuxtest.Start(t)
	s.NewPane()
	for _, tt := range tests {
		if tt.tell != nil {
			batch := opt.Batch{Pane: tt.pane, ServerPID: s.PID, Edits: tt.tell}
			if _, err := s.Way().Send(t.Context(), batch); err != nil {
				t.Fatal(err)
			}
		}
		// In a status line a time is expanded first; in list-panes it is not.
		counts := draw.CountsFormat(opt.Auto)
		got := []string{show(s, "%0", counts), draw.Uncoloured(s.Tmux("list-panes", "-F", counts))}
		if diff := cmp.Diff([]string{tt.want, tt.want}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// limitEdits returns the edits by which a pane tells a limit.
func limitEdits(l opt.AccountLimit, used string, resets time.Time) []opt.Edit {
	at := strconv.FormatInt(resets.Unix(), 10)
	return append(l.Report(used, at), opt.Set(l.Used, used), opt.Set(l.Resets, at))
}

// TestTreeFormat: the tree says what a session shows, as its icon does.
func TestTreeFormat(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	s.Tmux("set-option", "-p", string(opt.SessionID), "x", ";", "set-option", "-p", string(opt.Title), "the parser", ";",
		"set-option", "-p", string(opt.State), "idle", ";", "set-option", "-p", string(opt.Shown), "question", ";",
		"set-option", "-p", string(opt.Said), "Which one?", ";", "set-option", "-g", "@atm-icons", "states", ";",
		"set-option", "-g", opt.StyleOption, "plain")
	want := "? the parser                question   Which one?  "
	if got := s.Tmux("list-panes", "-F", draw.TreeFormat()); !strings.Contains(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
