package listener_test

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/hookmap"
	"atm/internal/dev/tmuxtest"
	"atm/internal/gate"
	"atm/internal/gate/message"
	"atm/internal/hooks/caller"
	"atm/internal/hooks/listener"
	"atm/internal/sys/proc"
	"atm/tmuxopt"
)

// opened is a gate to pane %0 of a server.
type opened struct {
	*tmuxtest.Server
	t       *testing.T
	address gate.Address
	stop    func() // ends the gate, and waits until it has ended
	last    string // the call that was asked about last
}

// open opens a gate in this process.
func open(t *testing.T) *opened {
	t.Helper()
	s := tmuxtest.Start(t)
	address := gate.Address{Token: "secret", Socket: filepath.Join(tmuxtest.Dir(t), "gate")}
	socket, err := listener.Listen(address.Socket)
	if err != nil {
		t.Fatal(err)
	}
	self, err := proc.Self()
	if err != nil {
		t.Fatal(err)
	}
	none := func(string) string { return "" }
	pane := &listener.Pane{
		Tmux: s.Way(), ID: "%0", Origin: message.Origin{Gate: string(self)}, Now: time.Now,
		Log: func() *caller.Report { return caller.New(none, time.Now()).NewReport() },
	}
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { (&listener.Listener{Token: address.Token, Pane: pane}).Run(ctx, socket) })
	o := &opened{Server: s, t: t, address: address, stop: func() { cancel(); running.Wait() }}
	t.Cleanup(o.stop)
	return o
}

// send sends a message as a hook does.
func (o *opened) send(m message.Message) {
	o.t.Helper()
	if err := o.address.Send(m, time.Now().Add(tmuxtest.Patience)); err != nil {
		o.t.Fatal(err)
	}
}

// event sends an event.
func (o *opened) event(d hookmap.Digest) {
	o.t.Helper()
	o.send(message.Message{Kind: message.Hook, Hook: &d})
}

// waitFor waits until the pane has that value of an option.
func (o *opened) waitFor(option tmuxopt.Option, want string) {
	o.t.Helper()
	o.Until(string(option)+" is "+want, func() bool { return o.Options(o.t)[option] == want })
}

const session = "23e30f82-0000-4000-8000-000000000000"

// TestSession: a session is shown as it goes on, with the gate's mark, and nothing of it is
// left when the gate ends.
func TestSession(t *testing.T) {
	t.Parallel()
	o := open(t)
	o.event(hookmap.Digest{
		Members: hookmap.Members{Event: "SessionStart", Source: "startup", SessionID: session, CWD: "/far"},
	})
	o.waitFor(tmuxopt.State, "idle")
	for range 20 { // each is taken before the next one is sent, so the last one counts
		o.event(hookmap.Digest{
			Members: hookmap.Members{Event: "UserPromptSubmit", SessionID: session}, Prompt: "go on",
		})
		o.event(hookmap.Digest{
			Members: hookmap.Members{Event: "Stop", SessionID: session}, Said: "Done.", Intent: "completion",
		})
	}
	o.event(hookmap.Digest{
		Members: hookmap.Members{Event: "UserPromptSubmit", SessionID: session}, Prompt: "make it",
	})
	o.event(hookmap.Digest{
		Members: hookmap.Members{Event: "PermissionRequest", SessionID: session, Tool: "Bash"}, Call: 7, Request: "Bash: " +
			"make",
	})
	o.waitFor(tmuxopt.State, "attention")
	line := hookmap.StatusLine{
		SessionID: session, Model: "m", UsedPct: hookmap.NumberOf(85),
		Usage: hookmap.Usage{Input: hookmap.NumberOf(1)},
	}
	o.send(message.Message{Kind: message.StatusLine, Line: &line, Processes: []message.Process{
		{SessionID: session, Status: "idle"}, // somebody has pressed Esc
	}})
	o.waitFor(tmuxopt.Corrected, "denied")
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	got := o.Options(t)
	want := tmuxopt.Options{
		tmuxopt.State: "idle", tmuxopt.Host: host, tmuxopt.SessionDir: "/far", tmuxopt.ContextPct: "85",
		tmuxopt.Model: "m", tmuxopt.ContextTold: "80",
		tmuxopt.Said: "", tmuxopt.PID: "", tmuxopt.TranscriptPath: "",
	}
	for option, value := range want {
		if got[option] != value {
			t.Errorf("%s is %q, want %q", option, got[option], value)
		}
	}
	o.stop()
	for _, f := range tmuxopt.Schema() {
		if value := o.Options(t)[f.Option]; value != "" && f.Lifetime != tmuxopt.OfPane {
			t.Errorf("%s is still %q", f.Option, value)
		}
	}
	err = o.address.Send(message.Message{Kind: message.End}, time.Now().Add(time.Second))
	if !errors.Is(err, gate.ErrNoGate) {
		t.Errorf("a gate that has ended: %v", err)
	}
}

