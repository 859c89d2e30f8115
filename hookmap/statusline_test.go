package hookmap_test

import (
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/hookmap"
	"atm/internal/tmux"
	opt "atm/tmuxopt"
)

// statusLine writes the JSON of a status line of the session id; fields are more JSON
// members.
func statusLine(fields ...string) string {
	return `{` + strings.Join(append([]string{`"session_id":"` + id + `"`}, fields...), ",") + `}`
}

const usage = `"current_usage":{"input_tokens":100,"output_tokens":5,"cache_creation_input_tokens":2000,` +
	`"cache_read_input_tokens":40000}`

// context writes a context window.
func context(fields ...string) string {
	return `"context_window":{` + strings.Join(fields, ",") + `}`
}

func TestStatusLine(t *testing.T) {
	t.Parallel()
	full := context(`"total_input_tokens":42100,"context_window_size":1000000,"used_percentage":4`, usage)
	known := []string{"context_pct", "4", "context_tokens", "42100", "context_size", "1000000"}
	unknown := changes{"context_pct": "", "context_tokens": ""}
	tests := []struct {
		name    string
		before  opt.Options
		json    string
		process int
		want    changes
	}{
		{
			name: "all that a subscription has", before: pane(),
			json: statusLine(full, `"session_name":"My Session"`,
				`"model":{"id":"claude-opus-4-8[1m]","display_name":"Opus"}`, `"effort":{"level":"medium"}`,
				`"cost":{"total_cost_usd":0.34568}`, `"worktree":{"name":"w","branch":"worktree-w"}`,
				`"rate_limits":{"five_hour":{"used_percentage":56.99999999999999,"resets_at":1795271998},`+
					`"seven_day":{"used_percentage":12.3,"resets_at":1795527598}}`),
			want: changes{
				"context_pct": "4", "context_tokens": "42100", "context_size": "1000000", "cost_usd": "0.35",
				"model": "claude-opus-4-8[1m]", "effort_level": "medium", "branch": "worktree-w",
				"title": "My Session", "limit_5h": "57", "limit_5h_resets": "1795271998", "limit_7d": "12",
				"limit_7d_resets": "1795527598",
			},
		},
		{
			name: "a limit that is not reached is less than 100 %", before: pane(),
			json: statusLine(`"rate_limits":{"five_hour":{"used_percentage":99.9,"resets_at":1795271998},` +
				`"seven_day":{"used_percentage":100,"resets_at":1795527598}}`),
			want: changes{
				"limit_5h": "99", "limit_5h_resets": "1795271998", "limit_7d": "100", "limit_7d_resets": "1795527598",
			},
		},
		{
			name: "a limit that is exceeded", before: pane(),
			json: statusLine(`"rate_limits":{"five_hour":{"used_percentage":98.5},"seven_day":{"used_percentage":100.5}}`),
			want: changes{"limit_5h": "99", "limit_7d": "101"},
		},
		{
			name: "before the first answer nothing is known of the context", before: pane(known...),
			json: statusLine(context(`"total_input_tokens":0,"context_window_size":1000000`,
				`"current_usage":null,"used_percentage":null`), `"cost":{"total_cost_usd":0}`),
			want: changes{"context_pct": "", "context_tokens": "", "cost_usd": "0.00"},
		},
		{
			name: "right after a compaction Claude Code says 0, and has used nothing", before: pane(known...),
			json: statusLine(context(`"total_input_tokens":0,"context_window_size":1000000,"used_percentage":0`,
				`"current_usage":{"input_tokens":0,"output_tokens":0,"cache_read_input_tokens":0}`)),
			want: unknown,
		},
		{
			name: "a per cent without a usage is not believed", before: pane(known...),
			json: statusLine(context(`"context_window_size":1000000,"used_percentage":4`)), want: unknown,
		},
		{
			name: "so few tokens that they are 0 %", before: pane(),
			json: statusLine(context(`"total_input_tokens":800,"context_window_size":1000000`,
				`"used_percentage":0`, `"current_usage":{"input_tokens":800}`)),
			want: changes{"context_pct": "0", "context_tokens": "800", "context_size": "1000000"},
		},
		{
			name:   "a run that began before a compaction arrives in it",
			before: pane("compacting", "manual", "context_size", "1000000"), json: statusLine(full),
		},
		{
			name:   "a compaction leaves what is not about the context",
			before: pane("compacting", "manual", "context_size", "1000000"),
			json:   statusLine(full, `"cost":{"total_cost_usd":1}`), want: changes{"cost_usd": "1.00"},
		},
		{
			name: "what it tells no more", json: statusLine(full),
			before: pane(append(known, "limit_5h", "99", "limit_5h_resets", "1", "limit_7d", "9",
				"limit_7d_resets", "2", "effort_level", "high", "branch", "b", "cost_usd", "0.10")...),
			want: changes{
				"limit_5h": "", "limit_5h_resets": "", "limit_7d": "", "limit_7d_resets": "",
				"effort_level": "", "branch": "", "cost_usd": "",
			},
		},
		{
			name:   "a session without a name, or a model, is called what it was",
			before: pane(append(known, "title", "t", "model", "m")...), json: statusLine(full),
		},
		{
			name: "numbers in other forms", before: pane(),
			json: statusLine(context(`"total_input_tokens":1e3,"context_window_size":2.0E5,"used_percentage":0.5`,
				usage), `"cost":{"total_cost_usd":1e-3}`),
			want: changes{"context_pct": "1", "context_tokens": "1000", "context_size": "200000",
				"cost_usd": "0.00"},
		},
		{
			name: "numbers that cannot be", before: pane(append(known, "cost_usd", "0.10")...),
			json: statusLine(context(`"total_input_tokens":-1,"context_window_size":1e999,"used_percentage":101`,
				usage), `"cost":{"total_cost_usd":-0.01}`,
				`"rate_limits":{"five_hour":{"used_percentage":1e30,"resets_at":1795271998000}}`),
			want: changes{"context_pct": "", "context_tokens": "", "context_size": "", "cost_usd": ""},
		},
		{
			name: "members of other types", before: pane(append(known, "title", "t", "model", "m")...),
			json: statusLine(`"session_name":7`, `"model":"opus"`, `"effort":[]`, `"cost":null`,
				`"context_window":{"used_percentage":"4","current_usage":7,"total_input_tokens":{"a":1}}`,
				`"rate_limits":{"five_hour":12,"seven_day":{"used_percentage":[12]}}`, `"worktree":{"branch":{}}`),
			want: changes{"context_pct": "", "context_tokens": "", "context_size": ""},
		},
		{
			name: "hostile words", before: pane(),
			json: statusLine(`"session_name":"#(touch pwned)\u001b[31m\n;"`, `"effort":{"level":"#{x},}"}`,
				`"worktree":{"branch":"a;b\u202e"}`),
			want: changes{"title": "#(touch pwned)\uFFFD[31m ;", "effort_level": "--x---", "branch": "a;b"},
		},
		{name: "another session", before: pane("session_id", other), json: statusLine(full)},
		{name: "no session", before: pane(), json: `{` + full + `}`},
		{name: "a session whose id is none", before: pane(), json: `{"session_id":"#{x}",` + full + `}`},
		{name: "none runs any more", before: pane("turn", "", "state", ""), json: statusLine(full)},
		{
			name:   "a pane that does not know its session yet",
			before: pane("session_id", ""), json: statusLine(full),
			want: changes{"context_pct": "4", "context_tokens": "42100", "context_size": "1000000"},
		},
		{
			name:   "a claude inside the one that the pane shows",
			before: pane("pid", "7"), json: statusLine(full, `"session_name":"inner"`), process: 8,
		},
		{
			name:   "the claude that the pane shows",
			before: pane(append(known, "pid", "7")...), process: 7,
			json: statusLine(full, `"session_name":"t"`), want: changes{"title": "t"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			line, err := hookmap.DecodeStatusLine(strings.NewReader(tt.json))
			if err != nil {
				t.Fatal(err)
			}
			got, after := changes{}, written(line, tt.before, tt.process)
			for _, f := range opt.Schema() {
				if tt.before[f.Option] != after[f.Option] {
					got[f.Option.Name()] = after[f.Option]
				}
			}
			if tt.want == nil {
				tt.want = changes{}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if _, nothing := line.Meter(tt.process); nothing != nil && !opt.True(nothing, after) {
				t.Errorf("told twice, there is something to write: %s", nothing)
			}
			if edits := line.Descriptions(after, tt.process); len(edits) > 0 {
				t.Errorf("told twice, there is something to write: %v", edits)
			}
		})
	}
}

// written returns the options as a status line leaves them.
func written(line hookmap.StatusLine, o opt.Options, process int) opt.Options {
	edits, nothing := line.Meter(process)
	if nothing == nil || opt.True(nothing, o) {
		edits = nil
	}
	after := opt.Apply(o, edits)
	return opt.Apply(after, line.Descriptions(after, process))
}

// Descriptions were compared with what was read: what a hook has told since stays.
func TestDescriptionsAfterAHook(t *testing.T) {
	t.Parallel()
	line, err := hookmap.DecodeStatusLine(strings.NewReader(statusLine(`"session_name":"late"`)))
	if err != nil {
		t.Fatal(err)
	}
	read := pane("state_ns", "1700000000000000000")
	for _, tt := range []struct {
		name string
		now  opt.Options
	}{
		{"a hook has told something", pane("state_ns", "1700000000000000001")},
		{"another session runs", with(read, "session_id", other)},
		{"the session has ended", with(read, "turn", "")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			after := opt.Apply(tt.now, line.Descriptions(read, 0))
			if diff := cmp.Diff(tt.now, after); diff != "" {
				t.Errorf("(-before +after):\n%s", diff)
			}
		})
	}
}

