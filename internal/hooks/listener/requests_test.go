package listener_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/hookmap"
	"atm/internal/act/reply"
	"atm/internal/dev/tmuxtest"
	"atm/internal/gate/message"
	"atm/internal/hooks/listener"
	"atm/tmuxopt"
)

const allow = `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}`

// asks tells of a call, and has a hook wait for its answer: the call's number makes its key.
func (o *opened) asks(number uint64) (call string, hook *hook) {
	o.t.Helper()
	o.event(hookmap.Digest{
		Members: hookmap.Members{Event: "PermissionRequest", SessionID: session, Tool: "Bash"}, Call: number,
	})
	known := func() string {
		calls := tmuxopt.Entries(o.Options(o.t)[tmuxopt.Waiting])
		if len(calls) == 0 {
			return ""
		}
		return calls[len(calls)-1].Key
	}
	o.Until("the call is known", func() bool { return known() != "" && known() != o.last })
	o.last = known()
	return o.last, o.request(o.last)
}

// hook is the far end of a connection on which a request waits.
type hook struct {
	net.Conn
	t *testing.T
}

// request sends a request as a hook does.
func (o *opened) request(call string) *hook {
	o.t.Helper()
	conn, err := o.connect()
	if err != nil {
		o.t.Fatal(err)
	}
	o.t.Cleanup(func() { conn.Close() })
	h := &hook{Conn: conn, t: o.t}
	if err := conn.SetDeadline(time.Now().Add(tmuxtest.Patience)); err != nil {
		o.t.Fatal(err)
	}
	h.send(`{"v":1,"token":"secret","kind":"request","request":{"call":"` + call + `",` +
		`"session_id":"` + session + `","tool_name":"Bash","tool_input":{"command":"make"}}}`)
	accepted := make([]byte, len(message.Accepted))
	if _, err := io.ReadFull(conn, accepted); err != nil || string(accepted) != message.Accepted {
		o.t.Fatalf("answer %q, error %v", accepted, err)
	}
	return h
}

func (h *hook) send(text string) {
	h.t.Helper()
	if _, err := io.WriteString(h, frame(text)); err != nil {
		h.t.Error(err)
	}
}

// hears returns what the gate says, "" when it says no more.
func (h *hook) hears() string {
	text, err := message.ReadFrame(h, message.MaxLength)
	if err != nil && !errors.Is(err, io.EOF) {
		h.t.Errorf("the gate: %v", err)
	}
	return string(text)
}

// answerable waits until the gate waits for the answer to a call.
func (o *opened) answerable(call string) {
	o.t.Helper()
	o.Until("the gate waits", func() bool { return o.listed(call) })
}

func (o *opened) listed(call string) bool {
	return strings.Contains(o.Options(o.t)[tmuxopt.Answerable], " "+call+"=")
}

// visit visits a call as atm answer does.
func (o *opened) visit(call string) (*reply.Visit, error) {
	ctx, cancel := context.WithTimeout(o.t.Context(), tmuxtest.Patience)
	defer cancel()
	return reply.Open(ctx, o.Way(), call, strconv.Itoa(os.Getpid()))
}

// TestRequest: the decision goes to the hook that has brought the request, to no other and once, and
// what the hook says of it to the one who has answered.
func TestRequest(t *testing.T) {
	t.Parallel()
	o := open(t)
	first, firstHook := o.asks(1)
	second, secondHook := o.asks(2)
	o.answerable(first)
	o.answerable(second)
	v, err := o.visit(first)
	if err != nil {
		t.Fatal(err)
	}
	var request reply.Request
	if err := json.Unmarshal(v.Request, &request); err != nil || request.Call != first {
		t.Errorf("request %s, error %v", v.Request, err)
	}
	decided := make(chan error)
	go func() { decided <- v.Decide([]byte(allow)) }()
	if got, want := firstHook.hears(), `{"decision":`+allow+"}\n"; got != want {
		t.Errorf("the hook has got %s", got)
	}
	firstHook.send(`{"receipt":{"printed":true}}`)
	if err := <-decided; err != nil {
		t.Error(err)
	}
	firstHook.send(`{"proven":true}`)
	if !v.Proven() {
		t.Error("not proven")
	}
	if got := firstHook.hears(); got != "" {
		t.Errorf("then it has got %s", got)
	}
	o.waitFor(tmuxopt.Waiting, " "+second+"=permission")
	if o.listed(first) || !o.listed(second) {
		t.Errorf("answerable is %q", o.Options(t)[tmuxopt.Answerable])
	}
	// The other one is over by a key over there, and has got nothing. Anyone who was shown it learns that.
	late, err := o.visit(second)
	if err != nil {
		t.Fatal(err)
	}
	o.event(hookmap.Digest{
		Members: hookmap.Members{Event: "PostToolUse", SessionID: session, Tool: "Bash"}, Call: 2,
	})
	if got := secondHook.hears(); got != "" {
		t.Errorf("the other hook has got %s", got)
	}
	o.waitFor(tmuxopt.Answerable, "")
	if err := late.Decide([]byte(allow)); !errors.Is(err, reply.ErrOver) {
		t.Errorf("a decision for a call that is over: %v", err)
	}
}

