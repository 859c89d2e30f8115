package submit

import (
	"context"
	"time"

	"atm/internal/act/typing"
	"atm/internal/session/truth"
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
	for {
		sender, err := truth.Take(limited, t.Tmux, senderOption, self, "-p", "-t", t.Pane.ID)
		if err == nil && sender == "" {
			return func() { t.release(ctx, self) }, nil
		}
		if err == nil || tmuxopt.Refused(err.Error()) { // another process types, or was first
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

// release lets other processes type into the pane. If it fails, they see that this process has ended.
func (t Target) release(ctx context.Context, self proc.ID) {
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	isOurs := tmuxopt.Eq(tmuxopt.ServerFormat("#{"+senderOption+"}"), tmuxopt.Lit(self))
	_ = typing.Do(limited, t.Tmux, t.Pane.ID, isOurs, "set-option", "-pu", "-t", t.Pane.ID, senderOption)
}
