package bench

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/creack/pty"

	"atm/internal/tmux/draw"
	"atm/tmuxopt"
)

const payload = `{"session_id":"6f4b1ad2-a0e4-4e28-adef-dd458b19b782","transcript_path":"/home/dev/.claude/projects/-home-dev-proj/6f4b1ad2.jsonl",
"cwd":"/home/dev/proj","permission_mode":"default","hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"make ` +
	`test","description":"run the tests"},
"tool_response":{"stdout":"ok","stderr":"","interrupted":false},"tool_use_id":"toolu_1"}`

// shellHook is the hook that atm replaces: jq, and one tmux call per option.
const shellHook = `#!/bin/bash
payload=$(cat)
event=$(jq -r .hook_event_name <<<"$payload")
case $event in UserPromptSubmit|PostToolUse) status=running ;; *) status=stopped ;; esac
tmux set-option -pt "$TMUX_PANE" @meta.claude.session_id "$(jq -r .session_id <<<"$payload")"
tmux set-option -pt "$TMUX_PANE" @meta.claude.session_id_set_on "$event"
tmux set-option -pt "$TMUX_PANE" @meta.claude.status "$status"
tmux set-option -pt "$TMUX_PANE" @meta.claude.latest_hook_event "$event"
tmux set-option -pt "$TMUX_PANE" @meta.claude.latest_hook_time "$(date +%s)"
`

func (s *server) atm(stdin string, args ...string) candidate {
	program := filepath.Join(s.bin, "atm")
	return candidate{name: "atm " + strings.Join(args, " "), stdin: stdin, program: program, make: func() *exec.Cmd {
		return s.command(program, args...)
	}}
}

// bare is what nothing that starts a tmux client can beat.
func (s *server) bare() candidate {
	return candidate{name: "bare tmux set-option -pt %0 @x y", make: func() *exec.Cmd {
		return s.command("tmux", "-S", s.socket, "set-option", "-pt", "%0", "@x", "y")
	}}
}

// empty is the least that a Go program takes.
func (s *server) empty() candidate {
	program := filepath.Join(s.bin, "empty")
	return candidate{name: "empty Go program", program: program, make: func() *exec.Cmd { return s.command(program) }}
}

func hooks(s *server) error {
	if err := s.stages(); err != nil {
		return err
	}
	if _, err := exec.LookPath("jq"); err != nil {
		fmt.Println("\nThe shell hook is not measured: jq is missing.")
		return nil
	}
	script := filepath.Join(s.scratch, "shell-hook")
	if err := os.WriteFile(script, []byte(shellHook), 0o755); err != nil {
		return err
	}
	shell := candidate{name: "five-call shell hook with jq",
		make: func() *exec.Cmd { return s.command(script) }, stdin: payload}
	return compare("The shell hook against atm hook (goal 8 x)", 50, s.atm(payload, "hook"), shell)
}

func payloads(s *server) error {
	fmt.Printf("\nBy size of the payload\n")
	for _, size := range []int{1 << 10, 100 << 10, 1 << 20, 10 << 20} {
		big := strings.Replace(payload, `"make test"`, `"`+strings.Repeat(`line\n`, size/12)+`"`, 1)
		big = strings.Replace(big, `"ok"`, `"`+strings.Repeat("x", size/2)+`"`, 1)
		results, err := measure(20, s.atm(big, "hook"))
		if err != nil {
			return err
		}
		line(fmt.Sprintf("%d kB", len(big)>>10), results[0], fmt.Sprintf("peak %.1f MiB",
			float64(results[0].rss)/1024))
		if size == 10<<20 {
			s.duration("atm hook, a payload of 10 MB", results[0], 100*time.Millisecond)
			s.budgets.check("memory for it", float64(results[0].rss)/1024, 64, "MiB")
		}
	}
	return nil
}

