package tmux

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

// Listen waits for a signal on a channel of the server, and returns nil after one. It calls armed, with the
// server's process id, as soon as the server has begun to wait: no signal after that is missed. So to follow
// something, listen, read it each time that armed is called, and listen again whenever Listen returns.
//
// It may return without a signal: when the server ends, and because tmux remembers a signal for which nobody
// waits. Do not rely on a remembered signal, because a second one makes tmux forget the first.
//
// If ctx ends, Listen returns at once, but a connection that is closed while it waits stays in the server's
// memory, about 6 kB, for as long as the server lives. To stop waiting, call [Server.StopListening] first.
func (s Server) Listen(ctx context.Context, channel string, armed func(serverPID string)) error {
	pid := []string{"display-message", "-p", "#{pid}"}
	return s.listen(ctx, [][]string{pid}, channel, func(line string) {
		armed(strings.TrimSuffix(line, "\n"))
	})
}

// listen is Listen with the output of the commands read, which must print whole lines. Only the first 16 KiB
// of the output are used.
func (s Server) listen(
	ctx context.Context, read [][]string, channel string, armed func(printed string),
) error {
	// The transports would divide a deadline among their tries. Here it only ends the wait.
	waitCtx, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	defer context.AfterFunc(ctx, end)()
	var waits atomic.Bool
	// tmux prints before it blocks, but sends what it has printed only after that.
	cmds := append(slices.Clone(read), []string{"wait-for", channel})
	_, err := s.carry(waitCtx, invocation{
		cmds: cmds,
		retry: func() [][]string {
			if waits.Load() { // the server has ended, and a new one may run by now
				return nil
			}
			return cmds
		},
		maxBytes: maxErrors,
		onOutput: func(text string) {
			if strings.HasSuffix(text, "\n") && waits.CompareAndSwap(false, true) {
				armed(text)
			}
		},
	})
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case waits.Load() && (closed(err) || errors.Is(err, errEnding)):
		return fmt.Errorf("%w: server exited", ErrTmux)
	}
	return err
}

// Signal wakes everyone who listens on a channel. They do not learn why: they read again, and listen again.
func (s Server) Signal(ctx context.Context, channel string) error {
	_, err := s.Run(ctx, [][]string{{"wait-for", "-S", channel}})
	return err
}

// WakePause is how long a listener may take to notice a signal before it gets another one.
const WakePause = 20 * time.Millisecond

// StopListening wakes a listener of this process, which closes left when it no longer waits. The first signal comes
// after a pause. It takes no longer than limit. One signal may not be enough: if the connection is just about to wait,
// tmux remembers one signal, but drops it if it has one already.
func (s Server) StopListening(channel string, left <-chan struct{}, pause, limit time.Duration) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	for ; ; pause = WakePause {
		select {
		case <-left:
			return
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
		if s.Signal(ctx, channel) != nil {
			return
		}
	}
}
