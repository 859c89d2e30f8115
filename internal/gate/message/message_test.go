package message_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"atm/hookmap"
	"atm/internal/dev/tmuxtest"
	"atm/internal/dev/trace"
	"atm/internal/gate/message"
	opt "atm/tmuxopt"
)

var now = time.Unix(1_800_000_000, 0)

// origin is the origin of the tests.
var origin = message.Origin{Gate: "7-1"}

// TestFrame: ReadFrame reads what Frame has written, and nothing after it.
func TestFrame(t *testing.T) {
	t.Parallel()
	sent := message.Message{
		Version: message.Version, Token: "t", Kind: message.StatusLine, Host: "box",
		Line:      &hookmap.StatusLine{SessionID: "s", UsedPct: hookmap.NumberOf(7.5), CostUSD: hookmap.NumberOf(0)},
		Processes: []message.Process{{SessionID: "s", Status: "idle", ChangedAgo: 3}},
	}
	frame, err := message.Frame(sent, message.MaxLength)
	if err != nil {
		t.Fatal(err)
	}
	r := bytes.NewReader(append(frame, "behind"...))
	text, err := message.ReadFrame(r, message.MaxLength)
	if err != nil {
		t.Fatal(err)
	}
	got, err := message.Decode(text)
	number := cmp.Comparer(func(a, b hookmap.Number) bool { return a == b })
	if diff := cmp.Diff(sent, got, number); diff != "" || err != nil {
		t.Errorf("error %v (-sent +got):\n%s", err, diff)
	}
	if rest, _ := io.ReadAll(r); string(rest) != "behind" {
		t.Errorf("%q is left", rest)
	}
}

// TestReadFrame has invalid frames.
func TestReadFrame(t *testing.T) {
	t.Parallel()
	header := func(n uint32) string { return string(binary.BigEndian.AppendUint32(nil, n)) }
	for _, tt := range []struct {
		name, frame string
		want        error
	}{
		{name: "nothing", want: io.EOF},
		{name: "half a length", frame: "\x00\x00", want: io.ErrUnexpectedEOF},
		{name: "half a message", frame: header(9) + "{}", want: io.ErrUnexpectedEOF},
		{name: "a length and nothing", frame: header(9), want: io.EOF},
		{name: "a byte too long", frame: header(message.MaxLength + 1), want: message.ErrLength},
		{name: "four gigabytes", frame: "\xff\xff\xff\xff", want: message.ErrLength},
		{name: "text", frame: "GET / HTTP/1.1", want: message.ErrLength},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if _, err := message.ReadFrame(strings.NewReader(tt.frame), message.MaxLength); !errors.Is(err, tt.want) {
				t.Errorf("error %v, want %v", err, tt.want)
			}
		})
	}
}