// stages measures a hook against a bare client, and how far it is when.
func (s *server) stages() error {
	hook := s.atm(payload, "hook")
	until := func(what, stdin string, env ...string) candidate {
		return candidate{name: what, stdin: stdin, make: func() *exec.Cmd {
			cmd := hook.make()
			cmd.Env = append(cmd.Env, env...)
			return cmd
		}}
	}
	candidates := []candidate{s.bare(), hook, s.empty(),
		until("atm hook, until it has begun", "{}"),
		until("atm hook, until it has decoded", strings.Replace(payload, "hook_event_name", "no_event_name",
			1)),
		until("atm hook, until it has mapped", payload, "ATM_TRANSPORT=native", "TMUX=/nowhere,1,0"),
		until("atm hook, of an event that says nothing", `{"hook_event_name":"Unknown"}`),
	}
	results, err := measure(300, candidates...)
	if err != nil {
		return err
	}
	table("A hook against a bare tmux client", candidates, results)
	s.budgets.check("atm hook / bare tmux set-option", ratio(results[1], results[0]), 1, "x")
	bare, whole, last := results[0].median(), results[1].median(), time.Duration(0)
	fmt.Printf("\nWhat is left of the hook, as parts of a bare tmux client\n")
	for i, part := range []string{"starting a Go program", "initialising this one", "reading and decoding",
		"mapping, rendering", "wire, three options", "server: the other options"} {
		until := whole
		if i+2 < len(results) {
			until = results[i+2].median()
		}
		fmt.Printf("  %-46s %5.2f x\n", part, float64(until-last)/float64(bare))
		last = until
	}
	return nil
}

// toScreen measures from the start of the hook to the icon in what tmux sends to
// the terminal of an attached client.
func toScreen(s *server) error {
	for name, value := range map[string]string{"status-right": draw.CountsFormat(tmuxopt.States),
		"status-interval": "0"} {
		if _, err := s.tmux("set-option", "-g", name, value); err != nil {
			return err
		}
	}
	terminal, err := s.attach()
	if err != nil {
		return err
	}
	defer terminal.Close()
	seen := make(chan string, 1000)
	go func() {
		defer close(seen)
		buffer := make([]byte, 1<<16)
		for n, err := terminal.Read(buffer); err == nil; n, err = terminal.Read(buffer) {
			seen <- string(buffer[:n])
		}
	}()
	var r result
	for i := range 105 {
		event, icon := "UserPromptSubmit", "▶"
		if i%2 == 1 {
			event, icon = "Stop", "⏸"
		}
		hook := s.atm("", "hook").make()
		hook.Stdin = strings.NewReader(`{"hook_event_name":"` + event + `","session_id":"s"}`)
		took, err := drawn(hook, icon, seen)
		if err != nil {
			return err
		}
		if i >= 5 {
			r.times = append(r.times, took)
		}
	}
	slices.Sort(r.times)
	fmt.Printf("\nFrom an event to the screen\n")
	line("atm hook, pure format, attached client", r, "")
	s.duration("from an event to the screen", r, 15*time.Millisecond)
	return nil
}

// attach attaches a client on a terminal of its own.
func (s *server) attach() (*os.File, error) {
	client := s.command("tmux", "-u", "-S", s.socket, "attach")
	client.Env = append(slices.DeleteFunc(client.Env, func(kv string) bool {
		return strings.HasPrefix(kv,
			"TMUX")
	}), "TERM=xterm-256color")
	return pty.StartWithSize(client, &pty.Winsize{Rows: 50, Cols: 200})
}

// drawn runs the hook and waits until the terminal gets the icon.
func drawn(hook *exec.Cmd, icon string, seen <-chan string) (time.Duration, error) {
	for len(seen) > 0 {
		<-seen
	}
	begin := time.Now()
	if err := hook.Start(); err != nil {
		return 0, err
	}
	limit := time.After(5 * time.Second)
	for {
		select {
		case text, open := <-seen:
			if !open {
				return 0, fmt.Errorf("the client has ended")
			}
			if strings.Contains(text, icon) {
				took := time.Since(begin)
				return took, hook.Wait()
			}
		case <-limit:
			return 0, fmt.Errorf("%s was not drawn within five seconds", icon)
		}
	}
}

