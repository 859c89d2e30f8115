package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"atm/internal/cli"
	"atm/internal/fleet"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

type notifyCmd struct {
	Pane  string `arg:"" help:"The pane whose state has changed."`
	State string `arg:"" help:"The state that it got."`
}

// Help ends the help text.
func (notifyCmd) Help() string {
	return `tmux calls this when a session calls for attention, fails or finishes (global option @atm-notify-run, which atm setup sets). What happens then:

  @atm-notify          channels: message, bell, osc, command; "off" for none (default: message)
  @atm-notify-states   states to tell of (default: attention), also: error, idle (or done)
  @atm-notify-command  run by the shell, in your home directory, with ATM_PANE, ATM_STATE, ATM_DETAIL, ATM_TITLE and ATM_DIR in its environment; if it fails, or takes more than a minute, the status line says so

Nothing is told of a pane that somebody looks at.

Examples:
  tmux set -g @atm-notify 'message osc command'
  tmux set -g @atm-notify-command 'notify-send "$ATM_TITLE" "$ATM_DETAIL"'
  tmux set -g @atm-notify-command 'terminal-notifier -title "$ATM_TITLE" -message "$ATM_DETAIL"'
  tmux set -g @atm-notify-command 'paplay /usr/share/sounds/freedesktop/stereo/message.oga'`
}

// viewer is a client that may be told.
type viewer struct {
	name, tty string
	shows     bool // the pane
	sees      bool // it shows the pane, and has the focus as far as is known
}

// Run tells the attached clients.
func (c notifyCmd) Run(ctx context.Context, s streams) error {
	if !tmux.PaneID(c.Pane) {
		return fmt.Errorf("pane %q: not a pane id", c.Pane)
	}
	settings, viewers, err := s.audience(ctx, c.Pane)
	if err != nil {
		return err
	}
	panes, err := s.tmux.Panes(ctx)
	if err != nil {
		return err
	}
	wanted := tmuxopt.Words(strings.ReplaceAll(cmp.Or(settings[tmuxopt.NotifyStatesOption], "attention"), "done", "idle"))
	if !slices.Contains(wanted, c.State) {
		return nil
	}
	for _, one := range fleet.List(panes, s.now(), fleet.DefaultStale) {
		if one.Pane.ID != c.Pane {
			continue
		}
		if one.State != c.State { // answered already: what it wanted is not known any more
			one.State, one.Detail = c.State, ""
		}
		return s.tell(ctx, one, settings, viewers)
	}
	return nil
}

// audience reads the settings and the attached clients.
func (s streams) audience(ctx context.Context, pane string) (map[string]string, []viewer, error) {
	names := []string{tmuxopt.ChannelsOption, tmuxopt.NotifyStatesOption, tmuxopt.NotifyCommandOption, displayTime}
	values, _, err := s.tmux.Globals(ctx, names...)
	if err != nil {
		return nil, nil, err
	}
	reply, err := s.tmux.Run(ctx, [][]string{{"list-clients", "-F", "#{client_name}\t#{client_tty}\t#{pane_id}\t#{client_flags}"}})
	if err != nil {
		return nil, nil, err
	}
	var viewers []viewer
	for line := range strings.Lines(reply.Stdout) {
		if f := strings.Split(strings.TrimSuffix(line, "\n"), "\t"); len(f) == 4 {
			// Without focus-events every client has the flag.
			focused := slices.Contains(strings.Split(f[3], ","), "focused")
			viewers = append(viewers, viewer{f[0], f[1], f[2] == pane, f[2] == pane && focused})
		}
	}
	return values, viewers, nil
}

