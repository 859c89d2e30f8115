package reply

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"io"
	"os"

	"golang.org/x/sys/unix"

	"atm/internal/proc"
	"atm/tmuxopt"
)

// arrival is a decision that a visitor has sent.
type arrival struct {
	decision []byte
	process  int // the visitor's
	answer   func(error)
}

// receive hands the request over to a visitor, and waits for the decision. A visitor that
// is not to be trusted, or says nothing, gets no answer.
func (w *wait) receive(ctx context.Context, visitor tmuxopt.Visitor) {
	conn, process, err := connect(visitor.At)
	if err != nil {
		return
	}
	defer conn.Close()
	if err := Write(conn, w.Request); err != nil {
		return
	}
	var v Verdict
	if err := json.NewDecoder(io.LimitReader(bufio.NewReader(conn), MaxMessage)).Decode(&v); err != nil {
		return
	}
	answered := make(chan struct{})
	arrived := arrival{decision: v.Decision, process: process, answer: func(err error) {
		defer close(answered)
		r := Receipt{Printed: err == nil}
		if err != nil {
			r.Refused = err.Error()
		}
		_ = Write(conn, r) // the visitor may be gone
	}}
	select {
	case w.verdicts <- arrived:
		<-answered
	case <-ctx.Done():
	}
}

// connect connects to the socket of a visitor of the same user.
func connect(at string) (conn *os.File, process int, err error) {
	path, err := base64.RawURLEncoding.DecodeString(at)
	if err != nil {
		return nil, 0, err
	}
	fd, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err != nil {
		return nil, 0, err
	}
	unix.CloseOnExec(fd)
	if err = unix.Connect(fd, &unix.SockaddrUnix{Name: string(path)}); err == nil {
		var user int
		if process, user, err = proc.Peer(fd); err == nil && user != os.Getuid() {
			err = unix.EPERM
		}
	}
	if err != nil {
		_ = unix.Close(fd)
		return nil, 0, err
	}
	return os.NewFile(uintptr(fd), "visitor"), process, nil
}
