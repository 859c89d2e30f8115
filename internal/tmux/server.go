// Package tmux reaches tmux servers: it sends commands to a server and returns the answers, by speaking to
// the server's socket itself, by running tmux's own client, or by running that on another host through ssh.
// It is the only package that talks to tmux.
//
// It promises that no argument of a command can end the command early or become another one, and that no
// call outlives the deadline of its context. It does not promise that a command was not carried out if it
// returns an error: a server that hangs may carry it out later. (See [Server.Send] for batches that allow
// for that.)
package tmux

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"atm/tmuxopt"
)

// Server is the way to one tmux server.
type Server struct {
	Host      string    // the host that it runs on, as ssh knows it; "" = this one
	Binary    string    // the tmux program; "" = tmux on PATH
	Socket    string    // path of the server's socket; "" = tmux's own default
	PID       string    // the server's process id as $TMUX names it; "" = not known
	Transport Transport // how to reach it
	Until     time.Time // when to give up, besides what the context says; zero = never
}

// Transport is a way to have a tmux server carry out commands.
type Transport string

// The transports.
const (
	Either Transport = ""       // native, and exec after any surprise
	Native Transport = "native" // speaks to the server itself
	Exec   Transport = "exec"   // runs tmux
)

// FromEnv returns the server that $TMUX names, by the program that $ATM_TMUX
// and the transport that $ATM_TRANSPORT names. Without $TMUX it is tmux's
// default server.
func FromEnv(getenv func(string) string) Server {
	// TMUX is "socket,pid,session". The socket's path may have commas itself.
	s := Server{Binary: getenv("ATM_TMUX"), Socket: getenv("TMUX")}
	if i := strings.LastIndexByte(s.Socket, ','); i >= 0 {
		s.Socket = s.Socket[:i]
		if i = strings.LastIndexByte(s.Socket, ','); i >= 0 {
			s.Socket, s.PID = s.Socket[:i], s.Socket[i+1:]
		}
	}
	if !digits(s.PID) {
		s.PID = ""
	}
	switch t := Transport(getenv("ATM_TRANSPORT")); t {
	case Native, Exec:
		s.Transport = t
	}
	return s
}

// SocketDir returns the directory in which tmux keeps the sockets of this user's
// servers.
func SocketDir(getenv func(string) string) string {
	return filepath.Join(cmp.Or(getenv("TMUX_TMPDIR"), "/tmp"), "tmux-"+strconv.Itoa(os.Getuid()))
}

// Reply is what tmux said to an invocation.
type Reply struct {
	Stdout string
	Stderr string
	Code   int // exit status; -1 if there was none

	Transport Transport // which one brought it
	Surprise  string    // why it was not the native one, if that was tried

	// Listener is the process that listens on the server's socket, as the kernel knows it here; 0 = not known.
	Listener int
}

// err is the error that an answer of tmux stands for.
func (r Reply) err() error {
	if r.Code == 0 {
		return nil
	}
	return fmt.Errorf("%w: %s", ErrTmux, strings.TrimSpace(r.Stderr))
}

// ErrTmux is what tmux refused to do, with what it said.
var ErrTmux = errors.New("tmux")

// NoServer reports whether tmux has said that there is no server, or none any more.
func NoServer(err error) bool {
	if !errors.Is(err, ErrTmux) {
		return false
	}
	messages := []string{"no server running", "error connecting", "server exited", "lost server"}
	return slices.ContainsFunc(messages, func(words string) bool { return strings.Contains(err.Error(), words) })
}

// IsFinal reports whether tmux has refused for good: the server or the pane is not there, or a condition of the
// commands is false. After any other error another try may succeed: tmux was late, or too busy for a format.
func IsFinal(err error) bool {
	if NoServer(err) {
		return true
	}
	if !errors.Is(err, ErrTmux) {
		return false
	}
	answer := err.Error()
	return strings.Contains(answer, "can't find") || strings.Contains(answer, "no such pane") ||
		tmuxopt.RefusedByCondition(answer)
}

// transport carries commands to a server, and gives up at the time given, if it is
// not zero. It returns [ErrTmux] with tmux's own
// words if tmux refuses.
type transport interface {
	run(ctx context.Context, until time.Time, cmds [][]string) (Reply, error)
}

