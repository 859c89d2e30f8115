package submit

import (
	"context"
	"errors"
	"time"

	"atm/internal/act/typing"
	"atm/internal/sys/proc"
	"atm/tmuxopt"
)

const (
	// senderOption is the option of a pane that names the process which types a prompt there. Two processes at the
	// same time would both see an empty input, and send both texts as one prompt.
	senderOption   = "@atm_sender"
	reserveTimeout = 30 * time.Second // for other processes that type into the same pane
)

// reserve waits until no other process types a prompt into the pane, and stops others until release is called.
func (t Target) reserve(ctx context.Context) (release func(), err error) {
	self, err := proc.Self()
	if err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, reserveTimeout)
	defer cancel()
	pane := t.Pane.ID
	set := []string{"set-option", "-p", "-t", pane, senderOption, string(self)}
	for {
		owner, err := t.Tmux.PaneFormat(limited, pane, "#{"+senderOption+"}")
		if err != nil {
			return nil, err
		}
		id, isProcess := proc.ParseID(owner)
		if !isProcess || !id.Runs() {
			isFree := namesNobody // the value may not be from atm, so it must not be part of a format
			if isProcess {
				isFree = sender(owner)
			}
			if err = typing.Do(limited, t.Tmux, pane, isFree, set...); err == nil {
				return func() { t.release(ctx, self) }, nil
			}
		}
		if errors.Is(err, typing.ErrRefused) { // another process has changed the option first
			err = nil
		}
		if err == nil {
			err = typing.Pause(limited, typing.PollInterval)
		}
		if err != nil {
			if limited.Err() != nil && ctx.Err() == nil {
				return nil, ErrReserved
			}
			return nil, err
		}
	}
}

// namesNobody is the condition that the option names no process.
var namesNobody = tmuxopt.Not(tmuxopt.ServerFormat("#{m/r:^[1-9][0-9]*-[A-Za-z0-9-]+$,#{" + senderOption + "}}"))

// sender is the condition that this process has reserved the pane.
func sender(process string) tmuxopt.Format {
	return tmuxopt.Eq(tmuxopt.ServerFormat("#{"+senderOption+"}"), tmuxopt.Lit(process))
}

// release lets other processes type into the pane. If it fails, they see that this process has ended.
func (t Target) release(ctx context.Context, self proc.ID) {
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	_, _ = t.Tmux.Run(limited, [][]string{
		tmuxopt.Require(t.Pane.ID, sender(string(self))),
		{"set-option", "-pu", "-t", t.Pane.ID, senderOption},
	})
}
