package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"atm/internal/dev/tmuxtest"
	"atm/internal/setup/tmuxconf"
	"atm/internal/tmux"
)

// dialogHook is the hook of a dialog that is open, in a pane whose process stands for
// Claude Code.
type dialogHook struct {
	*registry
	t     *testing.T
	cmd   *exec.Cmd
	out   bytes.Buffer
	ended chan struct{}
}

// env is the environment of a hook of the session.
func (r *registry) env() []string {
	pid := fmt.Sprintf("CLAUDE_PID=%d", r.pid)
	return []string{"CLAUDE_CONFIG_DIR=" + r.home, pid, "CLAUDE_CODE_ENTRYPOINT=cli"}
}

// openDialog starts a session that asks for the permission to run a command.
func openDialog(t *testing.T, s *tmuxtest.Server, command string) *dialogHook {
	t.Helper()
	d := beginTurn(t, s)
	d.asks("Bash", fmt.Sprintf(`{"command":%q}`, command))
	return d
}

// beginTurn starts a session that works.
func beginTurn(t *testing.T, s *tmuxtest.Server) *dialogHook {
	t.Helper()
	d := &dialogHook{registry: newRegistry(t, s), t: t}
	d.setStatus("busy")
	if err := os.MkdirAll(filepath.Dir(d.transcript()), 0o755); err != nil {
		t.Fatal(err)
	}
	d.writes(`{"type":"user","message":{"role":"user","content":"go on"}}`)
	for _, event := range []string{
		`"hook_event_name":"SessionStart","source":"startup","session_title":"fix the parser"`,
		`"hook_event_name":"UserPromptSubmit","prompt":"go on"`,
	} {
		d.fires(event)
	}
	return d
}

// fires calls a hook that ends at once.
func (d *dialogHook) fires(event string) {
	d.t.Helper()
	fire(d.t, d.tmux, d.pane, `{"session_id":"`+listedID+`","cwd":"/src","transcript_path":"`+d.transcript()+`",`+
		event+`}`, d.env()...)
}

// asks opens a dialog, whose hook waits.
func (d *dialogHook) asks(tool, input string) {
	d.t.Helper()
	d.cmd, d.ended = exec.Command("atm", "hook"), make(chan struct{})
	d.cmd.Env = append(d.tmux.Env(d.pane), d.env()...)
	const payload = `{"hook_event_name":"PermissionRequest","session_id":%q,"cwd":"/src",` +
		`"tool_name":%q,"tool_input":%s}`
	d.cmd.Stdin = strings.NewReader(fmt.Sprintf(payload, listedID, tool, input))
	d.cmd.Stdout = &d.out
	if err := d.cmd.Start(); err != nil {
		d.t.Fatal(err)
	}
	cmd, ended := d.cmd, d.ended
	go func() {
		defer close(ended)
		_ = cmd.Wait() // what it has printed tells
	}()
	d.t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM) // it may have ended
		<-ended
	})
	d.setStatus("waiting")
	d.tmux.Until("the hook waits", func() bool {
		return d.tmux.Tmux("show-options", "-pqvt", d.pane, "@meta.claude.answerable") != ""
	})
}

// transcript is the path of the session's transcript.
func (d *dialogHook) transcript() string {
	return filepath.Join(d.home, "projects", "-src", listedID+".jsonl")
}