// TestRequestAnswers lists what a hook can say to a decision, also one that lies, and what is made
// of it for the person.
func TestRequestAnswers(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name     string
		messages []string
		want     error
		proven   bool
		state    string
	}{
		{
			name: "printed and proven", messages: []string{`{"receipt":{"printed":true}}`, `{"proven":true}`},
			proven: true, state: "working",
		},
		{
			name: "printed, no proof", messages: []string{`{"receipt":{"printed":true}}`, `{"proven":false}`},
			state: "working",
		},
		{name: "printed, and gone", messages: []string{`{"receipt":{"printed":true}}`}, state: "working"},
		{
			name: "refused", messages: []string{`{"receipt":{"refused":"the call is over"}}`},
			want: reply.ErrRefused, state: "attention",
		},
		{name: "gone: it may have been printed", want: reply.ErrSilent, state: "attention"},
		{
			name: "a proof without a receipt", messages: []string{`{"proven":true}`},
			want: reply.ErrSilent, state: "attention",
		},
		{
			name: "the dialog was closed before", want: reply.ErrRefused, state: "working",
			messages: []string{`{"closed":{"session_id":"` + session + `","status":"busy"}}`},
		},
		{
			name: "Claude Code has ended before", messages: []string{`{"ended":true}`},
			want: reply.ErrRefused, state: "",
		},
		{
			name: "a hundred receipts", state: "working",
			messages: slices.Repeat([]string{`{"receipt":{"printed":true}}`}, 100),
		},
		{name: "no JSON", messages: []string{"[[["}, want: reply.ErrSilent, state: "attention"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			o := open(t)
			o.event(hookmap.Digest{
				Members: hookmap.Members{Event: "SessionStart", Source: "startup", SessionID: session},
			})
			call, hook := o.asks(1)
			o.answerable(call)
			v, err := o.visit(call)
			if err != nil {
				t.Fatal(err)
			}
			go func() {
				hook.hears()
				for _, messages := range tt.messages {
					if _, err := io.WriteString(hook, frame(messages)); err != nil {
						break // the gate has heard enough
					}
				}
				hook.Close()
			}()
			if err := v.Decide([]byte(allow)); !errors.Is(err, tt.want) {
				t.Errorf("error %v", err)
			}
			if got := v.Proven(); got != tt.proven {
				t.Errorf("proven: %v", got)
			}
			o.waitFor(tmuxopt.State, tt.state)
			o.waitFor(tmuxopt.Answerable, "")
		})
	}
}