// tell uses the channels, unless somebody looks at the pane anyway.
func (s streams) tell(ctx context.Context, one fleet.Session, settings map[string]string, viewers []viewer) error {
	if slices.ContainsFunc(viewers, func(v viewer) bool { return v.sees }) {
		return nil
	}
	// What is wanted must not be cut off: a message has one line.
	text := headline(one.State) + " " + cli.Clip(cmp.Or(one.Title, tmuxopt.Text(one.Pane.Where())), 40) + after(": ", one.Detail)
	var failed error
	for _, channel := range tmuxopt.Words(cmp.Or(settings[tmuxopt.ChannelsOption], "message")) {
		var err error
		switch channel {
		case "message":
			err = s.message(ctx, text, viewers, settings[displayTime])
		case "bell":
			err = write(viewers, "\a")
		case "osc": // OSC 9 of iTerm2 and others, OSC 777 of urxvt and others
			err = write(viewers, "\x1b]9;"+text+"\x1b\\\x1b]777;notify;Claude Code;"+strings.ReplaceAll(text, ";", ",")+"\x1b\\")
		case "command":
			err = s.shell(one, settings[tmuxopt.NotifyCommandOption])
		case "off":
		default:
			err = fmt.Errorf("%s: there is no channel %q", tmuxopt.ChannelsOption, channel)
		}
		failed = errors.Join(failed, err)
	}
	if failed != nil { // nobody sees what atm prints here
		_ = s.message(context.WithoutCancel(ctx), "atm notify: "+tmuxopt.Text(failed.Error()), viewers, settings[displayTime])
	}
	return failed
}

// headline is what has happened, before the name of a session.
func headline(state string) string {
	switch state {
	case "attention":
		return "Claude needs you:"
	case "error":
		return "Claude has failed:"
	case "idle":
		return "Claude has finished:"
	default:
		return "Claude: " + state + ":"
	}
}

// displayTime is tmux's option for how many milliseconds a message stays, which
// is too short by default for one that nobody expects. 0 = until a key is pressed.
const displayTime = "display-time"

const leastTime = 4000

// message shows a text in the clients that do not show the pane.
func (s streams) message(ctx context.Context, text string, viewers []viewer, shown string) error {
	if ms, err := strconv.Atoi(shown); err != nil || ms != 0 && ms < leastTime {
		shown = strconv.Itoa(leastTime)
	}
	var cmds [][]string
	for _, v := range viewers {
		if !v.shows {
			cmds = append(cmds, messageTo(v.name, text, "-d", shown))
		}
	}
	if len(cmds) == 0 {
		return nil
	}
	_, err := s.tmux.Run(ctx, cmds)
	return err
}

// messageTo shows a text in the status line of a client. There it is a format,
// and times in it are expanded as well. tmux 3.2 does not know -c: there the
// client that was used last shows it, as long as it shows any.
func messageTo(client, text string, flags ...string) []string {
	text = strings.NewReplacer("#", "##", "%", "%%").Replace(text)
	show := func(cmd ...string) string { return strings.TrimSpace(tmuxopt.Source([][]string{cmd})) }
	return []string{"if-shell", "-F", tmuxopt.Before("3"), show("display-message", "--", text), show(slices.Concat([]string{"display-message", "-c", client}, flags, []string{"--", text})...)}
}

// write writes to the terminals of the clients. What is written holds no
// control characters but ours: texts have lost theirs.
func write(viewers []viewer, text string) error {
	var failed error
	for _, v := range viewers {
		if v.tty == "" { // a client in control mode has no terminal
			continue
		}
		f, err := os.OpenFile(v.tty, os.O_WRONLY|syscall.O_NOCTTY|syscall.O_NONBLOCK, 0)
		if err == nil {
			_, err = f.WriteString(text)
			f.Close()
		}
		failed = cmp.Or(failed, err)
	}
	return failed
}

// commandLimit is how long the user's command may take: those that never end would
// pile up.
const commandLimit = time.Minute

// shell runs the user's command. Values reach it through its environment.
func (s streams) shell(one fleet.Session, line string) error {
	if line == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), commandLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", line)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	if home := s.getenv("HOME"); home != "" { // tmux starts what it runs anywhere
		if _, err := os.Stat(home); err == nil {
			cmd.Dir = home
		}
	}
	cmd.Env = append(os.Environ(), "ATM_PANE="+one.Pane.ID, "ATM_STATE="+one.State, "ATM_DETAIL="+one.Detail, "ATM_TITLE="+one.Title, "ATM_DIR="+one.Dir)
	said, err := cmd.CombinedOutput()
	if err != nil {
		last := strings.TrimSpace(string(said))
		return fmt.Errorf("%s: %w: %s", tmuxopt.NotifyCommandOption, err, last[strings.LastIndexByte(last, '\n')+1:])
	}
	return nil
}
