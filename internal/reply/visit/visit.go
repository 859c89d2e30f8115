// Package visit is the end of package reply that answers: it has the hook of an open call
// come to it, gets its request, and gives it a decision.
//
// It promises that what it returns as the request is what the hook will decide about, and
// that a decision which is not known to have been printed is an error.
package visit

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"atm/hookmap"
	"atm/internal/proc"
	"atm/internal/reply"
	"atm/internal/reply/proof"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// The errors of a visit.
var (
	ErrNobody  = errors.New("its hook does not answer")
	ErrOver    = errors.New("the call is over")
	ErrRefused = errors.New("its hook has refused the answer")
	ErrSilent  = errors.New("its hook does not say whether it has printed the answer")
)

// How long a hook may take to come, and to say something. It needs a few milliseconds, but
// prints nothing before its dialog is open; one that is suspended needs any time.
const (
	comes = time.Second
	says  = hookmap.DialogOpens + time.Second
)

// Visit is a conversation with the hook of one call.
type Visit struct {
	Request []byte // as the hook has got it: see [reply.Request]

	conn     *net.UnixConn
	messages chan json.RawMessage // what the hook says
	over     chan struct{}        // closed when it says no more
}

// Open has the hook come that waits, as that process, for the answer to a call.
func Open(ctx context.Context, server tmux.Server, pane, call, process string) (*Visit, error) {
	// Beside the socket of the server, which hook and visitor both reach, whatever TMPDIR is.
	dir, err := os.MkdirTemp(filepath.Dir(server.Socket), "atm-answer-")
	if err != nil {
		dir, err = os.MkdirTemp("", "atm-answer-")
	}
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir) // nobody needs the socket's name after the hook has come
	path := filepath.Join(dir, "s")
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		return nil, err
	}
	defer listener.Close()
	visitor := tmuxopt.Visitor{
		Call: call, Name: filepath.Base(dir)[len("atm-answer-"):],
		At: base64.RawURLEncoding.EncodeToString([]byte(path)),
	}
	edit := func(edits []tmuxopt.Edit) error {
		_, err := server.Send(ctx, tmuxopt.Batch{Pane: pane, ServerPID: server.PID, Edits: edits})
		return err
	}
	if err := edit(visitor.Ring()); err != nil {
		return nil, err
	}
	conn, err := accept(ctx, listener, process)
	if left := edit(visitor.Leave()); err == nil && left != nil {
		_ = conn.Close() // the first error says more
		return nil, left
	}
	if err != nil {
		return nil, err
	}
	v := &Visit{conn: conn, messages: make(chan json.RawMessage, mostMessages), over: make(chan struct{})}
	go v.listen()
	if v.Request, err = v.read(says); err != nil {
		v.Close()
		if errors.Is(err, ErrSilent) {
			err = ErrNobody
		}
		return nil, err
	}
	return v, nil
}

// accept waits until the hook has come. Whoever else comes is sent away.
func accept(ctx context.Context, listener *net.UnixListener, process string) (*net.UnixConn, error) {
	end := time.Now().Add(comes)
	if deadline, ok := ctx.Deadline(); ok && deadline.Before(end) {
		end = deadline
	}
	if err := listener.SetDeadline(end); err != nil {
		return nil, err
	}
	for {
		conn, err := listener.AcceptUnix()
		if errors.Is(err, os.ErrDeadlineExceeded) {
			return nil, ErrNobody
		}
		if err != nil {
			return nil, err
		}
		if is(conn, process) {
			return conn, nil
		}
		_ = conn.Close() // nothing was said
	}
}

// is reports whether a process of this user is at the other end.
func is(conn *net.UnixConn, process string) bool {
	raw, err := conn.SyscallConn()
	if err != nil {
		return false
	}
	var pid, user int
	control := raw.Control(func(fd uintptr) { pid, user, err = proc.Peer(int(fd)) })
	return err == nil && control == nil && user == os.Getuid() && strconv.Itoa(pid) == process
}

// mostMessages is how much a hook says: one thing when it comes, one to a decision, and behind
// a gate one of the proof.
const mostMessages = 3

// listen reads what the hook says.
func (v *Visit) listen() {
	defer close(v.over)
	in := json.NewDecoder(io.LimitReader(v.conn, mostMessages*reply.MaxMessage))
	for range cap(v.messages) {
		var message json.RawMessage
		if in.Decode(&message) != nil {
			return
		}
		v.messages <- message
	}
}

// read returns what the hook says next, within that time.
func (v *Visit) read(within time.Duration) ([]byte, error) {
	limit := time.NewTimer(within)
	defer limit.Stop()
	select {
	case message := <-v.messages:
		return message, nil
	case <-limit.C:
		return nil, ErrSilent
	case <-v.over:
	}
	select {
	case message := <-v.messages: // it has said that before it ended
		return message, nil
	default:
		return nil, ErrOver
	}
}

// Decide gives the hook a decision, as JSON that it is to print, and returns when it has.
// After [ErrSilent] it may print it at any time.
func (v *Visit) Decide(decision []byte) error {
	if err := v.conn.SetWriteDeadline(time.Now().Add(says)); err != nil {
		return ErrOver
	}
	if err := reply.Write(v.conn, reply.Verdict{Decision: decision}); err != nil {
		return ErrOver
	}
	line, err := v.read(says)
	if err != nil {
		return err
	}
	var receipt reply.Receipt
	if err := json.Unmarshal(line, &receipt); err != nil {
		return err
	}
	if receipt.Unknown {
		return ErrSilent
	}
	if !receipt.Printed {
		return fmt.Errorf("%w: %s", ErrRefused, tmuxopt.Text(receipt.Refused))
	}
	return nil
}

// Proven returns whether what runs beside the hook, behind a gate, has found the proof that
// Claude Code has taken the decision.
func (v *Visit) Proven() bool {
	for {
		line, err := v.read(proof.Limit + says)
		if err != nil {
			return false
		}
		var its reply.Proof
		if json.Unmarshal(line, &its) == nil && its.Proven != nil { // else it is a receipt that is late
			return *its.Proven
		}
	}
}

// Over is closed when the hook has ended, and with it the call: for whoever lets a person
// think.
func (v *Visit) Over() <-chan struct{} { return v.over }

// Close ends the visit.
func (v *Visit) Close() { _ = v.conn.Close() }