// writes adds a line to the transcript.
func (d *dialogHook) writes(line string) {
	d.t.Helper()
	file, err := os.OpenFile(d.transcript(), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err == nil {
		_, err = file.WriteString(line + "\n")
		err = errors.Join(err, file.Close())
	}
	if err != nil {
		d.t.Fatal(err)
	}
}

// answered waits for the answer, and has Claude Code go on, as its registry and the
// transcript tell.
func (d *dialogHook) answered(behavior string) {
	d.t.Helper()
	select {
	case <-d.ended:
	case <-time.After(tmuxtest.Patience):
		d.t.Fatal("no answer")
	}
	var printed struct {
		Output struct {
			Decision struct{ Behavior, Message string }
		} `json:"hookSpecificOutput"`
	}
	if err := json.Unmarshal(d.out.Bytes(), &printed); err != nil || printed.Output.Decision.Behavior != behavior {
		d.t.Errorf("the answer is %q, not %s: %v", d.out.String(), behavior, err)
	}
	d.setStatus("busy")
	if behavior == "deny" {
		d.writes(fmt.Sprintf(`{"type":"user","message":{"role":"user","content":[{"type":"tool_result",`+
			`"is_error":true,"content":%q}]}}`, printed.Output.Decision.Message))
	}
}

// isRead waits as long as somebody needs to see what the preview shows.
func (p *popup) isRead() {
	p.Helper()
	began := time.Now()
	p.s.Until("it is read", func() bool { return time.Since(began) > 300*time.Millisecond })
}

// TestInboxAnswers: the keys for yes and no answer exactly the call that the preview shows.
func TestInboxAnswers(t *testing.T) {
	t.Parallel()
	for key, behavior := range map[string]string{"M-y": "allow", "M-n": "deny"} {
		t.Run(behavior, func(t *testing.T) {
			t.Parallel()
			s := tmuxtest.Start(t)
			d := openDialog(t, s, "make it so")
			p := openInbox(t, s, s.Attach(), []string{"CLAUDE_CONFIG_DIR=" + d.home})
			p.at("fix the parser")
			p.shows(`\| make it so`) // the whole request, as its hook has it
			p.isRead()
			p.press("M-2") // the number of a choice in the dialog is no answer for its hook
			p.shows(`(?s)Alt-y allows it, Alt-a also for later.*Press any key`)
			p.press("x")
			p.at("fix the parser")
			p.press(key)
			d.answered(behavior)
			p.shows(`▌ ▶ `)
			p.press("Escape")
			p.ends()
		})
	}
}

// TestInboxInTurn: after an answer the cursor moves to the next session below that asks, and the key for the
// next session continues from there.
func TestInboxInTurn(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	d := openDialog(t, s, "make it so")
	for i, title := range []string{"second asks", "third asks"} {
		wants(t, s, sessionIn(t, s, i+1, title), i+1)
	}
	p := openInbox(t, s, s.Attach(), []string{"CLAUDE_CONFIG_DIR=" + d.home})
	p.at("fix the parser")
	p.shows(`\| make it so`)
	p.isRead()
	p.press("M-y")
	d.answered("allow")
	p.at("second asks")
	p.shows(`(?m)^ *│ *▶ +fix the parser`)
	p.press("M-g")
	p.at("third asks")
	p.press("M-g")
	p.at("second asks")
	p.press("Escape")
	p.ends()
}

// TestInboxAsks: a key alone does not answer a request that the preview has not shown whole.
func TestInboxAsks(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	d := openDialog(t, s, strings.Repeat("echo one of many lines\n", 60)+"rm -rf all")
	p := openInbox(t, s, s.Attach(), []string{"CLAUDE_CONFIG_DIR=" + d.home})
	p.at("fix the parser")
	p.shows(`echo one of many lines`)
	p.isRead()
	for _, left := range []struct{ key, asks, by string }{
		{"M-y", "yes", "n Enter"}, {"M-n", "no", "n Enter"}, {"M-y", "yes", "C-c"}, {"M-y", "yes", "Escape"},
	} {
		p.press(left.key)
		p.shows(`(?s)rm -rf all.*Answer ` + left.asks + `\? \[Yn\]`)
		select {
		case <-d.ended:
			t.Fatal("it was answered")
		default:
		}
		p.press(strings.Fields(left.by)...)
		p.shows(`Press any key to go back`)
		p.press("Enter")
		p.at("fix the parser")
	}
	p.press("M-y")
	p.shows(`Answer yes\? \[Yn\]`)
	p.types("y")
	p.press("Enter")
	d.answered("allow")
	p.press("Escape")
	p.ends()
}

// TestInboxFrozen: a key alone does not answer a request that the preview showed while a message kept the
// client from drawing.
func TestInboxFrozen(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	frozen := fmt.Sprint(time.Now().UnixMilli(), time.Now().Add(time.Hour).UnixMilli())
	s.Tmux("set-option", "-s", tmux.FrozenOption, frozen)
	d := openDialog(t, s, "make it so")
	p := openInbox(t, s, s.Attach(), []string{"CLAUDE_CONFIG_DIR=" + d.home})
	p.at("fix the parser")
	p.shows(`make it so`)
	p.isRead()
	p.press("M-y")
	p.shows(`(?s)make it so.*Answer yes\? \[Yn\]`)
	select {
	case <-d.ended:
		t.Fatal("it was answered")
	default:
	}
	p.press("Enter")
	d.answered("allow")
	p.press("Escape")
	p.ends()
}

// TestMenuAnswers: without fzf, a menu shows the whole request of a session, and reads the answer.
func TestMenuAnswers(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	d := openDialog(t, s, "make it so")
	sessionIn(t, s, 1, "y")
	screen := s.Attach()
	s.Tmux("set-environment", "-g", "CLAUDE_CONFIG_DIR", d.home)
	choose := openMenu(t, s, screen, nil, nil, []string{"fix the parser", "answer fix the parser"})
	choose("a")
	screen.Until("it is shown, and nothing is answered", screen.Shows("| make it so"))
	screen.Until("the answer can be typed", screen.Shows("Enter alone: none"))
	screen.Tmux("send-keys", "-l", "y") // also where a session is called so
	select {
	case <-d.ended:
		t.Fatal("it was answered before Enter")
	default:
	}
	screen.Tmux("send-keys", "Enter")
	d.answered("allow")
}

// TestAnswerTypedBefore: an Enter from before the request was on the screen confirms nothing.
func TestAnswerTypedBefore(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	d := openDialog(t, s, "make it so")
	run := "export " + strings.Join(s.Vars("%0"), " ") + " CLAUDE_CONFIG_DIR=" + d.home +
		`; echo ready; read -r _; atm answer "fix the parser" yes; cat`
	pane := s.Tmux("split-window", "-d", "-P", "-F", "#{pane_id}", run)
	shows := func(what string) func() bool {
		return func() bool { return strings.Contains(s.Tmux("capture-pane", "-p", "-t", pane), what) }
	}
	s.Until("it waits for a line", shows("ready"))
	s.Tmux("send-keys", "-t", pane, "Enter", "Enter")
	s.Until("it asks", shows("Answer yes? [Yn]"))
	s.Tmux("send-keys", "-t", pane, "n", "Enter")
	s.Until("it was the n that was read", shows("nothing done"))
	select {
	case <-d.ended:
		t.Fatal("it was answered")
	default:
	}
	s.Tmux("send-keys", "-t", pane, "C-c")
}

// TestAnswerKey: the key for yes shows the request, and asks.
func TestAnswerKey(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	d := openDialog(t, s, "make it so")
	conf := filepath.Join(t.TempDir(), "conf")
	program, err := exec.LookPath("atm")
	if err != nil {
		t.Fatal(err)
	}
	text := tmuxconf.Conf{Program: program, Keys: tmuxconf.Keys(program)}.Text()
	if err := os.WriteFile(conf, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s.Tmux("set-environment", "-g", "CLAUDE_CONFIG_DIR", d.home, ";",
		"set-option", "-g", "@atm-key-answer", "Y", ";", "source-file", conf)
	p := &popup{T: t, s: s, screen: s.Attach()}
	p.press("C-b", "Y")
	p.shows(`(?s)\| make it so.*Answer yes\? \[Yn\]`)
	p.types("y")
	p.press("Enter")
	d.answered("allow")
	s.Until("the popup is closed", func() bool { return !strings.Contains(p.shown(), "Answer yes?") })
	p.press("C-b", "Y")
	p.shows(`no session asks anything[\s│]+Press Enter`)
	p.press("Enter")
	s.Until("the popup is closed", func() bool { return !strings.Contains(p.shown(), "Press Enter") })
}

// TestInboxQuestion: a key chooses an option of a question, yes does not answer it, and any key closes an
// error.
func TestInboxQuestion(t *testing.T) {
	t.Parallel()
	const input = `{"questions":[{"question":"Which colour?","header":"Colour","options":[` +
		`{"label":"Red","description":""},{"label":"Blue","description":""},` +
		`{"label":"4","description":""},{"label":"Grey","description":""}],"multiSelect":false}]}`
	typed := func(text string) func(p *popup) {
		return func(p *popup) {
			p.press("M-t")
			p.shows(`(?s)Which colour\?.*1\. Red.*Answer \(an option, a text, no; Enter alone: none\)`)
			p.types(text)
			p.press("Enter")
		}
	}
	for _, tt := range []struct {
		name, want string
		press      func(p *popup)
	}{
		{"the key of an option", "Blue", func(p *popup) { p.press("M-2") }},
		{"the key of an option whose number is the text of another one", "Grey", func(p *popup) { p.press("M-4") }},
		{"such a key, before the question was seen", "Grey", func(p *popup) {
			frozen := fmt.Sprint(time.Now().Add(-time.Hour).UnixMilli(), time.Now().Add(time.Hour).UnixMilli())
			p.s.Tmux("set-option", "-s", tmux.FrozenOption, frozen)
			p.press("M-4")
			p.shows(`(?s)Which colour\?.*Answer Grey\? \[Yn\]`)
			p.press("Enter")
		}},
		{"a text", "teal", typed("teal")},
		{"a text that is the number of an option", "Blue", typed("2")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := tmuxtest.Start(t)
			d := beginTurn(t, s)
			d.asks("AskUserQuestion", input)
			p := openInbox(t, s, s.Attach(), []string{"CLAUDE_CONFIG_DIR=" + d.home})
			p.at("fix the parser")
			p.shows(`Which colour\?`)
			p.isRead()
			p.press("M-y")
			p.shows(`(?s)This is a question: Alt-1 to Alt-9 choose an option.*Press any key`)
			p.press("x")
			p.at("fix the parser")
			tt.press(p)
			d.answered("allow")
			if !strings.Contains(d.out.String(), `"`+tt.want+`"`) {
				t.Errorf("the answer is %s", d.out.String())
			}
			d.writes(`{"type":"user","message":{"role":"user","content":[{"type":"tool_result","content":"ok"}]}}`)
			p.press("Escape")
		})
	}
}

// TestAskedQuestions: on a terminal atm answer without an answer asks each of several questions, again after a line
// that does not answer it. A text that may be a misspelt option must be confirmed. A no declines all questions.
func TestAskedQuestions(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		command, second, asked, behavior string
		want                             []string
	}{
		{"atm answer", "Lrage", `Answer Blue; "Lrage" \(no option: goes as a text\)\? \[Yn\]`, "allow",
			[]string{`"Which colour?":"Blue"`, `"Which size?":"Lrage"`}},
		{"atm answer parser", "1", "", "allow", []string{`"Which colour?":"Blue"`, `"Which size?":"Small"`}},
		{"atm answer --ask", "no", "", "deny", nil},
	} {
		t.Run(tt.command, func(t *testing.T) {
			t.Parallel()
			s := tmuxtest.Start(t)
			d := beginTurn(t, s)
			d.asks("AskUserQuestion", `{"questions":[`+
				`{"question":"Which colour?","options":[{"label":"Red"},{"label":"Blue"}]},`+
				`{"question":"Which size?","options":[{"label":"Small"},{"label":"Large"}]}]}`)
			s.Tmux("set-environment", "-g", "CLAUDE_CONFIG_DIR", d.home, ";",
				"new-window", "-d", tt.command+"; sleep 1000")
			p := &popup{T: t, s: s, screen: s.Attach()}
			s.Tmux("select-window", "-t", ":$")
			p.shows(`(?s)Which colour.*Answer 1 of 2`)
			p.types("7")
			p.press("Enter")
			p.shows(`(?s)there is no option 7; the options of "Which colour\?" are 1 "Red", 2 "Blue".*Answer 1 of 2`)
			p.types("2")
			p.press("Enter")
			p.shows(`Answer 2 of 2`)
			p.types(tt.second)
			p.press("Enter")
			if tt.asked != "" {
				p.shows(tt.asked)
				select {
				case <-d.ended:
					t.Fatal("it was answered without a question")
				default:
				}
				p.press("Enter")
			}
			d.answered(tt.behavior)
			for _, want := range tt.want {
				if !strings.Contains(d.out.String(), want) {
					t.Errorf("%s, without %s", d.out.String(), want)
				}
			}
		})
	}
}