// TestLargestFits: the digest of any payload fits into a message.
func TestLargestFits(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		strings.Repeat(`"`, 100_000), strings.Repeat("ä\x01<", 30_000), "/" + strings.Repeat(`\`, 4095),
	} {
		p := hookmap.Payload{TranscriptPath: text, Prompt: text, LastMessage: text}
		p.Members = hookmap.Members{
			SessionID: text, CWD: text, AgentID: text, AgentType: text, PermissionMode: text,
			Source: text, Model: text, Title: text, Reason: text, Trigger: text, Error: text, Notified: text,
			Message: text, Tool: text, MCPServer: text, ElicitationID: text, ToModel: text,
			Command: text, TaskID: text, Teammate: text, Team: text,
		}
		for range 256 {
			p.Tasks = append(p.Tasks, hookmap.Task{ID: text, Type: "subagent", Status: "running", AgentType: text})
		}
		for _, e := range hookmap.Events() {
			p.Event = string(e.Name)
			s := p.Digest(hookmap.Context{}).Short()
			if _, err := message.Frame(message.Message{Kind: message.Hook, Hook: &s}, message.MaxLength); err != nil {
				t.Errorf("%s with %.9q: %v", e.Name, text, err)
			}
		}
		list := message.Message{Kind: message.Registry}
		for range message.MaxProcesses {
			e := hookmap.Entry{SessionID: text, Dir: text, Title: text, Status: text, WaitingFor: text}
			list.Processes = append(list.Processes, message.NewProcess(e, true, now))
		}
		if _, err := message.Frame(list, message.MaxLength); err != nil {
			t.Errorf("a registry with %.9q: %v", text, err)
		}
	}
}

// TestDecode: messages of other versions of atm give no error and change nothing.
func TestDecode(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text string
		valid      bool
	}{
		{
			name: "a kind to come", text: `{"v":1,"token":"t","kind":"answer","hook":{"hook_event_name":"Stop"}}`, valid: true,
		},
		{
			name: "a version to come", text: `{"v":2,"token":"t","kind":"hook","hook":{"hook_event_name":"Stop"}}`, valid: true,
		},
		{name: "a member to come", text: `{"v":1,"token":"t","kind":"end","more":{"a":[1]}}`, valid: true},
		{name: "a hook without an event", text: `{"v":1,"token":"t","kind":"hook","hook":{}}`, valid: true},
		{name: "a hook without anything", text: `{"v":1,"token":"t","kind":"hook"}`, valid: true},
		{name: "a member of another type", text: `{"v":1,"token":7}`},
		{name: "no object", text: `[]`},
		{name: "nothing", text: ``},
		{name: "two messages", text: `{"v":1}{"v":1}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			m, err := message.Decode([]byte(tt.text))
			if (err == nil) != tt.valid {
				t.Errorf("error %v", err)
			}
			if edits := allEdits(m, nil); len(edits) > 0 {
				t.Errorf("edits %v", edits)
			}
		})
	}
}

func TestKnows(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text, token string
		want              bool
	}{
		{name: "the token", text: "abc", token: "abc", want: true},
		{name: "a part of it", text: "ab", token: "abc"},
		{name: "more than it", text: "abcd", token: "abc"},
		{name: "none", token: "abc"},
		{name: "none where the gate has none", token: ""},
	} {
		if got := (message.Message{Token: tt.text}).Knows(tt.token); got != tt.want {
			t.Errorf("%s: %t", tt.name, got)
		}
	}
}

// shownOptions are the options of a pane that shows the session of the gate.
func shownOptions(pairs ...string) opt.Options {
	o := opt.Options{
		opt.Gate: origin.Gate, opt.Host: "box", opt.SessionID: "s", opt.Turn: "open", opt.State: "working",
		opt.Status: "running", opt.StateNS: opt.Nanoseconds(now.Add(-time.Minute)),
	}
	for i := 0; i < len(pairs); i += 2 {
		o[opt.Option(opt.Prefix+pairs[i])] = pairs[i+1]
	}
	return o
}

