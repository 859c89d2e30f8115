package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// example is a session that nobody had, for pictures of the commands that show many
// sessions: the real atm hook gets its events, and its pane shows a little text.
type example struct {
	dir    string
	title  string
	model  string
	screen string
	events []string // the ends of payloads, from the event's name on
	asks   string   // such an end, of the event of an open dialog: its hook waits

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
			events:  []string{prompt},
			asks:    `"PermissionRequest","tool_name":"Bash","tool_input":{"command":"go test ./parser/..."}`,
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

// openExamples opens a pane for each example. Those of one directory share a window. It
// returns the dialog that is open in one of them.
func (s *server) openExamples() (open *dialog, err error) {
	last := ""
	for i, e := range examples() {
		file := filepath.Join(s.dir, fmt.Sprint(i))
		if err := os.WriteFile(file, []byte(e.screen), 0o600); err != nil {
			return nil, err
		}
		p := pane{window: e.dir, file: file}
		if e.dir == last {
			p.window, p.split = "", "-h"
		}
		last = e.dir
		id, err := s.open(p)
		if err != nil {
			return nil, err
		}
		r := running{
			example: e, server: s, pane: id, file: file,
			session: fmt.Sprintf("%08x-0000-4000-8000-000000000000", 0x3c0ffee5*uint32(i+3)),
		}
		if e.asks == "" {
			err = r.sendAll(s.exampleEnv())
		} else {
			open, err = r.ask()
		}
		if err != nil {
			return nil, err
		}
	}
	return open, s.configure()
}

// running is an example in a pane.
type running struct {
	example
	server  *server
	pane    string
	file    string // what the pane shows
	session string // its id
}

// payload is what a hook is told of an event.
func (r running) payload(event string) string {
	return fmt.Sprintf(`{"session_id":%q,"cwd":"/home/dev/%s","transcript_path":%q,"hook_event_name":%s}`,
		r.session, r.dir, r.transcript(), event)
}

// sendAll sends the events to the hook of the pane, and what Claude Code tells its status
// line.
func (r running) sendAll(env []string) error {
	start := fmt.Sprintf(`"SessionStart","source":"startup","session_title":%q,"model":%q`, r.title, r.model)
	for _, event := range append([]string{start}, r.events...) {
		if err := r.server.tell(exec.Command(r.server.atm, "hook"), r.pane, r.payload(event), env...); err != nil {
			return err
		}
	}
	const window = 200_000 // tokens
	tokens := window / 100 * r.context
	line := fmt.Sprintf(`{"session_id":%q,"cost":{"total_cost_usd":%g},"context_window":{"used_percentage":%d,`+
		`"total_input_tokens":%d,"context_window_size":%d,"current_usage":{"input_tokens":%d}}}`,
		r.session, r.cost, r.example.context, tokens, window, tokens)
	return r.server.tell(exec.Command(r.server.atm, "statusline"), r.pane, line, env...)
}

// claudeHome is the Claude home of the examples.
func (s *server) claudeHome() string { return filepath.Join(s.dir, "claude") }

// exampleEnv is where the examples live: nothing of the user's is in it.
func (s *server) exampleEnv() []string {
	return []string{
		"HOME=/home/dev",
		"CLAUDE_CONFIG_DIR=" + s.claudeHome(),
		"PATH=" + filepath.Dir(s.atm) + ":" + filepath.Dir(os.Getenv("ATM_TEST_FZF")) + ":/usr/local/bin:/usr/bin:/bin",
	}
}
