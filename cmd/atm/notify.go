package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"atm/internal/cli"
	"atm/internal/session/fleet"
	"atm/internal/session/notify"
	"atm/internal/setup/install"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

type notifyCmd struct {
	Preset string `enum:",${presets}" default:"" placeholder:"NAME" help:"Only print lines for tmux.conf that notify in this way: ${presets}."`
	Pane   string `arg:"" optional:"" help:"The pane whose state has changed."`
	State  string `arg:"" optional:"" help:"The new state, or context."`
}

func (notifyCmd) Details() string {
	return `tmux calls this when a session calls for attention, fails or finishes (global option @atm-notify-run, ` +
		`which atm setup sets). These options say what happens then:

  @atm-notify          channels: message, bell, osc, command; "off" for none (default: message)
  @atm-notify-states   when to notify (default: attention): attention; error; idle (or done), when a turn has ` +
		`ended; question, when it has ended with one; context, when 80 and 90 % of it are in use
  @atm-notify-command  a shell command, run in your home directory, with ATM_PANE, ATM_AGENT, ATM_STATE, ` +
		`ATM_DETAIL, ATM_TITLE, ATM_DIR, ATM_REQUEST, ATM_PROMPT, ATM_SAID and ATM_CONTEXT in its environment; ATM_FOCUS is a ` +
		`shell command that goes to the session. If it fails, or runs for more than a minute, the status line says ` +
		`so

A pane that somebody looks at notifies nobody: a client shows it, and its terminal has the focus (tmux option ` +
		`focus-events).

A message stays for the time of tmux's option display-time, or four seconds if that is 750 ms, its default. osc is ` +
		`the terminal's own notification: OSC 9, or OSC 777 in rxvt-unicode, Konsole, Contour and terminals with ` +
		`VTE; osc9 and osc777 choose one of them.

--preset prints lines for tmux.conf, above the line of atm setup or below it: mac notifies by the notification ` +
		`centre (osascript), linux by the desktop (notify-send), ntfy by the phone (curl, ntfy.sh, or a server of ` +
		`your own), bell rings.

Examples:
  atm notify --preset linux >>~/.tmux.conf
  atm notify --preset linux | tmux source-file -
  tmux set -g @atm-notify 'message osc command'
  tmux set -g @atm-notify-states 'attention question context'
  tmux set -g @atm-notify-command 'paplay /usr/share/sounds/freedesktop/stereo/message.oga'`
}

// notifyTimeout limits how long a notification waits for tmux. It is long because nobody waits for the
// notification, and many may start at the same time.
const notifyTimeout = 30 * time.Second

// Run notifies the user of a pane's session, or prints a preset.
func (c notifyCmd) Run(s streams) error {
	switch {
	case c.Preset != "" && c.Pane != "":
		return cli.Wrong("atm notify --preset "+c.Preset, "--preset tells nothing of a pane")
	case c.Preset != "":
		_, err := fmt.Fprint(s.stdout, notify.Preset(c.Preset))
		return err
	case c.State == "":
		return cli.Wrong("", "no pane and state")
	}
	isJob := c.Pane != "" && tmuxopt.ID(c.Pane) == c.Pane
	if err := checkPaneID(c.Pane); err != nil && !isJob {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), notifyTimeout)
	defer cancel()
	notifier, err := s.notifier(ctx)
	if err != nil || !notifier.Settings.MayTell(tmuxopt.Occasion(c.State)) {
		return err
	}
	panes, err := s.notifiedPane(ctx, c.Pane)
	if err != nil {
		return err
	}
	if isJob {
		report, err := s.Observer().Observe(ctx)
		if err != nil {
			return err
		}
		panes = report.Unshown
	}
	for _, session := range fleet.List(panes, s.Now()) {
		if session.Pane.ID == c.Pane {
			return notifier.Notify(ctx, session, tmuxopt.Occasion(c.State))
		}
	}
	return nil // the session has disappeared
}

// notifier returns the notifier with the user's settings.
func (s streams) notifier(ctx context.Context) (notify.Notifier, error) {
	settings, err := notify.Load(ctx, s.Tmux)
	if err != nil {
		return notify.Notifier{}, err
	}
	program, err := install.Program()
	if err != nil {
		program = "atm" // on the PATH of the shell
	}
	return notify.Notifier{
		Tmux: s.Tmux, Settings: settings, Program: program, Environ: os.Environ(), Home: s.Getenv("HOME"),
	}, nil
}

// notifiedPane reads the pane that a notification is about. If no session runs in it any more, it reads all
// panes, because the session may continue in another one.
func (s streams) notifiedPane(ctx context.Context, id string) ([]tmux.Pane, error) {
	wanted := tmuxopt.For(tmuxopt.Judged | tmuxopt.Listed | tmuxopt.Printed)
	pane, err := s.Tmux.Pane(ctx, id, wanted...)
	if err != nil || pane.Options[tmuxopt.State] == "" { // an error means that the pane is gone
		return s.Tmux.Panes(ctx, 0)
	}
	return []tmux.Pane{pane}, nil
}