// TestInboxSeveralQuestions: the key of an option answers the first of several questions, also if its number is the
// text of another option, and the others are asked. A text that is no option may be a slip of the keys, and is
// confirmed.
func TestInboxSeveralQuestions(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	d := beginTurn(t, s)
	d.asks("AskUserQuestion", `{"questions":[`+
		`{"question":"Which colour?","options":[{"label":"2"},{"label":"Blue"}]},`+
		`{"question":"Which size?","options":[{"label":"Small"},{"label":"Large"}]}]}`)
	p := openInbox(t, s, s.Attach(), []string{"CLAUDE_CONFIG_DIR=" + d.home})
	p.at("fix the parser")
	p.shows(`Which size\?`)
	p.isRead()
	p.press("M-2")
	p.shows(`(?s)Answer 1 of 2: \+2.*Answer 2 of 2 \(`)
	p.types("huge")
	p.press("Enter")
	p.shows(`no option: goes as a text`)
	p.press("y")
	p.press("Enter")
	d.answered("allow")
	if want := `"Which colour?":"Blue","Which size?":"huge"`; !strings.Contains(d.out.String(), want) {
		t.Errorf("%s, without %s", d.out.String(), want)
	}
	d.writes(`{"type":"user","message":{"role":"user","content":[{"type":"tool_result","content":"ok"}]}}`)
	p.press("Escape")
}

