package guard_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"atm/internal/dev/tmuxtest"
	"atm/internal/gate"
	"atm/internal/hooks/guard"
	opt "atm/tmuxopt"
)

// env returns the environment of a process in a pane of the server.
func env(s *tmuxtest.Server, variables ...string) func(string) string {
	values := map[string]string{}
	for _, kv := range append(s.Vars("%0"), variables...) {
		name, value, _ := strings.Cut(kv, "=")
		values[name] = value
	}
	return func(name string) string { return values[name] }
}

// run has the guard handle an event, and returns what it prints.
func run(getenv func(string) string, payload string) string {
	var out bytes.Buffer
	guard.Run(strings.NewReader(payload), &out, getenv, time.Now)
	return out.String()
}

// says has the guard handle tool calls until it says something, and returns that. To a call for which tmux was too slow
// it says nothing.
func says(t *testing.T, getenv func(string) string) (said string) {
	t.Helper()
	tmuxtest.Until(t, "the guard says something", func() bool {
		said = run(getenv, toolCall)
		return said != ""
	})
	return said
}

// toolCall is the payload of a tool call.
const toolCall = `{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"Bash",` +
	`"tool_input":{"command":"ls"}}`

// TestAtOnce: parallel tools and subagents call the guard at the same time. Each call is counted, one of
// them reminds at each multiple of the limit, and one warns. On a machine on which tmux is too slow for
// all of them, some may say nothing, or not even reach tmux and be counted, but none says what another
// one has said.
func TestAtOnce(t *testing.T) {
	t.Parallel()
	const calls, limit, rounds = 50, 10, 20
	s := tmuxtest.Start(t)
	debug := filepath.Join(t.TempDir(), "debug")
	getenv := env(s, "ATM_DEBUG="+debug)
	for range rounds {
		s.Send(t, opt.StartEffort("e", time.Now())...)
		s.Send(t, opt.Set(opt.ContextPct, "85"), opt.Unset(opt.ContextWarned), opt.Unset(opt.Heartbeat))
		if err := os.WriteFile(debug, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		said := atOnce(getenv, calls)
		log, err := os.ReadFile(debug)
		if err != nil {
			t.Fatal(err)
		}
		least, late := 1, strings.Count(string(log), `"error"`)
		if late > 0 {
			least = 0
		}
		counted, err := strconv.Atoi(s.Options(t)[opt.Heartbeat])
		if err != nil || counted < calls-late || counted > calls {
			t.Errorf("counted %d of %d calls, %d of them late, %v\n%s", counted, calls, late, err, log)
		}
		for n := limit; n <= calls; n += limit {
			if got := strings.Count(said, fmt.Sprintf("tool call %d since", n)); got < least || got > 1 {
				t.Errorf("reminded %d times at call %d", got, n)
			}
		}
		if got := strings.Count(said, "85 % of your context"); got < least || got > 1 {
			t.Errorf("warned %d times", got)
		}
		if least == 1 {
			return
		}
	}
	t.Errorf("tmux was too slow in all of %d rounds", rounds)
}

// atOnce has so many calls of tools handled at once, every other one that of a subagent. It returns
// all that is said.
func atOnce(getenv func(string) string, calls int) string {
	var all sync.WaitGroup
	said := make([]string, calls)
	for i := range calls {
		all.Go(func() {
			payload := toolCall
			if i%2 == 1 {
				const agent = `"agent_id":"a1","agent_type":"Explore",`
				payload = strings.Replace(payload, `"session_id"`, agent+`"session_id"`, 1)
			}
			said[i] = run(getenv, payload)
		})
	}
	all.Wait()
	return strings.Join(said, "")
}

// TestFailsOpen: whatever goes wrong, nothing is printed.
func TestFailsOpen(t *testing.T) {
	t.Parallel()
	begin := func(t *testing.T) *tmuxtest.Server { // a pane in which each call would be denied
		s := tmuxtest.Start(t)
		s.Send(t, opt.StartEffort("e", time.Now())...)
		s.Send(t, opt.Set(opt.Heartbeat, "99"), opt.Set(opt.GuardDenyOption, "on"))
		if said := says(t, env(s)); !strings.Contains(said, `"deny"`) {
			t.Fatalf("nothing is denied: %q", said)
		}
		return s
	}
	payload := func(text string) func(*tmuxtest.Server) string {
		return func(s *tmuxtest.Server) string { return run(env(s), text) }
	}
	variables := func(variables ...string) func(*tmuxtest.Server) string {
		return func(s *tmuxtest.Server) string { return run(env(s, variables...), toolCall) }
	}
	option := func(option opt.Option, value string) func(*tmuxtest.Server) string {
		return func(s *tmuxtest.Server) string {
			s.Tmux("set-option", "-pt", "%0", string(option), value)
			return run(env(s), toolCall)
		}
	}
	for _, tt := range []struct {
		name string
		ask  func(s *tmuxtest.Server) string
	}{
		{"no tmux", variables("TMUX=")},
		{"no pane", variables("TMUX_PANE=")},
		{"a pane that is none", variables("TMUX_PANE=0; kill-server")},
		{"a pane that is gone", variables("TMUX_PANE=%99")},
		{"a socket that is not there", variables("TMUX=/nowhere,1,0")},
		{"a background session", variables("CLAUDE_JOB_DIR=/x")},
		{"a session behind a gate", func(s *tmuxtest.Server) string {
			address := gate.Address{Token: "t", Pane: gate.PaneName(env(s)), Socket: "/nowhere"}
			return run(env(s, gate.Variable+"="+address.String()), toolCall)
		}},
		{"no payload", payload("")},
		{"what is no JSON", payload("hello")},
		{"half of a payload", payload(toolCall[:len(toolCall)-1])},
		{"a list", payload("[]")},
		{"an event that it does not know", payload(strings.Replace(toolCall, "PreToolUse", "Newly", 1))},
		{"an input without an end", payload(`{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":[]`)},
		{"a payload that is too long", payload(
			toolCall[:len(toolCall)-1] + `,"x":"` + strings.Repeat("x", 33<<20) + `"}`)},
		{"a limit that is broken", option(opt.GuardHeartbeatOption, "ten")},
		{"a word that does not deny", option(opt.GuardDenyOption, "of")},
		{"an option with tabs", option(opt.GuardHeartbeatOption, "1\t2\t3")},
		{"an option with line breaks", option(opt.GuardHeartbeatOption, "1\n2")},
		{"a server that hangs", func(s *tmuxtest.Server) string {
			s.Suspend()
			defer s.Resume()
			return run(env(s), toolCall)
		}},
		{"an input that cannot be read", func(s *tmuxtest.Server) string {
			var out bytes.Buffer
			guard.Run(iotest.ErrReader(errors.New("no")), &out, env(s), time.Now)
			return out.String()
		}},
		{"a panic", func(s *tmuxtest.Server) string {
			var out bytes.Buffer
			guard.Run(panicking{}, &out, env(s), time.Now)
			return out.String()
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := begin(t)
			if said := tt.ask(s); said != "" {
				t.Errorf("it says %q", said)
			}
		})
	}
}

// panicking is an input that panics.
type panicking struct{}

func (panicking) Read([]byte) (int, error) { panic("no") }

// TestHangs: a server that hangs has a second.
func TestHangs(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	debug := filepath.Join(t.TempDir(), "debug")
	getenv := env(s, "ATM_DEBUG="+debug)
	s.Suspend()
	defer s.Resume()
	quickest := time.Hour // of some, on a busy machine; a hook gives tmux 1.8 s
	const limit = 1500 * time.Millisecond
	for try := 0; try < 10 && quickest > limit; try++ {
		start := time.Now()
		run(getenv, toolCall)
		quickest = min(quickest, time.Since(start))
	}
	if quickest > limit {
		t.Errorf("it took %v", quickest)
	}
	text, err := os.ReadFile(debug)
	if err != nil || !strings.Contains(string(text), `"error":`) ||
		!strings.Contains(string(text), "PreToolUse-guard") {
		t.Errorf("ATM_DEBUG: %v, %s", err, text)
	}
}

// TestScopes: options count as in tmux: those of the pane before those of its window, its session,
// and of all.
func TestScopes(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	getenv := env(s)
	ask := func(why string) string { return "Bash(ls) => ask: " + why }
	for _, step := range []struct {
		name string
		set  []string
		want string
	}{
		{"all sessions", []string{"-g", "@atm-guard-rule-a", ask("global")}, "the rule a asks: global"},
		{"the session", []string{"-t", "%0", "@atm-guard-rule-a", ask("session")}, "the rule a asks: session"},
		{"the window", []string{"-wt", "%0", "@atm-guard-rule-a", ask("window")}, "the rule a asks: window"},
		{"the pane", []string{"-pt", "%0", "@atm-guard-rule-a", ask("pane")}, "the rule a asks: pane"},
		{"another name", []string{"-g", "@atm-guard-rule-0", ask("other")}, "the rule 0 asks: other"},
		{
			"a name that would be more than one in a format", []string{"-g", "@atm-guard-rule-a,b", "Bash => deny"},
			"the rule 0 asks: other",
		},
		{"no name", []string{"-g", "@atm-guard-rule-", "Bash => deny"}, "the rule 0 asks: other"},
	} {
		s.Tmux(append([]string{"set-option"}, step.set...)...)
		if said := says(t, getenv); !strings.Contains(said, step.want) {
			t.Errorf("%s: %q, want %q", step.name, said, step.want)
		}
	}
}