// populate gives the server 200 panes of sessions at work, four in a window, ten windows in a session,
// besides the first one. Hooks and status lines have told all that they tell.
func (s *server) populate() error {
	number := 0
	for session := range 5 {
		for window := range 10 {
			open := []string{"new-window", "-t", fmt.Sprint("bench", session)}
			if window == 0 {
				open = []string{"new-session", "-s", fmt.Sprint("bench", session), "-x", "200", "-y", "50"}
			}
			pane, err := s.tmux(append(open, "-d", "-P", "-F", "#{pane_id}", "sleep 10000")...)
			for i := 0; i < 4 && err == nil; i++ {
				if i > 0 {
					pane, err = s.tmux("split-window", "-d", "-t", pane, "-P", "-F", "#{pane_id}", "sleep 10000")
				}
				if err == nil {
					number++
					err = s.begin(pane, number)
				}
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// begin has a session begin in a pane, and work.
func (s *server) begin(pane string, number int) error {
	id := uuid(number)
	for _, event := range []struct{ command, stdin string }{
		{"hook", fmt.Sprintf(`{"session_id":%q,"hook_event_name":"SessionStart","source":"startup",`+
			`"transcript_path":"/home/dev/.claude/projects/-home-dev/%s.jsonl","cwd":"/home/dev/proj","model":"opus"}`, id, id)},
		{"hook", fmt.Sprintf(`{"session_id":%q,"hook_event_name":"UserPromptSubmit","prompt":"go on with part %d"}`, id, number)},
		{"hook", strings.Replace(strings.Replace(payload, "6f4b1ad2-a0e4-4e28-adef-dd458b19b782", id, 1),
			"PostToolUse", "PreToolUse", 1)},
		{"statusline", strings.Replace(statusJSON(number), `"s"`, strconv.Quote(id), 1)},
	} {
		cmd := s.command(filepath.Join(s.bin, "atm"), event.command)
		cmd.Env, cmd.Stdin = append(cmd.Env, "TMUX_PANE="+pane), strings.NewReader(event.stdin)
		if err := cmd.Run(); err != nil {
			return err
		}
	}
	return nil
}

// icons measures what draws, and the commands of one pane.
func icons(s *server) error {
	display := func(name, format string) candidate {
		return candidate{name: name, make: func() *exec.Cmd {
			return s.command("tmux", "-u", "-S", s.socket, "display-message", "-p", "-t", "%0", format)
		}}
	}
	bare := display("bare tmux display-message -p", "x")
	err := s.within("Commands of one pane", 100, bare,
		limited{s.atm("", "pane-icon"), 1.6}, limited{s.atm("", "window-icon"), 1.6}, limited{s.atm("", "get", "state"), 1.6},
		limited{s.atm("", "seen", "%0", "1"), 1.6}, limited{s.atm("", "notify", "%0", "idle"), 1.6},
		limited{s.atm("", "version"), 0})
	if err != nil {
		return err
	}
	if err := s.populate(); err != nil {
		return err
	}
	return s.within("Formats with 200 panes", 50, bare, limited{display("pane format", draw.PaneFormat(tmuxopt.Auto)), 0},
		limited{display("counts format", draw.CountsFormat(tmuxopt.Auto)), 2},
		limited{s.atm("", "get", "state"), 1.6})
}

func startUp(s *server) error {
	hook := s.atm("", "hook")
	outside := candidate{name: "atm hook outside tmux", make: func() *exec.Cmd {
		cmd := hook.make()
		cmd.Env = slices.DeleteFunc(cmd.Env, func(kv string) bool { return strings.HasPrefix(kv, "TMUX") })
		return cmd
	}}
	return s.within("Start-up against an empty program", 200, s.empty(), limited{outside, 1.5})
}