// TestInboxNext: a key moves from one session that asks to the next one, past those that do not ask.
func TestInboxNext(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	for i, title := range []string{"first asks", "second works", "third asks"} {
		pane := sessionIn(t, s, i+1, title)
		if strings.HasSuffix(title, "asks") {
			fire(t, s, pane, `{"session_id":"`+inboxID(i+1)+`","hook_event_name":"PermissionRequest",`+
				`"tool_name":"Bash","tool_input":{"command":"make it so"}}`)
		}
	}
	p := openInbox(t, s, s.Attach(), nil)
	p.at("first asks")
	p.press("M-g")
	p.at("third asks")
	p.press("M-g")
	p.at("first asks")

	// Keys cannot give a reason, so none is asked for.
	p.press("M-t")
	p.shows(`only keys answer this dialog, and they give no reason`)
	p.press("x")
	p.at("first asks")

	// What asks nothing cannot be answered, and the key says so.
	p.types("work")
	p.at("second works")
	p.press("M-y")
	p.shows(`(?s)No dialog is open: Alt-s sends a prompt.*Press any key`)
	p.press("x")
	p.at("second works")
	p.press("C-u")
	p.at("first asks")

	// All keys are a key away.
	p.press("?")
	p.shows(`(?s)Alt-g +the next session that asks.*Press any key`)
	p.press("Down")
	p.at("first asks")
	p.types("work")
	p.at("second works")
	p.press("Escape")
	p.ends()
}