// TestOtherSession: the end of a gate leaves a session alone that has been started on this
// side since.
func TestOtherSession(t *testing.T) {
	t.Parallel()
	o := open(t)
	o.event(hookmap.Digest{
		Members: hookmap.Members{Event: "SessionStart", Source: "startup", SessionID: session, CWD: "/far"},
	})
	o.waitFor(tmuxopt.State, "idle")
	here := hookmap.Payload{Members: hookmap.Members{
		Event: "SessionStart", Source: "startup", SessionID: "here", CWD: "/here",
	}}
	o.Send(t, hookmap.Map(here, hookmap.Context{Now: time.Now(), Process: os.Getpid()})...)
	if got := o.Options(t); got[tmuxopt.Gate] != "" || got[tmuxopt.Host] != "" {
		t.Errorf("still marked: %v", got)
	}
	o.send(message.Message{Kind: message.Registry, Processes: []message.Process{
		{SessionID: session, Status: "busy", SameGate: true},
	}})
	before := o.Options(t)
	o.stop()
	if diff := cmp.Diff(before, o.Options(t)); diff != "" || before[tmuxopt.SessionID] != "here" {
		t.Errorf("(-before +after):\n%s", diff)
	}
}

// TestBesideSession: a session behind the gate that works on in the background changes nothing of a session that has
// been started on this side since. It gets the pane back with its next prompt.
func TestBesideSession(t *testing.T) {
	t.Parallel()
	o := open(t)
	o.event(hookmap.Digest{Members: hookmap.Members{Event: "UserPromptSubmit", SessionID: session}, Prompt: "make it"})
	o.waitFor(tmuxopt.State, "working")
	here := hookmap.Payload{Members: hookmap.Members{
		Event: "SessionStart", Source: "startup", SessionID: "here", CWD: "/here", Model: "here",
	}}
	o.Send(t, hookmap.Map(here, hookmap.Context{Now: time.Now(), Process: os.Getpid()})...)
	for _, m := range []hookmap.Members{
		{Event: "PostModelSwitch", ToModel: "far"}, {Event: "Stop"}, {Event: "SessionEnd", Reason: "other"},
		{Event: "SessionStart", Source: "compact", Model: "far"}, {Event: "UserPromptSubmit", Source: "system"},
	} {
		m.SessionID = session
		o.event(hookmap.Digest{Members: m, Synthetic: m.Source == "system"})
	}
	o.event(hookmap.Digest{Members: hookmap.Members{Event: "UserPromptSubmit", SessionID: session}, Prompt: "and that"})
	o.waitFor(tmuxopt.Prompt, "and that")
	got := o.Options(t)
	if got[tmuxopt.Model] != "here" || got[tmuxopt.SessionDir] != "/here" || got[tmuxopt.Gate] == "" {
		t.Errorf("the events before the prompt have changed the pane: %v", got)
	}
	o.event(hookmap.Digest{Members: hookmap.Members{Event: "PostModelSwitch", SessionID: session, ToModel: "far"}})
	o.waitFor(tmuxopt.Model, "far")
}

