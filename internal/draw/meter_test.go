package draw_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/internal/draw"
	"atm/internal/tmuxtest"
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
			want:    meter{Title: "Fix the parser", Meter: "■"},
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
			name: "it asks, and the words are turned off",
			options: opt.Options{opt.SessionID: session, opt.State: "attention",
				opt.Detail: "Permission: Bash"},
			want: meter{Title: "23e30f82", Meter: "! 23e30f82 · Permission: Bash"},
		},
		{
			name: "it is called by what it was asked",
			options: opt.Options{opt.SessionID: session, opt.State: "working", opt.Detail: "Bash",
				opt.Prompt: "Find out why the parser is slow, and mend it"},
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
		for _, f := range opt.Schema() {
			s.Tmux("set-option", "-pt", "%0", string(f.Option), tt.options[f.Option])
		}
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
	return strings.ReplaceAll(s.Tmux("list-panes", "-F", "#{E:@drawn}"), "##", "#")
}

func TestLimitsFormat(t *testing.T) {
	t.Parallel()
	now := time.Now()
	soon, later, past := now.Add(time.Hour), now.Add(30*time.Hour), now.Add(-time.Minute)
	fiveHours := func(used string, at time.Time) []opt.Edit { return told(opt.FiveHours, used, at) }
	sevenDays := func(used string, at time.Time) []opt.Edit { return told(opt.SevenDays, used, at) }
	tests := []struct {
		name string
		pane string // that tells it
		tell []opt.Edit
		want string
	}{
		{name: "none is known"},
		{name: "far from used up", pane: "%0", tell: fiveHours("79", soon)},
		{
			name: "nearly used up", pane: "%1", tell: fiveHours("92", soon),
			want: "5h 92 % until " + soon.Format("15:04"),
		},
		{
			name: "a session that tells again what it was told long ago", pane: "%0",
			tell: fiveHours("79", soon),
			want: "5h 92 % until " + soon.Format("15:04"),
		},
		{
			name: "both", pane: "%0", tell: sevenDays("80", later),
			want: "5h 92 % until " + soon.Format("15:04") + " 7d 80 % until " + later.Format("Mon"),
		},
		{
			name: "another account, or a larger plan", pane: "%1", tell: fiveHours("10", soon),
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
		got := []string{show(s, "%0", counts), s.Tmux("list-panes", "-F", counts)}
		if diff := cmp.Diff([]string{tt.want, tt.want}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// told returns the edits by which a pane tells a limit.
func told(l opt.AccountLimit, used string, resets time.Time) []opt.Edit {
	at := strconv.FormatInt(resets.Unix(), 10)
	return append(l.Tell(used, at), opt.Set(l.Used, used), opt.Set(l.Resets, at))
}
