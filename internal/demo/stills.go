package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"atm/internal/screen"
)

// invented is a session that nobody had, for pictures of the fleet commands: the
// real atm hook gets its events, and its pane shows a little text.
type invented struct {
	dir, title, model, screen string
	events                    []string // members of payloads
}

var fleet = []invented{
	{"parser", "Fix the parser", "opus", "● Bash(go test ./parser/...)\n\n  Do you want to proceed?\n  ❯ 1. Yes\n    2. No, and tell Claude what to do differently (esc)\n",
		[]string{`"UserPromptSubmit"`, `"PermissionRequest","tool_name":"Bash","tool_input":{"command":"go test ./parser/..."}`}},
	{"website", "Darker dark mode", "sonnet", "● API Error: 529 Overloaded\n\n❯ \n",
		[]string{`"UserPromptSubmit"`, `"StopFailure","error":"overloaded"`}},
	{"infra", "Speed up the CI", "opus", "● Two agents look for slow steps …\n\n  ⎿ Explore(cache keys)\n  ⎿ Plan(split the test job)\n",
		[]string{`"UserPromptSubmit"`, `"SubagentStart","agent_id":"a1","agent_type":"Explore"`, `"SubagentStart","agent_id":"a2","agent_type":"Plan"`}},
	{"docs", "Write the manual", "sonnet", "● Done: three chapters, and the examples run.\n\n❯ \n", []string{`"UserPromptSubmit"`, `"Stop"`}},
	{"docs", "Answer the reviewers", "opus", "● Edit(docs/review.md)\n", []string{`"UserPromptSubmit"`, `"PreToolUse","tool_name":"Edit","tool_input":{"file_path":"docs/review.md"}`}},
}

// stills takes pictures of atm ls and atm pick on a stage with a fleet.
func stills(atm, dir string) error {
	s, err := newStage(atm)
	if err != nil {
		return err
	}
	defer s.strike()
	if err := s.hire(); err != nil {
		return err
	}
	c, err := s.film("", 28)
	if err != nil {
		return err
	}
	defer func() { _ = c.house.tmux("kill-server").Run() }() // it ends with its client
	_, err = s.ask("new-window", "-t", "demo:", "-n", "shell", "exec env "+strings.Join(s.world(), " ")+" PS1='$ ' bash --norc --noprofile")
	if err != nil {
		return err
	}
	for _, step := range []struct {
		typed           []string // by the person at the client
		shows, portrait string
	}{
		{[]string{"clear; atm ls --tree", "Enter"}, "Plan", "ls.svg"},
		{[]string{"clear; atm pick", "Enter"}, "├─>", ""}, // the tree is there
		{[]string{"Down"}, "Do you want to proceed?", "pick.svg"},
	} {
		if _, err := c.house.ask(append([]string{"send-keys"}, step.typed...)...); err != nil {
			return err
		}
		picture, err := c.wait(step.shows)
		if err == nil && step.portrait != "" {
			err = os.WriteFile(filepath.Join(dir, step.portrait), []byte(screen.SVG(picture, columns)), 0o644)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// hire opens the panes of the fleet.
func (s *stage) hire() error {
	for i, one := range fleet {
		text := filepath.Join(s.dir, fmt.Sprint(i))
		if err := os.WriteFile(text, []byte(one.screen), 0o600); err != nil {
			return err
		}
		open := []string{"new-window", "-n", one.dir}
		switch {
		case i == 0:
			open = []string{"-f", "/dev/null", "new-session", "-d", "-x", "100", "-y", "20", "-s", "demo", "-n", one.dir}
		case fleet[i-1].dir == one.dir:
			open = []string{"split-window", "-h"}
		}
		pane, err := s.ask(append(open, "-P", "-F", "#{pane_id}", "exec tail -f "+text)...)
		if err != nil {
			return err
		}
		if s.pid, err = s.ask("display-message", "-p", "#{pid}"); err != nil {
			return err
		}
		start := fmt.Sprintf(`"SessionStart","source":"startup","session_title":%q,"model":%q`, one.title, one.model)
		for _, event := range append([]string{start}, one.events...) {
			cmd := exec.Command(s.atm, "hook")
			cmd.Env = append(append(s.env(), s.world()...), "TMUX="+s.socket+","+s.pid+",0", "TMUX_PANE="+pane)
			cmd.Stdin = strings.NewReader(fmt.Sprintf(`{"session_id":"%08x-0000-4000-8000-000000000000","cwd":"/home/dev/%s","hook_event_name":%s}`, 0x3c0ffee5*(i+3), one.dir, event))
			if err := cmd.Run(); err != nil {
				return err
			}
		}
	}
	return s.dress()
}

// world is where the invented sessions live: nothing of the user's is in it.
func (s *stage) world() []string {
	return []string{"HOME=/home/dev", "CLAUDE_CONFIG_DIR=" + filepath.Join(s.dir, "claude"), "PATH=" + filepath.Dir(s.atm) + ":/usr/local/bin:/usr/bin:/bin"}
}

// wait returns the screen once it shows something.
func (c *camera) wait(shows string) (string, error) {
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		picture, err := c.house.ask("capture-pane", "-e", "-p")
		switch {
		case err != nil || strings.Contains(plain(picture), shows):
			return picture, err
		case time.Now().After(deadline):
			return "", fmt.Errorf("the screen never shows %q:\n%s", shows, plain(picture))
		}
	}
}
