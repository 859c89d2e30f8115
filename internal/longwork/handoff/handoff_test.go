package handoff_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/internal/longwork/handoff"
	opt "atm/tmuxopt"
)

var at = time.Unix(1_800_000_000, 0)

// left returns the options of a pane in which a handoff was left.
func left(t *testing.T, h handoff.Handoff, more ...opt.Edit) opt.Options {
	t.Helper()
	edits, err := h.Edits()
	if err != nil {
		t.Fatal(err)
	}
	return opt.Apply(nil, append(edits, more...))
}

func TestHandoff(t *testing.T) {
	t.Parallel()
	h := handoff.Handoff{Text: "one\n\ttwo \\n three", Files: []string{"/a b", `/c\n`, "/#(x)"}, Time: at}
	if diff := cmp.Diff(h, handoff.Of(left(t, h))); diff != "" {
		t.Errorf("it comes back (-want +got):\n%s", diff)
	}
	got := opt.Apply(left(t, h, opt.Set(opt.HandoffTo, "a"), opt.Set(opt.Effort, "parser")), handoff.Clear())
	if diff := cmp.Diff(opt.Options{opt.Effort: "parser"}, got); diff != "" {
		t.Errorf("it is cleared, and nothing else (-want +got):\n%s", diff)
	}
	tests := []struct {
		name string
		h    handoff.Handoff
		want error
	}{
		{"nothing but blanks", handoff.Handoff{Text: " \n\t"}, handoff.ErrEmpty},
		{"the largest one", handoff.Handoff{Text: strings.Repeat("x", handoff.MaxText)}, nil},
		{"a byte more", handoff.Handoff{Text: strings.Repeat("x", handoff.MaxText+1)}, handoff.ErrTooLarge},
		{
			"line breaks are two bytes", handoff.Handoff{Text: strings.Repeat("x\n", handoff.MaxText/2)},
			handoff.ErrTooLarge,
		},
		{"a path with a line break", handoff.Handoff{Text: "a", Files: []string{"/a\nb"}}, handoff.ErrFiles},
		{"a path that is not absolute", handoff.Handoff{Text: "a", Files: []string{"b"}}, handoff.ErrFiles},
		{
			"too long a path",
			handoff.Handoff{Text: "a", Files: []string{"/" + strings.Repeat("x", handoff.MaxFiles)}},
			handoff.ErrFiles,
		},
	}
	for _, tt := range tests {
		if _, err := tt.h.Edits(); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, err, tt.want)
		}
	}
}

func TestDelivery(t *testing.T) {
	t.Parallel()
	const first, second = "11111111", "22222222"
	h := handoff.Handoff{Text: "Use the new lexer.\nTests are red.", Files: []string{"/p/plan.md", "/p/a b.md"}}
	effort := opt.StartEffort("parser", at)
	effort = append(effort, opt.Set(opt.EffortPhase, "tests"), opt.Set(opt.EffortNote, "half done"),
		opt.Set(opt.EffortLog, "/p/log.md"))
	const about = "The sessions in this tmux pane work on: parser\nIts phase is: tests\n" +
		"The last note on it is: half done\nIts log is the file: /p/log.md\n"
	const all = about + "The session before this one has left this for you:\n\n" +
		"Use the new lexer.\nTests are red.\n\n" +
		"Read these files before you go on:\n- /p/plan.md\n- /p/a b.md\n"
	given := opt.Set(opt.HandoffTo, first)
	taken := []opt.Edit{given, opt.Set(opt.HandoffTaken, "1")}
	tests := []struct {
		name      string
		pane      opt.Options
		session   string
		text      string
		delivered bool
	}{
		{name: "nothing is known", session: first},
		{name: "an effort without a handoff", pane: opt.Apply(nil, effort), session: first, text: about},
		{name: "the next session", pane: left(t, h, effort...), session: first, text: all, delivered: true},
		{
			name: "the same session starts again, after a compaction", session: first,
			pane: left(t, h, append(effort, given)...), text: about,
		},
		{
			name: "the session that got it has ended before it worked", session: second,
			pane: left(t, h, append(effort, given)...), text: all, delivered: true,
		},
		{
			name: "another session has worked with it", session: second,
			pane: left(t, h, append(effort, taken...)...), text: about,
		},
		{name: "a session without an id", pane: left(t, h, effort...), session: "#{x}", text: about},
		{
			name: "without an effort", pane: left(t, handoff.Handoff{Text: "a"}), session: first,
			delivered: true,
			text:      "The session before this one has left this for you:\n\na\n",
		},
		{name: "a phase without an effort", pane: opt.Options{opt.EffortPhase: "tests"}, session: first},
	}
	for _, tt := range tests {
		text, edits := handoff.Delivery(tt.pane, tt.session)
		if diff := cmp.Diff(tt.text, text); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		now := opt.Apply(tt.pane, edits)
		if got := len(edits) > 0 && now[opt.HandoffTo] == tt.session; got != tt.delivered {
			t.Errorf("%s: delivered: %v", tt.name, got)
		}
		if again, _ := handoff.Delivery(now, tt.session); strings.Contains(again, "left this for you") {
			t.Errorf("%s: delivered twice", tt.name)
		}
	}
}