var _, _, _ transport = native{}, execTmux{}, overSSH{}

// Run has tmux carry out the commands as one transaction, and returns what it
// said. The error is nil, [ErrTmux] with tmux's own words, the context's, or
// that of reaching the server.
//
// After a surprise in the native transport the commands are sent again by tmux's
// own client: they must be idempotent.
func (s Server) Run(ctx context.Context, cmds [][]string) (Reply, error) {
	return s.carry(ctx, invocation{cmds: cmds, retry: func() [][]string { return cmds }, maxBytes: maxOutput})
}

// Once is Run for commands that must not be carried out twice, as those that press keys:
// when it is not known whether they were, they are not sent again.
func (s Server) Once(ctx context.Context, cmds [][]string) (Reply, error) {
	return s.carry(ctx, invocation{cmds: cmds, maxBytes: maxOutput})
}

// Send has tmux make the edits of a batch, as Run does. On a server that has not stored
// the programs of the batch it takes a second invocation, once.
func (s Server) Send(ctx context.Context, b tmuxopt.Batch) (Reply, error) {
	retried := false // as something that may have been overtaken: then it is refused for that
	retry := func() [][]string {
		retried = b.At != ""
		return b.Retry()
	}
	r, err := s.carry(ctx, invocation{cmds: b.Commands(), retry: retry, maxBytes: maxErrors})
	if retried || !errors.Is(err, ErrTmux) || !tmuxopt.Refused(r.Stderr) {
		return r, err
	}
	storing, ok := b.Storing()
	if !ok {
		return r, err
	}
	return s.carry(ctx, invocation{cmds: storing, retry: b.Retry, maxBytes: maxErrors})
}

// invocation is what a server is asked for at once.
type invocation struct {
	cmds     [][]string
	retry    func() [][]string // what to send if it is not known whether cmds were carried out; nil = nothing
	maxBytes int               // bytes that the server may print
	onOutput func(text string) // if set, is called with what was printed so far, whenever it grows
}

// carry has tmux carry out the commands of a call.
func (s Server) carry(ctx context.Context, c invocation) (Reply, error) {
	direct := native{socket: s.Socket, maxBytes: c.maxBytes, onOutput: c.onOutput}
	client := execTmux{binary: s.Binary, socket: s.Socket, onOutput: c.onOutput}
	until := s.until(ctx)
	cmds := c.cmds
	switch {
	case s.Host != "":
		return overSSH{host: s.Host, maxBytes: min(c.maxBytes, maxAnswer)}.run(ctx, until, cmds)
	case s.Transport == Native:
		if s.Socket == "" { // tmux's own client is not asked where it is
			direct.socket = filepath.Join(SocketDir(os.Getenv), "default")
		}
		return direct.runInParts(ctx, until, cmds)
	case s.Transport == Exec || s.Socket == "":
		return client.run(ctx, until, cmds)
	}
	half := until
	// The other half is for the second try, if there can be one that has to wait.
	if left := time.Until(until); left > enoughForTwo && c.retry != nil {
		half = time.Now().Add(left / 2)
	}
	r, err := direct.run(ctx, half, cmds)
	var reason transportError
	if !errors.As(err, &reason) || ctx.Err() != nil {
		return r, err
	}
	if !reason.unsent {
		if c.retry == nil {
			return r, err
		}
		if cmds = c.retry(); cmds == nil {
			return r, err
		}
	}
	r, err = client.run(ctx, until, cmds)
	r.Surprise = reason.Error()
	return r, err
}

// enoughForTwo is the least time in which a second try may succeed after one that has
// timed out: tmux's own client has to be started. With less, the first one gets it all.
const enoughForTwo = 100 * time.Millisecond

// until is the earlier one of the server's and the context's deadline, zero if
// there is none.
func (s Server) until(ctx context.Context) time.Time {
	deadline, ok := ctx.Deadline()
	if !ok || !s.Until.IsZero() && s.Until.Before(deadline) {
		return s.Until
	}
	return deadline
}

// PaneID reports whether s names a pane as tmux does: "%" and a number.
func PaneID(s string) bool {
	number, found := strings.CutPrefix(s, "%")
	return found && digits(number)
}

func digits(s string) bool {
	return s != "" && len(s) <= 20 && strings.Trim(s, "0123456789") == ""
}
