// Package tmux reaches tmux servers: it sends commands to a server and returns the answers, by speaking to
// the server's socket itself, by running tmux's own client, or by running that on another host through ssh.
// It is the only package that talks to tmux.
//
// It promises that no argument of a command can end the command early or become another one, and that no call
// outlives the deadline of its context. It does not promise that a command was not carried out if an error is
// returned: a server that hangs may carry it out later. (See [Server.Send] for batches that allow for that.)
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

// Server describes how to reach one tmux server.
type Server struct {
	Host      string    // name of its host for ssh; "" = this host
	Binary    string    // the tmux program; "" = tmux on PATH
	Socket    string    // path of the server's socket; "" = tmux's own default
	PID       string    // the server's process id as $TMUX names it; "" = unknown
	Transport Transport // how to reach it
	Until     time.Time // deadline besides that of the context; zero = none
}

// Transport is a way to send commands to a tmux server. Each gives up at a deadline, if that is not zero, and returns
// [ErrTmux] with tmux's own words if tmux refuses.
type Transport string

// The transports.
const (
	Either Transport = ""       // native, then exec if native fails
	Native Transport = "native" // speaks to the socket of the server
	Exec   Transport = "exec"   // runs tmux's own client
)

// FromEnv returns the server that $TMUX names, with the program in $ATM_TMUX and the transport in
// $ATM_TRANSPORT. Without $TMUX it is tmux's default server.
func FromEnv(getenv func(string) string) Server {
	// $TMUX is "socket,pid,session". The path of the socket may contain commas.
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

// SocketDir returns the directory in which tmux creates the sockets of this user's servers. tmux ignores a $TMUX_TMPDIR
// that does not exist, as after a logout has removed it.
func SocketDir(getenv func(string) string) string {
	dir := getenv("TMUX_TMPDIR")
	if _, err := os.Stat(dir); err != nil {
		dir = "/tmp"
	}
	return filepath.Join(dir, "tmux-"+strconv.Itoa(os.Getuid()))
}

// Reply is tmux's answer to an invocation.
type Reply struct {
	Stdout string
	Stderr string
	Code   int // exit status; -1 if there was none

	Transport Transport // the transport that returned this reply
	Surprise  string    // the error of the native transport, if exec had to be used instead

	Listener int // see [Listing]
}

func (r Reply) err() error {
	if r.Code == 0 {
		return nil
	}
	return fmt.Errorf("%w: %s", ErrTmux, strings.TrimSpace(r.Stderr))
}

// ErrTmux means that tmux refused a command. The error says what tmux printed.
var ErrTmux = errors.New("tmux")

// NoServer reports whether tmux has said that the server does not run, or has ended.
func NoServer(err error) bool {
	if !errors.Is(err, ErrTmux) {
		return false
	}
	messages := []string{"no server running", "error connecting", "server exited", "lost server"}
	said := func(message string) bool { return strings.Contains(err.Error(), message) }
	return slices.ContainsFunc(messages, said)
}

// IsFinal reports whether another try is useless: the server or the pane does not exist, or a condition of
// the commands is false. After any other error another try may succeed: tmux was late, or too busy to expand
// a format.
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

// ErrOvertaken means that the edits of a batch were carried out late, or those of a newer event before them.
var ErrOvertaken = errors.New("tmux was late, and has this or a newer event already")

// Run makes tmux carry out the commands as one transaction, and returns the reply. The error is [ErrTmux]
// with tmux's own words, that of the context, or that of the transport.
//
// If the native transport fails, tmux's own client sends the commands again: they must be idempotent.
func (s Server) Run(ctx context.Context, cmds [][]string) (Reply, error) {
	return s.carry(ctx, invocation{cmds: cmds, retry: func() [][]string { return cmds }, maxBytes: maxOutput})
}

// Once is Run for commands that must not be carried out twice, such as those that press keys: if it is not
// known whether they were carried out, they are not sent again.
func (s Server) Once(ctx context.Context, cmds [][]string) (Reply, error) {
	return s.carry(ctx, invocation{cmds: cmds, maxBytes: maxOutput})
}

// Send makes tmux carry out the edits of a batch, as Run does. If the server has not stored the programs of
// the batch yet, it takes a second invocation, once. If the first try was too late, the error may be [ErrOvertaken].
func (s Server) Send(ctx context.Context, b tmuxopt.Batch) (Reply, error) {
	retried := false // the retried batch may be refused because a newer event has overtaken it
	retry := func() [][]string {
		retried = b.At != ""
		return b.Retry()
	}
	r, err := s.carry(ctx, invocation{cmds: b.Commands(), retry: retry, maxBytes: maxErrors})
	if retried && errors.Is(err, ErrTmux) && tmuxopt.RefusedByCondition(r.Stderr) {
		return r, ErrOvertaken
	}
	if retried || !errors.Is(err, ErrTmux) || !tmuxopt.Refused(r.Stderr) {
		return r, err
	}
	storing, ok := b.Storing()
	if !ok {
		return r, err
	}
	return s.carry(ctx, invocation{cmds: storing, retry: b.Retry, maxBytes: maxErrors})
}

// invocation is a list of commands, and what is known of their output.
type invocation struct {
	cmds     [][]string
	retry    func() [][]string // the commands to send if cmds may have been carried out; nil = none
	maxBytes int               // how many bytes the server may print, on each of stdout and stderr
	onOutput func(text string) // if set, is called with what was printed so far, whenever it grows
	listener bool              // the reply names the process that listens on the socket
}

func (s Server) carry(ctx context.Context, c invocation) (Reply, error) {
	until := s.until(ctx)
	switch {
	case s.Host != "":
		return c.overSSH(ctx, until, s.Host)
	case s.Transport == Native: // at the path that tmux's own client would use
		return c.inParts(ctx, until, cmp.Or(s.Socket, filepath.Join(SocketDir(os.Getenv), "default")))
	case s.Transport == Exec || s.Socket == "":
		return c.byClient(ctx, until, s)
	}
	half := until
	// Only half of the time is for the first try, if a second one is possible.
	if left := time.Until(until); left > enoughForTwo && c.retry != nil {
		half = time.Now().Add(left / 2)
	}
	r, err := c.native(ctx, half, s.Socket)
	var reason transportError
	if !errors.As(err, &reason) || ctx.Err() != nil {
		return r, err
	}
	if !reason.unsent {
		if c.retry == nil {
			return r, err
		}
		if c.cmds = c.retry(); c.cmds == nil {
			return r, err
		}
	}
	r, err = c.byClient(ctx, until, s)
	r.Surprise = reason.Error()
	return r, err
}

// enoughForTwo is the least time in which a second try may succeed after the first one has timed out: tmux's
// own client must be started. If less is left, the first try gets all of it.
const enoughForTwo = 100 * time.Millisecond

// until returns the earlier one of the deadlines of the server and the context, zero if there is none.
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
