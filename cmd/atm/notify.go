package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"atm/internal/cli"
	"atm/internal/fleet"
	"atm/internal/notify"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

type notifyCmd struct {
	Pane  string `arg:"" help:"The pane whose state has changed."`
	State string `arg:"" help:"The state that it got; or context, of which much is in use."`
}

// Help ends the help text.
func (notifyCmd) Help() string {
	return `tmux calls this when a session calls for attention, fails or finishes (global option @atm-notify-run, which atm setup sets). What happens then:

  @atm-notify          channels: message, bell, osc, command; "off" for none (default: message)
  @atm-notify-states   what to tell of (default: attention), also: error; idle (or done), when a turn has ended; question, when it has ended with one; context, when 80 and 90 % of it are in use
  @atm-notify-command  run by the shell, in your home directory, with ATM_PANE, ATM_STATE, ATM_DETAIL, ATM_TITLE, ATM_DIR, ATM_REQUEST, ATM_PROMPT, ATM_SAID and ATM_CONTEXT in its environment; if it fails, or takes more than a minute, the status line says so

Nothing is told of a pane that somebody looks at: one that a client shows whose terminal has the focus (tmux option focus-events).

A message stays as long as tmux's option display-time says, but four seconds if that has its default of 750 ms. osc is the terminal's own notification: OSC 9, or OSC 777 in rxvt-unicode, Konsole, Contour and those with VTE; osc9 and osc777 choose one of them.

Examples:
  tmux set -g @atm-notify 'message osc command'
  tmux set -g @atm-notify-states 'attention question context'
  tmux set -g @atm-notify-command 'notify-send "$ATM_TITLE" "${ATM_REQUEST:-$ATM_SAID}"'
  tmux set -g @atm-notify-command 'terminal-notifier -title "$ATM_TITLE" -message "$ATM_DETAIL"'
  tmux set -g @atm-notify-command 'paplay /usr/share/sounds/freedesktop/stereo/message.oga'`
}

// notifyTimeout bounds what a notification waits for tmux. It is long because nobody
// waits for it, and many may have been started at once.
const notifyTimeout = 30 * time.Second

// Run tells of the session of a pane.
func (c notifyCmd) Run(s streams) error {
	if !tmux.PaneID(c.Pane) {
		hint := "pane ids look like %3: tmux list-panes -a -F '#{pane_id}'"
		return cli.Hint(fmt.Errorf("pane %q: not a pane id", c.Pane), hint)
	}
	ctx, cancel := context.WithTimeout(context.Background(), notifyTimeout)
	defer cancel()
	settings, err := notify.Load(ctx, s.tmux)
	if err != nil {
		return err
	}
	panes, err := s.tmux.Panes(ctx)
	if err != nil {
		return err
	}
	notifier := notify.Notifier{Tmux: s.tmux, Settings: settings, Environ: os.Environ(),
		Home: s.getenv("HOME")}
	for _, session := range fleet.List(panes, s.now(), fleet.DefaultStale) {
		if session.Pane.ID == c.Pane {
			return notifier.Tell(ctx, session, tmuxopt.Occasion(c.State))
		}
	}
	return nil // it has gone since
}