// TestDescriptionsAreCompared: the texts are written only if the pane has others. So they must be among the options
// that are read before, else they would be written, and every client redrawn, with each status line.
func TestDescriptionsAreCompared(t *testing.T) {
	t.Parallel()
	line := hookmap.StatusLine{SessionID: id}
	for _, member := range reflect.ValueOf(&line).Elem().Fields() {
		if member.Kind() == reflect.String && member.String() == "" {
			member.SetString("x")
		}
	}
	read, written := opt.For(opt.Compared), 0
	for o, value := range opt.Apply(pane(), line.Descriptions(pane(), 0)) {
		if value == pane()[o] {
			continue
		}
		if written++; !slices.Contains(read, o) {
			t.Errorf("%s is not read", o)
		}
	}
	if written < 3 {
		t.Errorf("only %d texts are written", written)
	}
}

func TestDecodeStatusLineDoesNotWaitForTheEnd(t *testing.T) {
	t.Parallel()
	line, err := hookmap.DecodeStatusLine(io.MultiReader(strings.NewReader(statusLine()), neverEnds{}))
	if diff := cmp.Diff(id, line.SessionID); diff != "" || err != nil {
		t.Errorf("error %v (-want +got):\n%s", err, diff)
	}
}

// Whatever bytes come, they give edits of the schema or none, with values that are
// clean, in a call that tmux takes; and told twice they give nothing more.
func FuzzStatusLine(f *testing.F) {
	f.Add([]byte(statusLine(`"session_name":"x"`, `"model":{"id":"m"}`, context(`"used_percentage":4`, usage))))
	f.Add([]byte(statusLine(`"cost":{"total_cost_usd":1e308}`, `"effort":{"level":"\ud800"}`)))
	f.Add([]byte(`{"session_id":"","model":{"id":{"id":[`))
	f.Add([]byte(`{"session_id":"` + id + `","session_id":7,"context_window":[],"context_window":{}}`))
	f.Fuzz(func(t *testing.T, json []byte) {
		line, err := hookmap.DecodeStatusLine(strings.NewReader(string(json)))
		if err != nil {
			return
		}
		before := pane("pid", "7", "state_ns", "1")
		edits, nothing := line.Meter(7)
		edits = append(edits, line.Descriptions(before, 7)...)
		checkArgv(t, tmux.Argv(opt.Batch{Pane: "%1", Edits: edits, Unless: nothing}.Commands()))
		after := written(line, before, 7)
		checkOptions(t, after)
		if diff := cmp.Diff(after, written(line, after, 7)); diff != "" {
			t.Errorf("told twice differs (-once +twice):\n%s", diff)
		}
	})
}

