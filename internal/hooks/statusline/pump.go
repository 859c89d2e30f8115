package statusline

import (
	"errors"
	"time"

	"golang.org/x/sys/unix"
)

// none is no file descriptor.
const none = -1

// Bounds of what a pump holds.
const (
	maxJSON    = 1 << 20 // a status line gets about one kilobyte
	maxPending = 1 << 20 // bytes that a command has not read
)

// pump hands bytes over from one file descriptor to another as they come, and keeps the
// JSON object that they begin with.
type pump struct {
	in, out  int       // out is none where nobody reads, or nobody does any more
	deadline time.Time // for the object, where nobody reads
	complete func(object []byte)

	pending    []byte // read, and not yet written
	inputEnded bool   // in is at its end
	object     object
	buffer     []byte
}

func newPump(in, out int, deadline time.Time) *pump {
	p := &pump{in: in, out: out, deadline: deadline, buffer: make([]byte, 4096)}
	// A command that does not read must not hold up the object. The flag is one of this
	// end alone.
	if out != none && unix.SetNonblock(out, true) != nil {
		p.out = none
	}
	return p
}

// run pumps until there is nothing more to hand over and the object is known, or will
// never be: then it returns the object, or nil. If it has become known while there was
// more to hand over, complete has been called with it, and handed is true.
func (p *pump) run() (object []byte, handed bool) {
	for !p.isDone() && p.step() {
		if p.object.state == whole && !handed && !p.isDone() {
			handed = true
			p.complete(p.object.text)
		}
	}
	if p.object.state != whole {
		return nil, false
	}
	return p.object.text, handed
}

func (p *pump) isDone() bool {
	return p.out == none && (p.inputEnded || p.object.state != partial)
}

// step waits until something can be read or written, and does it. It returns false at
// the deadline.
func (p *pump) step() bool {
	var polls []unix.PollFd
	if p.out != none {
		writable := unix.PollFd{Fd: int32(p.out)} // an end without a reader is reported in any case
		if len(p.pending) > 0 {
			writable.Events = unix.POLLOUT
		}
		polls = append(polls, writable)
	}
	reading := !p.inputEnded && len(p.pending) < maxPending
	if reading {
		polls = append(polls, unix.PollFd{Fd: int32(p.in), Events: unix.POLLIN})
	}
	n, err := unix.Poll(polls, p.patience())
	switch {
	case errors.Is(err, unix.EINTR):
		return true
	case err != nil, n == 0:
		return false
	}
	if p.out != none {
		switch {
		case polls[0].Revents&(unix.POLLERR|unix.POLLHUP|unix.POLLNVAL) != 0: // nobody reads any more
			p.close()
		case polls[0].Revents != 0:
			p.write()
		}
	}
	if reading && polls[len(polls)-1].Revents != 0 {
		p.read()
	}
	return true
}

// patience is how long to wait, in milliseconds. Nobody else limits a user's command.
func (p *pump) patience() int {
	if p.out != none {
		return -1
	}
	return int(max(time.Until(p.deadline).Milliseconds(), 0))
}

func (p *pump) read() {
	n, err := unix.Read(p.in, p.buffer)
	switch {
	case errors.Is(err, unix.EINTR), errors.Is(err, unix.EAGAIN):
		return
	case err != nil, n == 0:
		p.inputEnded = true
	default:
		p.object.add(p.buffer[:n])
		if p.out != none {
			p.pending = append(p.pending, p.buffer[:n]...)
		}
		if n == len(p.buffer) && n < maxBuffer { // there may be much more
			p.buffer = make([]byte, maxBuffer)
		}
	}
	p.write()
}

// maxBuffer is how much is read at a time where there is much to read.
const maxBuffer = 64 << 10

// write hands over what can be at the moment. At the end, or where nobody reads any
// more, it closes the pipe.
func (p *pump) write() {
	for p.out != none && len(p.pending) > 0 {
		n, err := unix.Write(p.out, p.pending)
		switch {
		case errors.Is(err, unix.EINTR):
		case errors.Is(err, unix.EAGAIN):
			return
		case err != nil:
			p.close()
		default:
			p.pending = p.pending[n:]
		}
	}
	if p.inputEnded {
		p.close()
	}
}

func (p *pump) close() {
	if p.out != none {
		_ = unix.Close(p.out) // there is nothing to be done about it
	}
	p.out, p.pending = none, nil
}

// objectState says how much of an object is known.
type objectState int

const (
	partial objectState = iota
	whole
	hopeless // it is none, or too large
)

// object is the JSON object that a stream begins with. Only its end is looked for:
// whether it is valid, the decoder says.
type object struct {
	text     []byte
	state    objectState
	depth    int
	inString bool
	escaped  bool // the last byte was a backslash in a string
}

func (o *object) add(b []byte) {
	if o.state != partial {
		return
	}
	for i, c := range b {
		if !o.next(c) {
			b = b[:i+1]
			break
		}
	}
	if len(o.text)+len(b) > maxJSON {
		o.state = hopeless
	}
	o.text = append(o.text, b...)
	if o.state == hopeless {
		o.text = nil
	}
}

// next looks at a byte, and returns false if it is the last one.
func (o *object) next(c byte) bool {
	switch {
	case o.escaped:
		o.escaped = false
	case o.inString:
		o.escaped, o.inString = c == '\\', c != '"'
	case c == '"' && o.depth > 0:
		o.inString = true
	case c == '{', c == '[' && o.depth > 0:
		o.depth++
	case (c == '}' || c == ']') && o.depth > 0:
		if o.depth--; o.depth == 0 {
			o.state = whole
		}
	case o.depth == 0 && c != ' ' && c != '\t' && c != '\r' && c != '\n':
		o.state = hopeless
	}
	return o.state == partial
}