// TestCompare compares the registry behind the gate with the options of a pane.
func TestCompare(t *testing.T) {
	t.Parallel()
	process := func(session, status string, own bool) message.Process {
		return message.Process{SessionID: session, Status: status, ChangedAgo: 5000, UpdatedAgo: 5000, SameGate: own}
	}
	unclear := process("s", "busy", true)
	unclear.Unclear = true
	long := now.Add(-time.Minute)
	lead := message.NewProcess(hookmap.Entry{
		SessionID: "s", Status: "busy", MayOnlyLead: true, Changed: long, Updated: long,
	}, true, now)
	for _, tt := range []struct {
		name      string
		options   opt.Options
		processes []message.Process
		known     message.Known
		want      string // what is corrected
	}{
		{name: "they agree", options: shownOptions(), processes: []message.Process{process("s", "busy", true)}},
		{
			name:      "an interruption",
			options:   shownOptions(),
			processes: []message.Process{process("s", "idle", true)},
			want:      "interrupted",
		},
		{
			name:    "the lead of a team is listed as busy after the end of its turn",
			options: shownOptions("turn", "done", "state", "idle"), processes: []message.Process{lead},
		},
		{
			name:    "a session without a team at rest is busy",
			options: shownOptions("turn", "done", "state", "idle"), want: "busy",
			processes: []message.Process{process("s", "busy", true)},
		},
		{
			name:      "the session of the pane counts, not another one of the same home",
			options:   shownOptions(),
			processes: []message.Process{process("other", "idle", true), process("s", "busy", false)},
		},
		{
			name:      "a session that is not ours is not taken in",
			options:   shownOptions(),
			processes: []message.Process{process("other", "idle", false)},
		},
		{
			name: "ours has gone on with another session", options: shownOptions(),
			processes: []message.Process{process("next", "busy", true)}, want: "session",
		},
		{
			name: "a session that was listed has ended", options: shownOptions(),
			known: message.Known{Listed: true}, want: "died",
		},
		{
			name: "a message without room for more sessions", options: shownOptions(), known: message.Known{Listed: true},
			processes: slices.Repeat([]message.Process{process("other", "idle", false)}, message.MaxProcesses),
		},
		{
			name: "another registry lists the session", options: shownOptions(),
			known: message.Known{Listed: true, Elsewhere: true},
		},
		{
			name: "another registry lists the session, this one another of ours", options: shownOptions(),
			known: message.Known{Elsewhere: true}, processes: []message.Process{process("next", "busy", true)},
		},
		{name: "one that was never listed: an old Claude Code has no registry", options: shownOptions()},
		{
			name:      "a Claude Code that no hook has told of",
			processes: []message.Process{process("s", "idle", true)}, want: "adopted idle",
		},
		{
			name:      "a Claude Code in a state that is not known is not taken in again and again",
			processes: []message.Process{process("s", "odd", true)}, options: opt.Options{opt.SessionID: "s"},
		},
		{
			name: "its client shows one of several sessions in the background", options: shownOptions(),
			processes: []message.Process{unclear}, want: "parked",
		},
		{
			name: "its client shows the list of them again", options: shownOptions("job", opt.AnyJob),
			processes: []message.Process{process("s", "busy", true)}, want: "returned",
		},
		{
			name: "a pane that shows a session of this side", options: shownOptions("gate", "", "pid", "7"),
			processes: []message.Process{process("s", "idle", true)}, known: message.Known{Listed: true},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			m := message.Message{Processes: tt.processes, Host: "box"}
			edits := origin.Compare(m, tt.options, tt.known, now)
			after := opt.Apply(tt.options, edits)
			if got := after[opt.Corrected]; got != tt.want {
				t.Errorf("corrected %q, want %q", got, tt.want)
			}
			if tt.want == "" && len(edits) > 0 {
				t.Errorf("edits %v", edits)
			}
			if pid := after[opt.PID]; pid != tt.options[opt.PID] {
				t.Errorf("pid %s", pid)
			}
			if again := origin.Compare(m, after, tt.known, now); tt.want != "died" && len(again) > 0 {
				t.Errorf("a second time: %v", again)
			}
		})
	}
}

// TestHost: the host is the one that the person has named, else that of the message, as one line of text.
func TestHost(t *testing.T) {
	t.Parallel()
	m := message.Message{
		Kind: message.Hook, Host: "b\x1b[31mox\n" + strings.Repeat("x", 1000), Hook: digestOf("Stop"),
	}
	got := opt.Apply(nil, origin.Edits(m, now))[opt.Host]
	if want := "b\ufffd[31mox " + strings.Repeat("x", 100); !strings.HasPrefix(got, want) || len(got) > 1024 {
		t.Errorf("host %q", got)
	}
	named := message.Origin{Gate: origin.Gate, Host: "sandbox"}
	if got := opt.Apply(nil, named.Edits(m, now))[opt.Host]; got != "sandbox" {
		t.Errorf("host %q", got)
	}
}

// allEdits returns all edits that a message can make in a pane.
func allEdits(m message.Message, o opt.Options) []opt.Edit {
	edits := origin.Edits(m, now)
	if meter, _, ok := origin.Meter(m); ok {
		edits = append(edits, meter...)
	}
	edits = append(edits, origin.StatusLineEdits(m, o, now)...)
	if m.Kind == message.Registry {
		for _, listed := range []bool{false, true} {
			edits = append(edits, origin.Compare(m, o, message.Known{Listed: listed}, now)...)
		}
	}
	return edits
}

