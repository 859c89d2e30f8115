// Package notify notifies the user that the state of a session has changed: by a message in the status lines
// of tmux clients, by the bell or a notification of their terminals, or by a command of the user's.
//
// It promises that nobody who is looking at the pane is notified, that a terminal that hangs does not delay
// the others, and that texts of the session are neither expanded nor run. It does not promise that a terminal
// shows what it receives.
package notify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"atm/internal/session/fleet"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// Channel is a way to notify the user: a word of the option @atm-notify.
type Channel string

// The channels.
const (
	Message Channel = tmuxopt.DefaultChannels // in the status line
	Bell    Channel = "bell"                  // of the terminal
	OSC     Channel = "osc"                   // the terminal's own notification, by the sequence that suits it
	OSC9    Channel = "osc9"                  // by OSC 9
	OSC777  Channel = "osc777"                // by OSC 777
	Command Channel = "command"               // the user's own command
	Off     Channel = "off"
)

// Settings is how the user wants to be notified.
type Settings struct {
	Channels []Channel
	Of       []tmuxopt.Occasion // which occasions cause a notification
	Command  string             // for the shell
	Stays    time.Duration      // how long a message is shown; 0 = until a key is pressed
}

// displayTime is tmux's option for how many milliseconds a message stays.
const displayTime = "display-time"

// Tmux's own default is too short for an unexpected message. Any other value is the user's choice.
const (
	defaultDisplayTime = 750 * time.Millisecond
	messageTime        = 4 * time.Second
)

// Load reads the settings from the global options of a server.
func Load(ctx context.Context, server tmux.Server) (Settings, error) {
	values, _, err := server.Globals(ctx,
		tmuxopt.ChannelsOption, tmuxopt.NotifyStatesOption, tmuxopt.NotifyCommandOption, displayTime)
	if err != nil {
		return Settings{}, err
	}
	settings := Settings{Command: values[tmuxopt.NotifyCommandOption]}
	for _, word := range tmuxopt.Words(cmp.Or(values[tmuxopt.ChannelsOption], tmuxopt.DefaultChannels)) {
		settings.Channels = append(settings.Channels, Channel(word))
	}
	// The user's command may take longer than the others have: it comes last.
	if i := slices.Index(settings.Channels, Command); i >= 0 {
		settings.Channels = append(slices.Delete(settings.Channels, i, i+1), Command)
	}
	for _, word := range tmuxopt.Words(cmp.Or(values[tmuxopt.NotifyStatesOption], tmuxopt.DefaultNotifyStates)) {
		if word == "done" {
			word = string(tmuxopt.OnIdle)
		}
		settings.Of = append(settings.Of, tmuxopt.Occasion(word))
	}
	milliseconds, _ := strconv.Atoi(values[displayTime]) // tmux accepts only numbers here
	if settings.Stays = time.Duration(milliseconds) * time.Millisecond; settings.Stays == defaultDisplayTime {
		settings.Stays = messageTime
	}
	return settings, nil
}

// MayTell reports whether an occasion may cause a notification. A finished session may have asked a question,
// which only the options of its pane tell.
func (s Settings) MayTell(occasion tmuxopt.Occasion) bool {
	return isAboutPrompt(occasion) || slices.Contains(s.Of, occasion) ||
		slices.Contains(s.Of, tmuxopt.OnQuestion)
}

// isAboutPrompt reports whether an occasion is about a prompt that was to be sent later.
func isAboutPrompt(occasion tmuxopt.Occasion) bool {
	return occasion == tmuxopt.NotSent || occasion == tmuxopt.Unproven
}

// Notifier notifies the user at the attached clients of one server.
type Notifier struct {
	Tmux     tmux.Server
	Settings Settings
	Program  string   // absolute path of atm
	Environ  []string // of the user's command
	Home     string   // working directory of the user's command; "" = that of this process
}

// Notify notifies the user of an occasion: a state that the session has reached, or a context that is nearly
// full. It does nothing if the user does not want that notification, or is looking at the pane. session is
// the current session: if its state has changed since the occasion, it is no longer known what it wanted.
func (n Notifier) Notify(ctx context.Context, session fleet.Session, occasion tmuxopt.Occasion) error {
	news := News{Session: session, Occasion: occasion}
	if occasion != tmuxopt.ContextHigh && !isAboutPrompt(occasion) {
		news = news.inState(tmuxopt.SessionState(occasion))
	}
	wanted := slices.Contains(n.Settings.Of, occasion) || slices.Contains(n.Settings.Of, news.Occasion)
	if !isAboutPrompt(occasion) && (session.Parked || !wanted) {
		return nil
	}
	panes, err := n.panesOf(ctx, session)
	if err != nil || panes[0] != session.Pane.ID {
		return err
	}
	clients, err := n.Tmux.Clients(ctx)
	if err != nil {
		return err
	}
	windows := map[string]string{} // by pane
	for _, pane := range panes {
		if windows[pane], err = n.Tmux.PaneFormat(ctx, pane, "#{window_id}"); err != nil {
			return err
		}
	}
	var elsewhere []tmux.Client // those that do not show the session
	for _, c := range clients {
		if c.TTY == "" {
			continue // a program, which looks at nothing
		}
		shows := slices.ContainsFunc(panes, func(pane string) bool { return c.Shows(windows[pane], pane) })
		if shows && c.Focused {
			return nil
		}
		if !shows {
			elsewhere = append(elsewhere, c)
		}
	}
	return n.send(ctx, news, clients, elsewhere)
}

// panesOf returns the panes that show the session. Several may show one in the background: the first one notifies.
func (n Notifier) panesOf(ctx context.Context, session fleet.Session) (panes []string, err error) {
	if session.Job != "" && session.Job != tmuxopt.AnyJob {
		var jobs string
		jobs, err = n.Tmux.ServerOption(ctx, tmuxopt.JobsOption)
		for _, shown := range tmuxopt.PanesOf(jobs, session.Job) {
			panes = append(panes, shown.Pane)
		}
	}
	if len(panes) == 0 {
		panes = []string{session.Pane.ID}
	}
	return panes, err
}

// send sends the message through each configured channel. It shows errors as a message of tmux:
// tmux has started this program, so nobody sees what it prints.
func (n Notifier) send(ctx context.Context, news News, clients, elsewhere []tmux.Client) error {
	text := news.sentence()
	var failures, blocked error
	for _, channel := range n.Settings.Channels {
		var err error
		switch channel {
		case Message:
			err = n.Tmux.ShowMessage(ctx, text, n.Settings.Stays, elsewhere...)
		case Bell:
			blocked = errors.Join(blocked, write(clients, func(tmux.Client) string { return "\a" }))
		case OSC, OSC9, OSC777:
			sequence := func(c tmux.Client) string { return notification(channel, c, news.who(), text) }
			blocked = errors.Join(blocked, write(clients, sequence))
		case Command:
			err = n.runCommand(news)
		case Off:
		default:
			err = fmt.Errorf("%s: there is no channel %q", tmuxopt.ChannelsOption, channel)
		}
		failures = errors.Join(failures, err)
	}
	if failures != nil {
		message := "atm notify: " + tmuxopt.Text(failures.Error())
		// If this fails, too, the first error is the one to return.
		_ = n.Tmux.ShowMessage(context.WithoutCancel(ctx), message, n.Settings.Stays, elsewhere...)
	}
	// If a terminal is blocked, the people at other terminals are not disturbed by a message.
	return errors.Join(failures, blocked)
}
