package submit

import (
	"context"
	"errors"
	"time"

	"atm/internal/act/typing"
	"atm/internal/sys/proc"
	"atm/tmuxopt"
)

// senderOption is the option of a pane that names the process that types a prompt there. Two
// that did so at once would both see an empty input, and send one prompt of both texts.
const senderOption = "@atm_sender"

// reserveTimeout is how long is waited for others that send to the same pane.
const reserveTimeout = 30 * time.Second

// reserve waits until no other process types a prompt into the pane, and keeps others from
// it until release is called.
func (s Sender) reserve(ctx context.Context, pane string) (release func(), err error) {
	self, err := proc.Self()
	if err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, reserveTimeout)
	defer cancel()
	set := []string{"set-option", "-p", "-t", pane, senderOption, string(self)}
	for {
		owner, err := s.Tmux.PaneFormat(limited, pane, "#{"+senderOption+"}")
		if err != nil {
			return nil, err
		}
		id, ok := proc.ParseID(owner)
		switch {
		case owner != "" && !ok: // somebody else's value, which must not stand in a format
			err = s.removeForeign(limited, pane)
		case !ok || !id.Runs():
			err = typing.Do(limited, s.Tmux, pane, sender(owner), set...)
			if err == nil {
				return func() { s.release(ctx, pane, self) }, nil
			}
		}
		if errors.Is(err, typing.ErrRefused) { // another one was faster
			err = nil
		}
		if err == nil {
			err = typing.Pause(limited, typing.Beat)
		}
		if err != nil {
			if limited.Err() != nil && ctx.Err() == nil {
				return nil, ErrReserved
			}
			return nil, err
		}
	}
}

// isProcess is the condition that the option names a process, which may have reserved the pane meanwhile.
var isProcess = tmuxopt.ServerFormat("#{m/r:^[1-9][0-9]*-[A-Za-z0-9-]+$,#{" + senderOption + "}}")

// removeForeign removes a value that somebody else has given the option. It returns [typing.ErrRefused] if the option
// names a process by now.
func (s Sender) removeForeign(ctx context.Context, pane string) error {
	return typing.Do(ctx, s.Tmux, pane, tmuxopt.Not(isProcess), "set-option", "-pu", "-t", pane, senderOption)
}

// sender is the condition that this process, "" = none, types into the pane.
func sender(process string) tmuxopt.Format {
	return tmuxopt.Eq(tmuxopt.ServerFormat("#{"+senderOption+"}"), tmuxopt.Lit(process))
}

// release lets others type into the pane. If that fails they see that the process has ended.
func (s Sender) release(ctx context.Context, pane string, self proc.ID) {
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	_, _ = s.Tmux.Run(limited, [][]string{
		tmuxopt.Require(pane, sender(string(self))),
		{"set-option", "-pu", "-t", pane, senderOption},
	})
}
