package reply

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"io"
	"os"

	"golang.org/x/sys/unix"

	"atm/internal/proc"
	"atm/tmuxopt"
)

// arrival is a decision that a visitor has sent, who stays until leave is called.
type arrival struct {
	decision []byte
	process  int // the visitor's
	say      func(Receipt)
	prove    func(Proof)
	leave    func()
}

// receipt says what has become of the decision.
func (a arrival) receipt(err error) {
	if err != nil {
		a.say(Receipt{Refused: err.Error()})
		return
	}
	a.say(Receipt{Printed: true})
}

// What visitors may cost: whoever can write the options of a pane can announce any number of
// them.
const (
	maxVisitors = 8       // at once
	maxVerdict  = 1 << 20 // bytes beyond the size of the request, which an edited call repeats
)

// admit lets in the visitors of a call that have not been in yet, as long as there is room.
func (p *paneWatch) admit(ctx context.Context, visitors []tmuxopt.Visitor) {
	named := map[string]bool{} // without those that are gone
	for _, visitor := range visitors {
		if named[visitor.Name] {
			continue
		}
		if p.visited[visitor.Name] {
			named[visitor.Name] = true
			continue
		}
		select {
		case p.room <- struct{}{}:
		default:
			continue
		}
		named[visitor.Name] = true
		go func() {
			defer func() { <-p.room }()
			defer func() { _ = recover() }() // a panic would end the hook with exit status 2
			p.receive(ctx, visitor)
		}()
	}
	p.visited = named
}

// receive hands the request over to a visitor, and waits for the decision. A visitor that
// is not to be trusted, or says nothing, gets no answer.
func (p *paneWatch) receive(ctx context.Context, visitor tmuxopt.Visitor) {
	conn, process, err := connect(visitor.At)
	if err != nil {
		return
	}
	defer conn.Close()
	// A visitor that thinks has to learn that the call is over, also where this process goes on.
	thinks := context.AfterFunc(ctx, func() { _ = conn.Close() })
	if err := Write(conn, p.Request); err != nil {
		return
	}
	var v Verdict
	most := int64(len(p.Request.Input)+len(p.Request.Suggestions)) + maxVerdict
	if err := json.NewDecoder(io.LimitReader(conn, most)).Decode(&v); err != nil {
		return
	}
	if !thinks() {
		return
	}
	gone := make(chan struct{})
	arrived := arrival{
		decision: v.Decision, process: process, leave: func() { close(gone) },
		say:   func(r Receipt) { _ = Write(conn, r) }, // the visitor may be gone
		prove: func(p Proof) { _ = Write(conn, p) },
	}
	select {
	case p.verdicts <- arrived:
		<-gone
	case <-ctx.Done():
	}
}

// connect connects to the socket of a visitor of the same user. The connection does not
// block: one that did would hold a thread for as long as the visitor says nothing, and so
// would one to a visitor whose queue of connections is full.
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
	if err = unix.SetNonblock(fd, true); err == nil {
		err = unix.Connect(fd, &unix.SockaddrUnix{Name: string(path)})
	}
	if err == nil {
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