// connect connects to the gate as an attacker does.
func (o *opened) connect() (net.Conn, error) {
	conn, err := net.Dial("unix", o.address.Socket)
	if err == nil {
		err = conn.SetDeadline(time.Now().Add(tmuxtest.Patience))
	}
	return conn, err
}

// frame is a message as somebody writes it who knows the protocol.
func frame(text string) string {
	return string(binary.BigEndian.AppendUint32(nil, uint32(len(text)))) + text
}

// TestAttack: somebody with the token, or without, sends what he likes. Nothing changes but
// options of the one pane, the gate goes on, and no command runs.
func TestAttack(t *testing.T) {
	t.Parallel()
	mark := filepath.Join(t.TempDir(), "pwned")
	nasty := strings.NewReplacer("MARK", mark).Replace
	hook := func(members string) string {
		return frame(nasty(`{"v":1,"token":"secret","kind":"hook","host":"#(touch MARK)\u001b[31m",` +
			`"hook":{"hook_event_name":"PermissionRequest","session_id":"` + session + `",` + members + `}}`))
	}
	for _, tt := range []struct {
		name     string
		bytes    string
		answered bool // the gate takes it
	}{
		{name: "no token", bytes: frame(`{"v":1,"kind":"hook","hook":{"hook_event_name":"Stop"}}`)},
		{
			name:  "a wrong token",
			bytes: frame(`{"v":1,"token":"guess","kind":"hook","hook":{"hook_event_name":"Stop"}}`),
		},
		{
			name:     "commands in texts",
			answered: true,
			bytes:    hook(`"request":"#(touch MARK); run-shell 'touch MARK' ;","session_title":"$(touch MARK)"`),
		},
		{name: "formats in words that stand in formats", answered: true,
			bytes: hook(`"agent_id":"#{E:x},}#(touch MARK)","tool_name":"#{l:;}",` +
				`"at_work":" #(touch${IFS}MARK)=#{l:;} main=x","reporters":" #{E:x}= registry="`)},
		{
			name:     "an intent and a gate of its own",
			answered: true,
			bytes:    hook(`"intent":"#(touch MARK)","gate":"1-1","pid":"1","pane":"%1"`),
		},
		{
			name:     "a command as a kind",
			answered: true,
			bytes:    frame(`{"v":1,"token":"secret","kind":"kill-server"}`),
		},
		{
			name:     "another version",
			answered: true,
			bytes:    frame(`{"v":99,"token":"secret","kind":"hook","hook":{"hook_event_name":"Stop"}}`),
		},
		{name: "a status line of a session that is not there", answered: true,
			bytes: frame(nasty(`{"v":1,"token":"secret","kind":"status line",` +
				`"status_line":{"session_id":"x","model":"#(touch MARK)","used_pct":1e308,` +
				`"five_hours":{"used_pct":99,"resets_at":1800000000}}}`))},
		{name: "a registry of a thousand", answered: true, bytes: frame(`{"v":1,"token":"secret","kind":"registry",` +
			`"processes":[` +
			strings.Repeat(`{"session_id":"#{x}","status":"busy","changed_ago_ms":-9000000000000000000,`+
				`"ours":true},`, 700) + `{}]}`)},
		{name: "odd types", bytes: frame(`{"v":1,"token":"secret","kind":"hook","hook":{"hook_event_name":[7]}}`)},
		{name: "half a message", bytes: frame(`{"v":1,"token":"secret","kind":"hook"}`)[:20]},
		{name: "a gigabyte", bytes: "\x40\x00\x00\x00{"},
		{name: "no protocol at all", bytes: "set-option -g status off\n"},
		{name: "nested a hundred thousand times", bytes: frame(strings.Repeat("[", 60_000))},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			o := open(t)
			other := o.NewPane()
			rest := func() string {
				return o.Tmux("show-options", "-g") + o.Tmux("show-options", "-gw") + o.Tmux("show-options", "-s") +
					o.Tmux("show-options", "-pt", other) + o.Tmux("list-panes", "-a")
			}
			o.event(hookmap.Digest{
				Members: hookmap.Members{Event: "SessionStart", Source: "startup", SessionID: session},
			})
			o.waitFor(tmuxopt.State, "idle")
			o.Tmux("set-option", "-s", tmuxopt.ChangesOption, "1") // it counts
			before := rest()
			conn, err := o.connect()
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			if _, err := io.WriteString(conn, tt.bytes); err != nil {
				t.Logf("while it was written: %v", err) // the gate need not read all of it
			}
			answer, _ := io.ReadAll(conn) // an error says as much as no answer
			if got := string(answer) == message.Accepted; got != tt.answered || !got && len(answer) > 0 {
				t.Errorf("answer %q", answer)
			}
			o.event(hookmap.Digest{
				Members: hookmap.Members{Event: "UserPromptSubmit", SessionID: session}, Prompt: "still there",
			})
			o.waitFor(tmuxopt.Prompt, "still there")
			o.Tmux("set-option", "-s", tmuxopt.ChangesOption, "1")
			if diff := cmp.Diff(before, rest()); diff != "" {
				t.Errorf("elsewhere (-before +after):\n%s", diff)
			}
			for option, value := range o.Options(t) {
				if clean := tmuxopt.Text(value); strings.TrimSpace(value) != clean {
					t.Errorf("%s is %q", option, value)
				}
			}
			if _, err := os.Stat(mark); err == nil {
				t.Error("a command was run")
			}
		})
	}
}