// TestRequestRefused lists what may not go to a hook.
func TestRequestRefused(t *testing.T) {
	t.Parallel()
	o := open(t)
	call, hook := o.asks(1)
	o.answerable(call)
	for _, tt := range []struct{ name, decision string }{
		{name: "no decision", decision: `{"continue":false}`},
		{
			name: "one that is too long for a gate",
			decision: strings.Replace(allow, `"allow"`,
				`"allow","updatedInput":{"command":"`+strings.Repeat("x", message.MaxLength)+`"}`, 1),
		},
	} {
		v, err := o.visit(call)
		if err != nil {
			t.Fatal(err)
		}
		if err := v.Decide([]byte(tt.decision)); !errors.Is(err, reply.ErrRefused) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	o.Tmux("set-option", "-g", tmuxopt.AnswerOption, "off", ";", "wait-for", "-S", tmuxopt.PaneChannel+"%0")
	if got := hook.hears(); got != "" {
		t.Errorf("turned off, and it has got %s", got)
	}
}

// TestRequestAttack: what is no request of an open call of this pane waits for nothing, and changes
// nothing.
func TestRequestAttack(t *testing.T) {
	t.Parallel()
	o := open(t)
	other := o.NewPane()
	o.event(hookmap.Digest{
		Members: hookmap.Members{Event: "PermissionRequest", SessionID: session, Tool: "Bash"}, Call: 1,
	})
	o.waitFor(tmuxopt.State, "attention")
	open := tmuxopt.Entries(o.Options(t)[tmuxopt.Waiting])[0].Key
	o.Tmux("set-option", "-pt", other, string(tmuxopt.Waiting), " main.7=permission")
	before := []any{o.Options(t), o.Tmux("show-options", "-pt", other)}
	for _, tt := range []struct{ name, request string }{
		{name: "no call", request: `{"tool_name":"Bash"}`},
		{name: "a call that is not open", request: `{"call":"main.0"}`},
		{name: "a call of another pane", request: `{"call":"main.7","pane":"` + other + `"}`},
		{name: "a format as a call", request: `{"call":"main.#(touch x)"}`},
		{name: "an entry of a list as a call", request: `{"call":"` + open + `=1 main.2"}`},
		{name: "no object", request: `7`},
		{name: "odd types", request: `{"call":["` + open + `"]}`},
		{name: "none", request: `null`},
	} {
		conn, err := o.connect()
		if err != nil {
			t.Fatal(err)
		}
		text := frame(`{"v":1,"token":"secret","kind":"request","request":` + tt.request + `}`)
		if _, err := io.WriteString(conn, text); err != nil {
			t.Fatal(err)
		}
		if answer, err := io.ReadAll(conn); string(answer) != message.Accepted || err != nil {
			t.Errorf("%s: answer %q, error %v", tt.name, answer, err)
		}
		conn.Close()
	}
	after := []any{o.Options(t), o.Tmux("show-options", "-pt", other)}
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("(-before +after):\n%s", diff)
	}
}

// TestManyRequests: only so many wait, the rest go away; and those that wait, and say as much as they
// can, hold up no hook.
func TestManyRequests(t *testing.T) {
	t.Parallel()
	o := open(t)
	var hooks []*hook
	for i := range listener.MaxRequests {
		call, hook := o.asks(uint64(i + 1))
		o.answerable(call)
		hooks = append(hooks, hook)
	}
	call, late := o.asks(1000)
	if got := late.hears(); got != "" || o.listed(call) {
		t.Errorf("one too many waits, or has got %q", got)
	}
	for _, hook := range hooks[1:] { // they say more than is heard
		go func() {
			text := strings.Repeat(frame(`{}`), 100)
			for {
				if _, err := io.WriteString(hook, text); err != nil {
					return
				}
			}
		}()
	}
	o.event(hookmap.Digest{
		Members: hookmap.Members{Event: "UserPromptSubmit", SessionID: session}, Prompt: "still there",
	})
	o.waitFor(tmuxopt.Prompt, "still there")
	if got := hooks[0].hears(); got != "" { // the prompt has ended all calls
		t.Errorf("it has got %q", got)
	}
	o.waitFor(tmuxopt.Answerable, "")
}

// TestSameRequest: a request of a call that another one waits for takes its place.
func TestSameRequest(t *testing.T) {
	t.Parallel()
	o := open(t)
	call, first := o.asks(1)
	o.answerable(call)
	second := o.request(call)
	if got := first.hears(); got != "" {
		t.Errorf("the first has got %q", got)
	}
	go func() { // as long as the first one is still listed, an answer may find nobody
		for t.Context().Err() == nil {
			v, err := o.visit(call)
			if err == nil && v.Decide([]byte(allow)) == reply.ErrSilent { // it has arrived
				return
			}
		}
	}()
	if got := second.hears(); !strings.Contains(got, allow) {
		t.Errorf("the second has got %q", got)
	}
}

// TestRequestOfOtherSession: a session that was started on this side since is not what a hook behind the
// gate asks about.
func TestRequestOfOtherSession(t *testing.T) {
	t.Parallel()
	o := open(t)
	call, hook := o.asks(1)
	o.answerable(call)
	here := hookmap.Payload{Members: hookmap.Members{
		Event: "SessionStart", Source: "startup", SessionID: "here",
	}}
	o.Send(t, hookmap.Map(here, hookmap.Context{Now: time.Now(), Process: os.Getpid()})...)
	o.Tmux("set-option", "-pt", "%0", string(tmuxopt.Waiting), " "+call+"=permission", ";",
		"wait-for", "-S", tmuxopt.PaneChannel+"%0")
	if got := hook.hears(); got != "" {
		t.Errorf("the hook has got %q", got)
	}
	if o.listed(call) {
		t.Error("it is still listed")
	}
}