// FuzzDecode: any bytes give a message or an error. A message gives only edits of options of the schema, in
// one pane, with valid values, and never a process id.
func FuzzDecode(f *testing.F) {
	for _, scene := range trace.All() {
		rows, err := trace.Read(scene)
		if err != nil {
			f.Fatal(err)
		}
		for _, row := range rows[:min(len(rows), 20)] {
			if p, err := hookmap.Decode(bytes.NewReader(row.Hook)); err == nil && row.Hook != nil {
				s := p.Digest(hookmap.Context{Now: now}).Short()
				add(f, message.Message{Kind: message.Hook, Hook: &s})
			}
		}
	}
	add(f, message.Message{
		Kind:      message.StatusLine,
		Line:      &hookmap.StatusLine{SessionID: "s", UsedPct: hookmap.NumberOf(85), Title: "#(x)"},
		Processes: []message.Process{{SessionID: "s", Status: "idle", ChangedAgo: 5000}},
	})
	add(f, message.Message{Kind: message.Registry, Processes: []message.Process{
		{
			SessionID: "n", Dir: "/d", Title: "t", Status: "waiting", WaitingFor: "permission prompt",
			ChangedAgo: -1, SameGate: true,
		},
	}})
	add(f, message.Message{Kind: message.Registry, Processes: []message.Process{
		{SessionID: "s", Status: "idle", Unclear: true, SameGate: true},
	}})
	f.Add([]byte(`{"v":1,"kind":"hook","hook":{"hook_event_name":"Stop","intent":"#(x)","said":"#{x}",` +
		`"at_work":" a=#(x) main=b","reporters":" #{x}="}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := message.Decode(text)
		if err != nil {
			return
		}
		asks := shownOptions("state", "attention", "waiting", " main.a=permission")
		for _, before := range []opt.Options{nil, shownOptions(), asks} {
			edits := allEdits(m, before)
			checkCommands(t, edits)
			after := opt.Apply(before, edits)
			checkOptions(t, after)
		}
	})
}

func add(f *testing.F, m message.Message) {
	m.Version = message.Version
	frame, err := message.Frame(m, message.MaxLength)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(frame[4:])
}

// checkCommands fails if a command does anything but set options of that pane or of the server, run a stored
// program, or wake a waiting process.
func checkCommands(t *testing.T, edits []opt.Edit) {
	t.Helper()
	if len(edits) == 0 {
		return
	}
	for _, c := range (opt.Batch{Pane: "%7", Edits: edits}).Commands() {
		if !slices.Contains([]string{"set-option", "set-hook", "wait-for"}, c[0]) {
			t.Errorf("command %q", c)
		}
		if c[0] != "set-option" {
			continue
		}
		counts := strings.Contains(c[3], opt.ChangesOption) // of all changes, which is the server's
		if c[2] != "%7" || !strings.Contains(c[1], "p") && !counts {
			t.Errorf("command %q is not for the pane", c)
		}
	}
}

// checkOptions fails if an option is not in the schema or has an invalid value.
func checkOptions(t *testing.T, after opt.Options) {
	t.Helper()
	known := slices.Clone(tmuxtest.InternalOptions)
	for _, f := range opt.Schema() {
		known = append(known, f.Option)
	}
	for o, value := range after {
		if !slices.Contains(known, o) {
			t.Errorf("option %s", o)
		}
		// A list or a path may be longer than a text.
		changed := opt.Text(value) != strings.TrimSpace(value) && len(value) <= 1024
		if changed || len(value) > 4096 || strings.ContainsFunc(value, unicode.IsControl) {
			t.Errorf("%s = %q", o, value)
		}
	}
	if after[opt.PID] != "" || after[opt.TranscriptPath] != "" {
		t.Errorf("pid %q, transcript %q", after[opt.PID], after[opt.TranscriptPath])
	}
	intents := []string{"", string(opt.Question), string(opt.Completion)}
	if intent := after[opt.Intent]; !slices.Contains(intents, intent) {
		t.Errorf("intent %q", intent)
	}
}

// digestOf returns the digest of an event with nothing but a name.
func digestOf(event string) *hookmap.Digest {
	return &hookmap.Digest{Members: hookmap.Members{Event: event}}
}