// TestTooLong: of a message without an end no more is read than one may have.
func TestTooLong(t *testing.T) {
	t.Parallel()
	o := open(t)
	conn, err := o.connect()
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	written := 0
	for chunk := []byte(strings.Repeat("x", 64<<10)); err == nil && written < 1<<30; {
		var n int
		n, err = conn.Write(chunk)
		written += n
	}
	if err == nil || written > 4<<20 { // the kernel's buffers
		t.Errorf("%d bytes, error %v", written, err)
	}
}

// TestManyConnections: thousands of connections that say nothing hold the gate up while they
// last, and no longer.
func TestManyConnections(t *testing.T) {
	t.Parallel()
	o := open(t)
	var open []net.Conn
	for range 10_000 {
		dialer := net.Dialer{Timeout: 20 * time.Millisecond}
		conn, err := dialer.Dial("unix", o.address.Socket)
		if err != nil {
			break // the queue of the kernel, or the table of files, is full
		}
		open = append(open, conn)
	}
	t.Logf("%d connections", len(open))
	for _, conn := range open {
		conn.Close()
	}
	o.Until("a hook is heard again", func() bool {
		s := hookmap.Digest{Members: hookmap.Members{Event: "UserPromptSubmit", SessionID: session}}
		return o.address.Send(message.Message{Kind: message.Hook, Hook: &s}, time.Now().Add(2*time.Second)) == nil
	})
	o.waitFor(tmuxopt.State, "working")
}

// TestFlood: a sender that is as fast as it can be is taken no faster than the limits allow.
func TestFlood(t *testing.T) {
	t.Parallel()
	o := open(t)
	var accepted atomic.Int64
	const long = 2 * time.Second
	begin := time.Now()
	var senders sync.WaitGroup
	for range 8 {
		senders.Go(func() {
			for time.Since(begin) < long {
				s := hookmap.Digest{Members: hookmap.Members{Event: "Stop", SessionID: session}}
				if o.address.Send(message.Message{Kind: message.Hook, Hook: &s}, time.Now().Add(time.Second)) == nil {
					accepted.Add(1)
				}
			}
		})
	}
	senders.Wait()
	limit := listener.Burst + int64(listener.PerSecond*time.Since(begin).Seconds()) + 1
	t.Logf("%d messages in %v", accepted.Load(), time.Since(begin))
	if n := accepted.Load(); n > limit || n < listener.PerSecond {
		t.Errorf("%d messages in %v, at most %d are allowed", n, time.Since(begin), limit)
	}
}
