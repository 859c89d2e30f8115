package fleet_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/hookmap"
	"atm/internal/session/fleet"
	"atm/internal/tmux/draw"
	"atm/tmuxopt"
)

// view shows states as their names.
var view = fleet.Table{
	Icons: map[string]string{
		"attention": "attention", "error": "error", "working": "working", "idle": "idle", "ended": "ended",
		"unknown": "unknown",
	},
	Path: func(dir string) string { return dir },
	Now:  noon,
}

// cell returns what a column shows of a session with these options.
func cell(t *testing.T, column string, table fleet.Table, options tmuxopt.Options) (string, draw.Colour) {
	t.Helper()
	options[tmuxopt.SessionID] = "x"
	list := panes(pane{id: "x", seen: true, options: options})
	session := fleet.List(list, noon)[0]
	named := table
	named.Columns = []string{column}
	chosen := named.ChooseColumns(nil)
	if len(chosen) != 1 {
		t.Fatalf("%d columns are called %s", len(chosen), column)
	}
	style := draw.Style{}
	if chosen[0].Style != nil {
		style = chosen[0].Style(session)
	}
	return chosen[0].Cell(session, table), style.Colour
}

// TestCells: what the columns say for people, and how alarming it is.
func TestCells(t *testing.T) {
	t.Parallel()
	asked, icons, words := view, view, view
	asked.Columns = []string{"limit"}
	icons.Icons = map[string]string{"idle": "-", "question": "?", "asleep": "z"}
	words.Words = hookmap.Plate
	inFuture := fmt.Sprint(noon.Unix() + 60)
	for _, tt := range []struct {
		name    string
		column  string
		view    fleet.Table
		options tmuxopt.Options
		want    string
		colour  draw.Colour
	}{
		{
			name: "it goes on by itself", column: "state", view: icons, want: "z 1m",
			options: tmuxopt.Options{
				tmuxopt.State: "idle", tmuxopt.Wake: inFuture, tmuxopt.AsleepUntil: inFuture, tmuxopt.Intent: "question",
			},
		},
		{
			name: "it should have gone on", column: "state", view: icons, want: "z",
			options: tmuxopt.Options{tmuxopt.State: "idle", tmuxopt.Wake: ago(0), tmuxopt.AsleepUntil: inFuture},
		},
		{
			name: "it goes on far off", column: "state", view: icons, want: "?", colour: draw.Cyan,
			options: tmuxopt.Options{tmuxopt.State: "idle", tmuxopt.Wake: inFuture, tmuxopt.Intent: "question"},
		},
		{
			name: "when that is", column: "wake", view: view, want: "1m",
			options: tmuxopt.Options{tmuxopt.State: "idle", tmuxopt.Wake: inFuture},
		},
		{name: "no context", column: "context", options: tmuxopt.Options{tmuxopt.State: "working"}},
		{
			name: "some context", column: "context", want: "79 %",
			options: tmuxopt.Options{tmuxopt.State: "working", tmuxopt.ContextPct: "79"},
		},
		{
			name: "much of it", column: "context", want: "80 %", colour: draw.Yellow,
			options: tmuxopt.Options{tmuxopt.State: "working", tmuxopt.ContextPct: "80"},
		},
		{
			name: "nearly all", column: "context", want: "90 %", colour: draw.Red,
			options: tmuxopt.Options{tmuxopt.State: "working", tmuxopt.ContextPct: "90"},
		},
		{
			name: "only tokens", column: "context", want: "999", options: tmuxopt.Options{
				tmuxopt.State: "working", tmuxopt.ContextTokens: "999",
			},
		},
		{
			name: "many tokens", column: "context", want: "42k", options: tmuxopt.Options{
				tmuxopt.State: "working", tmuxopt.ContextTokens: "42100",
			},
		},
		{
			name: "a million of them", column: "context", want: "1.0M", options: tmuxopt.Options{
				tmuxopt.State: "working", tmuxopt.ContextTokens: "999600",
			},
		},
		{
			name: "cost", column: "cost", want: "$12.35",
			options: tmuxopt.Options{tmuxopt.State: "idle", tmuxopt.Cost: "12.345678"},
		},
		{
			name: "a limit far away", column: "limit", view: view, want: "",
			options: tmuxopt.Options{tmuxopt.State: "idle", tmuxopt.Limit5h: "79"},
		},
		{
			name: "a limit far away that was asked for", column: "limit", view: asked, want: "5h 79 %, 7d 3 %",
			options: tmuxopt.Options{
				tmuxopt.State: "idle", tmuxopt.Limit5h: "79", tmuxopt.Limit7d: "3",
				tmuxopt.Limit5hResets: inFuture,
			},
		},
		{
			name: "one of the limits is near", column: "limit", view: view, want: "7d 92 %", colour: draw.Red,
			options: tmuxopt.Options{
				tmuxopt.State: "idle", tmuxopt.Limit5h: "12", tmuxopt.Limit7d: "92",
			},
		},
		{
			name: "what it asks for", column: "detail", want: "Bash: rm -rf \ufffd[2Jbuild/",
			options: tmuxopt.Options{
				tmuxopt.State: "attention", tmuxopt.Detail: "Permission: Bash",
				tmuxopt.Request: "Bash: rm -rf \x1b[2Jbuild/", tmuxopt.Said: "earlier",
			},
		},
		{
			name: "a dialog that no hook has told of", column: "detail", want: "Question",
			options: tmuxopt.Options{
				tmuxopt.State: "attention", tmuxopt.Detail: "Question", tmuxopt.Said: "earlier",
			},
		},
		{
			name: "what it does", column: "detail", want: "Bash", options: tmuxopt.Options{
				tmuxopt.State: "working", tmuxopt.Detail: "Bash", tmuxopt.Said: "earlier",
			},
		},
		{
			name: "what it has said", column: "detail", want: "All done.", options: tmuxopt.Options{
				tmuxopt.State: "idle", tmuxopt.Said: "All done.",
			},
		},
		{
			name: "what it had said at its end", column: "detail", want: "All done.",
			options: tmuxopt.Options{tmuxopt.Said: "All done."},
		},
		{
			name: "what went wrong", column: "detail", want: "overloaded", options: tmuxopt.Options{
				tmuxopt.State: "error", tmuxopt.Detail: "overloaded", tmuxopt.Said: "earlier",
			},
		},
		{
			name: "a question has an icon", column: "state", view: icons, want: "?", colour: draw.Cyan, options: tmuxopt.Options{
				tmuxopt.State: "idle", tmuxopt.Intent: "question", tmuxopt.ActiveSeenPolicyOption: "",
			},
		},
		{
			name: "in the words of another tool", column: "state", view: words, want: "awaiting_input",
			colour: draw.Cyan,
			options: tmuxopt.Options{
				tmuxopt.State: "idle", tmuxopt.Intent: "question", tmuxopt.ActiveSeenPolicyOption: "",
			},
		},
	} {
		got, colour := cell(t, tt.column, tt.view, tt.options)
		if diff := cmp.Diff(tt.want, got); diff != "" || colour != tt.colour {
			t.Errorf("%s: %q, not %q (-want +got):\n%s", tt.name, colour, tt.colour, diff)
		}
	}
}

