package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// example is a session that nobody had, for pictures of the commands that show many
// sessions: the real atm hook gets its events, and its pane shows a little text.
type example struct {
	dir    string
	title  string
	model  string
	screen string
	events []string // the ends of payloads, from the event's name on

	context int     // per cent
	cost    float64 // US dollars
}

func examples() []example {
	const prompt = `"UserPromptSubmit"`
	return []example{
		{
			dir: "parser", title: "Fix the parser", model: "opus",
			screen: "● Bash(go test ./parser/...)\n\n  Do you want to proceed?\n  ❯ 1. Yes\n" +
				"    2. No, and tell Claude what to do differently (esc)\n",
			events: []string{
				prompt,
				`"PermissionRequest","tool_name":"Bash","tool_input":{"command":"go test ./parser/..."}`,
			},
			context: 84, cost: 3.12,
		},
		{
			dir: "parser", title: "Port the lexer", model: "sonnet",
			screen: "● Two of the tables are the same.\n\n  Shall I merge them?\n\n❯ \n",
			events: []string{
				prompt,
				`"Stop","last_assistant_message":"Two of the tables are the same.\n\nShall I merge them?"`,
			},
			context: 31, cost: 0.74,
		},
		{
			dir: "website", title: "Darker dark mode", model: "sonnet",
			screen:  "● API Error: 529 Overloaded\n\n❯ \n",
			events:  []string{prompt, `"StopFailure","error":"overloaded"`},
			context: 12, cost: 0.35,
		},
		{
			dir: "infra", title: "Speed up the CI", model: "opus",
			screen: "● Two agents look for slow steps …\n\n" +
				"  ⎿ Explore(cache keys)\n  ⎿ Plan(split the test job)\n",
			events: []string{
				prompt,
				`"SubagentStart","agent_id":"a1","agent_type":"Explore"`,
				`"SubagentStart","agent_id":"a2","agent_type":"Plan"`,
			},
			context: 57, cost: 1.9,
		},
		{
			dir: "docs", title: "Write the manual", model: "sonnet",
			screen: "● Done: three chapters, and the examples run.\n\n❯ \n",
			events: []string{
				prompt, `"Stop","last_assistant_message":"Done: three chapters, and the examples run."`,
			},
			context: 66, cost: 2.4,
		},
		{
			dir: "docs", title: "Answer the reviewers", model: "opus",
			screen: "● Edit(docs/review.md)\n",
			events: []string{
				prompt,
				`"PreToolUse","tool_name":"Edit","tool_input":{"file_path":"docs/review.md"}`,
			},
			context: 8, cost: 0.2,
		},
	}
}

// takePictures takes pictures of a window, of atm ls and of atm pick with the examples.
func takePictures(atm, dir string) error {
	s, err := newServer(atm)
	if err != nil {
		return err
	}
	defer s.remove()
	if err := s.openExamples(); err != nil {
		return err
	}
	v, err := s.newViewer(28)
	if err != nil {
		return err
	}
	defer v.close()
	shell := "exec env " + strings.Join(s.exampleEnv(), " ") + " PS1='$ ' bash --norc --noprofile"
	if _, err = s.run("new-window", "-t", sessionName+":", "-n", "shell", shell); err != nil {
		return err
	}
	for _, step := range []struct {
		window string   // to which the viewer goes; "" = it stays
		keys   []string // that are typed then
		shows  string   // what is on the screen then
		file   string   // of the picture; "" = none is taken
	}{
		{window: "parser", shows: "Shall I merge", file: "meter.svg"},
		{window: "shell", keys: []string{"clear; atm ls --tree", "Enter"}, shows: "Plan", file: "ls.svg"},
		{keys: []string{"clear; atm pick", "Enter"}, shows: "❯ 1. Yes", file: "inbox.svg"},
	} {
		if step.window != "" {
			if _, err := s.run("select-window", "-t", sessionName+":"+step.window); err != nil {
				return err
			}
		}
		if len(step.keys) > 0 {
			if _, err := v.outer.run(append([]string{"send-keys"}, step.keys...)...); err != nil {
				return err
			}
		}
		shown, err := v.captureWith(step.shows)
		if err == nil && step.file != "" {
			err = writePicture(filepath.Join(dir, step.file), shown)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// openExamples opens a pane for each example. Those of one directory share a window.
func (s *server) openExamples() error {
	last := ""
	for i, e := range examples() {
		file := filepath.Join(s.dir, fmt.Sprint(i))
		if err := os.WriteFile(file, []byte(e.screen), 0o600); err != nil {
			return err
		}
		p := pane{window: e.dir, file: file}
		if e.dir == last {
			p.window, p.split = "", "-h"
		}
		last = e.dir
		id, err := s.open(p)
		if err != nil {
			return err
		}
		if err := s.sendExample(id, uint32(i+3), e); err != nil {
			return err
		}
	}
	return s.configure()
}

// sendExample sends the events of an example to the hook of a pane, and what Claude Code
// tells its status line.
func (s *server) sendExample(pane string, number uint32, e example) error {
	start := fmt.Sprintf(`"SessionStart","source":"startup","session_title":%q,"model":%q`, e.title, e.model)
	session := fmt.Sprintf(`"session_id":"%08x-0000-4000-8000-000000000000","cwd":"/home/dev/%s"`,
		0x3c0ffee5*number, e.dir)
	for _, event := range append([]string{start}, e.events...) {
		payload := "{" + session + `,"hook_event_name":` + event + "}"
		if err := s.tell(exec.Command(s.atm, "hook"), pane, payload, s.exampleEnv()...); err != nil {
			return err
		}
	}
	const window = 200_000 // tokens
	tokens := window / 100 * e.context
	line := fmt.Sprintf(`{%s,"cost":{"total_cost_usd":%g},"context_window":{"used_percentage":%d,`+
		`"total_input_tokens":%d,"context_window_size":%d,"current_usage":{"input_tokens":%d}}}`,
		session, e.cost, e.context, tokens, window, tokens)
	return s.tell(exec.Command(s.atm, "statusline"), pane, line, s.exampleEnv()...)
}

// exampleEnv is where the examples live: nothing of the user's is in it.
func (s *server) exampleEnv() []string {
	return []string{
		"HOME=/home/dev",
		"CLAUDE_CONFIG_DIR=" + filepath.Join(s.dir, "claude"),
		"PATH=" + filepath.Dir(s.atm) + ":" + filepath.Dir(os.Getenv("ATM_TEST_FZF")) + ":/usr/local/bin:/usr/bin:/bin",
	}
}