// TestWarning: somebody is notified of a context at 80 and 90 per cent, each once in a session.
func TestWarning(t *testing.T) {
	t.Parallel()
	full := func(pct string) string {
		return statusLine(context(`"total_input_tokens":42100,"context_window_size":50000,"used_percentage":`+pct, usage))
	}
	for _, tt := range []struct {
		name   string
		before opt.Options
		json   string
		shown  string // what the pane says of it afterwards
	}{
		{name: "not yet", before: pane(), json: full("79")},
		{name: "the first mark", before: pane(), json: full("80"), shown: "80"},
		{name: "beyond it", before: pane("context_told", "80"), json: full("89"), shown: "80"},
		{name: "the second mark", before: pane("context_told", "80"), json: full("90"), shown: "90"},
		{name: "both at once", before: pane(), json: full("97"), shown: "90"},
		{name: "again after a compaction", before: pane("context_told", "90"), json: full("85"), shown: "90"},
		{name: "during a compaction", before: pane("compacting", "auto"), json: full("97")},
		{name: "of another session", before: pane("session_id", other), json: full("97")},
		{name: "after its end", before: opt.Options{opt.SessionID: id}, json: full("97")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			line, err := hookmap.DecodeStatusLine(strings.NewReader(tt.json))
			if err != nil {
				t.Fatal(err)
			}
			after := opt.Apply(tt.before, line.Warning(tt.before, 7))
			if got := after[opt.ContextTold]; got != tt.shown {
				t.Errorf("told of %q, want %q", got, tt.shown)
			}
			// What has been read may be old: the server decides again.
			late := opt.Apply(opt.Apply(tt.before, line.Warning(pane(), 7)), nil)
			if got := late[opt.ContextTold]; got != tt.shown && tt.before[opt.Compacting] == "" {
				t.Errorf("told of %q by a late status line, want %q", got, tt.shown)
			}
		})
	}
}