func TestShortModel(t *testing.T) {
	t.Parallel()
	for model, want := range map[string]string{
		"claude-opus-5-5": "opus 5.5", "claude-sonnet-4-20250514": "sonnet 4", "Opus 5.5 (1M context)": "opus 5.5",
		"claude-opus-5-5[1m]": "opus 5.5", "opus": "opus", "claude-3-5-haiku-20241022": "3.5 haiku", "": "",
		"my-own-model": "my-own-model",
	} {
		if got := fleet.ShortModel(model); got != want {
			t.Errorf("%q: %q, not %q", model, got, want)
		}
	}
}

// TestChooseColumns: a column that has nothing to show is not shown, unless it is asked
// for; then it stays, however narrow the terminal.
func TestChooseColumns(t *testing.T) {
	t.Parallel()
	standard := "state session where directory detail since model"
	for _, tt := range []struct {
		name    string
		asked   []string
		options tmuxopt.Options // of one of two sessions
		want    string
	}{
		{name: "nothing is known of the meter", want: standard},
		{
			name: "one cost", options: tmuxopt.Options{tmuxopt.Cost: "0"},
			want: strings.Replace(standard, "since", "cost since", 1),
		},
		{name: "a limit far away", options: tmuxopt.Options{tmuxopt.Limit5h: "50"}, want: standard},
		{
			name: "all of it", options: tmuxopt.Options{
				tmuxopt.Cost: "1", tmuxopt.ContextPct: "1", tmuxopt.Limit7d: "80", tmuxopt.Branch: "b",
			},
			want: strings.Replace(standard, "since", "context cost limit since", 1),
		},
		{name: "asked for", asked: []string{"said", "limit", "state"}, want: "said limit state"},
	} {
		list := panes(pane{id: "a", state: "working"}, pane{id: "b", state: "idle", options: tt.options})
		sessions := fleet.List(list, noon)
		table := view
		table.Columns = tt.asked
		var got []string
		for _, column := range table.ChooseColumns(sessions) {
			got = append(got, column.Name)
			if len(tt.asked) > 0 && column.Drop != 0 {
				t.Errorf("%s: %s may be dropped", tt.name, column.Name)
			}
		}
		if diff := cmp.Diff(tt.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
	names := fleet.ColumnNames()
	slices.Sort(names)
	if len(slices.Compact(names)) != len(fleet.Columns()) {
		t.Errorf("two columns have one name: %q", names)
	}
}

// TestNamesakes: where two sessions have one name, their places stay in a narrow table.
func TestNamesakes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, other string
		want        bool
	}{
		{name: "two of one name", other: "Tidy it", want: true},
		{name: "two names", other: "Tidy all"},
	} {
		list := fleet.List(panes(
			pane{id: "%1", seen: true, options: tmuxopt.Options{tmuxopt.SessionID: "a", tmuxopt.Title: "Tidy it"}},
			pane{id: "%2", seen: true, options: tmuxopt.Options{tmuxopt.SessionID: "b", tmuxopt.Title: tt.other}},
		), noon)
		for i := range list {
			list[i].Dir, list[i].Tags = "/home/dev/src/a/long/way/off", "review later"
		}
		text := view.Text(list, false, 40)
		if got := strings.Contains(text, "WHERE"); got != tt.want {
			t.Errorf("%s:\n%s", tt.name, text)
		}
	}
}

// TestPipedDetail: without a terminal a long detail is cut, unless its column was named.
func TestPipedDetail(t *testing.T) {
	t.Parallel()
	detail := strings.Repeat("and so on ", 20) + "to the end"
	list := fleet.List(panes(pane{id: "%1", seen: true, options: tmuxopt.Options{
		tmuxopt.SessionID: "a", tmuxopt.State: string(tmuxopt.Idle), tmuxopt.Detail: detail,
	}}), noon)
	for name, tt := range map[string]struct {
		columns []string
		isWhole bool
	}{
		"by default": {},
		"named":      {columns: []string{"session", "detail"}, isWhole: true},
	} {
		table := view
		table.Columns = tt.columns
		text := table.Text(list, false, -1)
		if got := strings.Contains(text, "to the end"); got != tt.isWhole {
			t.Errorf("%s:\n%s", name, text)
		}
	}
}
