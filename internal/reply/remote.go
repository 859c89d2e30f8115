package reply

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"time"

	"atm/internal/gate"
	"atm/internal/gate/message"
	"atm/internal/proc"
	"atm/internal/reply/proof"
)

// Remote waits for the answer to one request whose pane is behind a gate. What is told of the
// pane, the gate knows: this end knows of the dialog.
type Remote struct {
	Gate    gate.Address
	Request Request
	Dialog  Dialog
	Call    proof.Call

	// Prove starts a process that looks for the proof, and says so on the connection: Claude
	// Code takes a decision when the hook has ended.
	Prove func(proof.Wanted, *os.File) error

	Out io.Writer
	Now func() time.Time
}

// gateLimit bounds what is waited for the other end of a gate to take something.
const gateLimit = 2 * time.Second

// ErrGate is a gate that does not wait for an answer, or not any more.
var ErrGate = errors.New("the gate waits for no answer")

// said is what a hook says to its gate behind its request.
type said struct {
	Receipt *Receipt         `json:"receipt,omitempty"`
	Proven  *bool            `json:"proven,omitempty"`
	Closed  *message.Process `json:"closed,omitempty"` // the dialog was: what the registry says since
	Ended   bool             `json:"ended,omitempty"`  // Claude Code has
}

// gateWatch hears what a gate says on the connection of a request.
type gateWatch struct {
	conn     *os.File
	looks    chan look // the gate is gone
	verdicts chan arrival
}

// Wait returns when the request is answered or over.
func (r Remote) Wait() Outcome {
	ctx, end := context.WithCancel(context.Background())
	defer end()
	client, err := r.Dialog.watch(ctx)
	if err != nil {
		return Outcome{Why: err}
	}
	defer client.stop()
	if err := client.shown(); err != nil {
		return Outcome{Why: err}
	}
	request, err := json.Marshal(r.Request)
	if err != nil {
		return Outcome{Why: err}
	}
	asked := message.Message{Kind: message.Request, Request: request}
	conn, err := r.Gate.Ask(asked, time.Now().Add(gateLimit))
	if err != nil {
		return Outcome{Why: err}
	}
	defer conn.Close()
	gate := &gateWatch{conn: conn, looks: make(chan look, 1), verdicts: make(chan arrival)}
	go gate.listen(ctx)
	var wanted proof.Wanted
	now := &wait{
		clientWatch: client, out: r.Out, looks: gate.looks, verdicts: gate.verdicts,
		look:     func(l look) error { return l.err },
		prepare:  func(decision []byte) (err error) { wanted, err = r.Call.Prepare(decision); return err },
		answered: func() { r.prove(wanted, gate) },
	}
	outcome := now.run()
	gate.over(outcome.Why, client, r.Now)
	return outcome
}

// listen takes the decisions that the gate hands over: it has asked whether the call is open.
func (g *gateWatch) listen(ctx context.Context) {
	for {
		v, err := readFrame[Verdict](g.conn)
		if err != nil {
			g.looks <- look{err: ErrGate}
			return
		}
		decision := arrival{decision: v.Decision, say: g.receipt, leave: func() {}}
		select {
		case g.verdicts <- decision:
		case <-ctx.Done():
			return
		}
	}
}

// receipt says what has become of a decision.
func (g *gateWatch) receipt(r Receipt) { g.say(said{Receipt: &r}) }

// over tells of a dialog that was closed, and of the end of Claude Code: no hook does.
func (g *gateWatch) over(why error, c *clientWatch, now func() time.Time) {
	switch {
	case why == ErrClient, why == ErrStopped && !c.closes():
		g.say(said{Ended: true})
	case why == ErrStopped, why == ErrClosed:
		if entry, err := c.entry(); err == nil {
			process := message.NewProcess(*entry.Entry(proc.Suspended), true, now())
			g.say(said{Closed: &process})
		}
	}
}

// prove has the proof looked for.
func (r Remote) prove(wanted proof.Wanted, g *gateWatch) {
	if r.Prove(wanted, g.conn) != nil {
		g.say(said{Proven: new(bool)})
	}
}

// say says something to the gate, which may be gone.
func (g *gateWatch) say(s said) { _ = writeFrame(g.conn, s) }

// SayProven says to a gate, on the connection of the hook, whether a decision was proven.
func SayProven(conn *os.File, proven bool) error { return writeFrame(conn, said{Proven: &proven}) }

// readFrame reads what the other end of a gate says.
func readFrame[T any](r io.Reader) (value T, err error) {
	text, err := message.ReadFrame(r)
	if err == nil {
		err = json.Unmarshal(text, &value)
	}
	return value, err
}

// Connection is one between a hook and its gate. At the hook's end it is a file: package net
// would be initialised before every hook.
type Connection interface {
	io.ReadWriteCloser
	SetWriteDeadline(time.Time) error
}

// writeFrame says something to the other end of a gate.
func writeFrame(conn Connection, value any) error {
	frame, err := message.Frame(value)
	if err != nil {
		return err
	}
	if err := conn.SetWriteDeadline(time.Now().Add(gateLimit)); err != nil {
		return err
	}
	_, err = conn.Write(frame)
	return err
}
