package decision

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"atm/hookmap"
	opt "atm/tmuxopt"
)

// TestDeclared plays all rules with random options: with the declared options, which the guard reads from tmux, each
// decides as with all options.
func TestDeclared(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	values := map[opt.Option][]string{
		opt.GuardWarnOption: {"10,80"}, opt.GuardHeartbeatOption: {"2", "off"}, opt.GuardDenyOption: {"on"},
		opt.GuardCompactOption: {"handoff"}, opt.ContextPct: {"5", "85"}, opt.ContextWarned: {"10", "80"},
		opt.Heartbeat: {"1", "7"}, opt.EffortLog: {"/log"}, opt.EffortLogTime: {"5"}, opt.EffortStarted: {"5"},
	}
	for _, f := range opt.Schema() {
		if values[f.Option] == nil {
			values[f.Option] = []string{"1"}
		}
	}
	for _, s := range opt.Settings() {
		if o := opt.Option(s.Option); strings.HasPrefix(s.Option, "@atm-guard-") && values[o] == nil {
			values[o] = []string{opt.On, "1"}
		}
	}
	said := 0
	for range 3000 {
		p := Pane{Options: opt.Options{}}
		for o, list := range values {
			if random.IntN(3) > 0 {
				p.Options[o] = list[random.IntN(len(list))]
			}
		}
		if random.IntN(2) == 0 {
			p.Rules = map[string]string{opt.GuardRulePrefix + "x": "Bash => ask: why"}
		}
		if random.IntN(2) == 0 {
			p.LogChanged = time.Unix(random.Int64N(10), 0)
		}
		for _, r := range rules() {
			for _, members := range []string{`"tool_name":"Bash","trigger":"auto"`, `"tool_name":"Edit"`} {
				raw := `{"hook_event_name":"` + string(r.event) + `","session_id":"s",` + members +
					`,"tool_input":{"command":"ls","file_path":"/log"}}`
				payload, err := hookmap.Decode(strings.NewReader(raw))
				if err != nil {
					t.Fatal(err)
				}
				e := Event{Payload: payload, Raw: []byte(raw), Now: time.Unix(20, 0)}
				in, _ := e.Input()
				file, needs := e.NeedsLog(p.Options)
				if got, ok := e.NeedsLog(guardRule{reads: in.Wanted}.read(p.Options)); got != file && needs || ok != needs {
					t.Errorf("%s: it needs the log %q: %t", r.event, file, needs)
				}
				var declared, all Answer
				r.decide(e, &declared, p, r.read(p.Options))
				r.decide(e, &all, p, p.Options)
				if got, want := fmt.Sprintf("%+v", declared), fmt.Sprintf("%+v", all); got != want {
					t.Fatalf("%s: %s with the declared options, %s with all", r.event, got, want)
				}
				if Decide(e, p).Print(true) != nil {
					said++
				}
			}
		}
	}
	if said < 1000 {
		t.Errorf("only %d answers: the options do not make the rules speak", said)
	}
}