// TestTaken: only the session that has got a handoff can use it up.
func TestTaken(t *testing.T) {
	t.Parallel()
	pane := left(t, handoff.Handoff{Text: "a"}, opt.Set(opt.HandoffTo, "first"))
	for session, want := range map[string]string{"first": "1", "second": "", "": "", "#{l:1}": ""} {
		if got := opt.Apply(pane, handoff.Taken(session))[opt.HandoffTaken]; got != want {
			t.Errorf("%q: %q, want %q", session, got, want)
		}
	}
	rewritten, err := handoff.Handoff{Text: "b"}.Edits()
	if err != nil {
		t.Fatal(err)
	}
	pane = opt.Apply(opt.Apply(pane, handoff.Taken("first")), rewritten)
	if text, _ := handoff.Delivery(pane, "second"); !strings.Contains(text, "b") {
		t.Errorf("a new handoff is delivered again: %q", text)
	}
}

// TestDeliveryFits: whatever the options hold, Claude Code takes the whole of it, and nothing
// in it is a control character.
func TestDeliveryFits(t *testing.T) {
	t.Parallel()
	const most = 10_000 // characters of a hook's text; more would go into a file
	huge := strings.Repeat("ü#(x)\x1b[2J\u202e", 4000)
	pane := opt.Options{}
	for _, f := range opt.Schema() {
		if f.Group == opt.Work {
			pane[f.Option] = huge
		}
	}
	path := "/" + strings.Repeat("p", 4000)
	pane[opt.EffortLog], pane[opt.HandoffFiles] = path, path+`\n`+path
	delete(pane, opt.HandoffTaken)
	text, _ := handoff.Delivery(pane, "a")
	text = handoff.Sender + text
	if len([]rune(text)) > most || !strings.Contains(text, "left this for you") {
		t.Errorf("%d characters", len([]rune(text)))
	}
	if strings.ContainsAny(text, "\x1b\u202e") || strings.ToValidUTF8(text, "") != text {
		t.Errorf("control characters in %q", text)
	}
	largest := handoff.Handoff{Text: strings.Repeat("x", handoff.MaxText), Files: []string{"/" +
		strings.Repeat("x", handoff.MaxFiles-1)}}
	word, log := strings.Repeat("x", opt.MaxEffortText), "/"+strings.Repeat("x", handoff.MaxLog-1)
	text, _ = handoff.Delivery(left(t, largest, opt.Set(opt.Effort, word), opt.Set(opt.EffortPhase, word),
		opt.Set(opt.EffortNote, word), opt.Set(opt.EffortLog, log)), "a")
	for _, whole := range []string{largest.Text, largest.Files[0], word, log} {
		if !strings.Contains(text, whole) {
			t.Errorf("%.20s… of %d bytes is not whole", whole, len(whole))
		}
	}
	if len(handoff.Sender+text) > most {
		t.Errorf("the largest that can be written has %d characters", len(text))
	}
}
