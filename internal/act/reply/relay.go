package reply

import (
	"context"
	"errors"
	"os"
	"strconv"
	"sync/atomic"
	"time"

	"atm/hookmap"
	"atm/internal/act/proof"
	"atm/internal/gate/message"
	"atm/internal/sys/socket"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// Relay connects the hook of a request with the people who answer. Behind a gate, the other end of Hook is not
// trusted: it can make the pane show something wrong, and it gets the decision of a person who has seen the
// request as it was sent. It can do nothing else.
type Relay struct {
	Tmux   tmux.Server
	Pane   string         // "" = a session in the background: [WorkerVisits] finds its hook
	Origin message.Origin // how the pane shows the session
	Hook   Link
	Now    func() time.Time
	Missed *Missed // nil = the event of the request was applied to the pane
}

// Missed is the event of a request that its hook could not apply to the pane, because tmux was late.
type Missed struct {
	At    time.Time
	Edits func(now time.Time) []tmuxopt.Edit
}

// Limits for those who connect: they may send nothing, or never stop.
const (
	maxAnswerers = 16      // connections at the same time
	maxBacklog   = 1024    // connections that are not accepted yet
	maxVerdict   = 1 << 20 // bytes beyond the size of the request, which an edited call repeats
	acceptPause  = 100 * time.Millisecond
)

// proofTimeout is how long the proof may take: the hook may have to wait until its dialog opens, and then the
// search takes up to [proof.Limit].
const proofTimeout = hookmap.DialogOpens + proof.Limit + time.Second

// relay is a running [Relay]. The pane lists its process as the one that waits for the answer.
type relay struct {
	Relay
	request Request
	process string // our own process id
	socket  socket.Listener

	reports  <-chan Report // from the hook; closed when it has ended
	verdicts chan arrival
	closed   chan error // why the call cannot be answered any more

	hadSeveralCalls atomic.Bool // several calls were open at the same time
	isListed        atomic.Bool // the pane has listed this process
	leaving         context.Context
	startLeaving    context.CancelFunc
	disconnected    chan struct{} // closed when no connection waits in the server any more
}

type arrival struct {
	decision []byte
	answerer Link
	process  int
}

// report sends the result of the decision, unless the person who answers has disconnected.
func (a arrival) report(r Report) { _ = a.answerer.Send(r) }

// Wait returns when the request is answered or over, or ctx ends. It closes the connection to the hook.
func (r Relay) Wait(ctx context.Context, request Request) Outcome {
	defer r.Hook.Conn.Close()
	listener, err := hookAddress{r.Tmux.Socket, os.Getpid(), request.Call}.listen()
	if err != nil {
		return Outcome{Cause: err}
	}
	defer listener.Close()
	ctx, end := context.WithCancel(ctx)
	defer end()
	w := &relay{
		Relay: r, request: request, process: strconv.Itoa(os.Getpid()), socket: listener,
		reports: messages[Report](ctx, r.Hook), verdicts: make(chan arrival), closed: make(chan error, 1),
		disconnected: make(chan struct{}),
	}
	w.leaving, w.startLeaving = context.WithCancel(context.Background())
	start(w.checkEachChange)
	start(func() { w.accept(ctx) })
	outcome := w.run(ctx)
	end()                   // this closes the connections of the people who answer
	_ = r.Hook.Conn.Close() // before leaving the pane, because the hook waits for it
	w.leave()
	return outcome
}

// accept accepts connections until the socket is closed. If there are too many, it closes the oldest one:
// connections that send nothing must not lock out the person who answers.
func (r *relay) accept(ctx context.Context) {
	var open [maxAnswerers]*os.File
	for next := 0; ; {
		conn, process, err := r.socket.Accept()
		switch {
		case errors.Is(err, os.ErrClosed):
			return
		case err != nil: // too many open files, for example
			time.Sleep(acceptPause)
			continue
		}
		oldest := open[next]
		start(func() { // both calls do nothing if it is closed
			_ = Link{oldest, maxMessage}.Send(Report{Receipt: &Receipt{Unknown: true}})
			_ = oldest.Close()
		})
		open[next] = conn
		next = (next + 1) % len(open)
		start(func() { r.serve(ctx, conn, process) })
	}
}

// serve sends the request over a connection, and receives the decision.
func (r *relay) serve(ctx context.Context, conn *os.File, process int) {
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	answerer := Link{conn, maxMessage}
	if answerer.Send(r.request) != nil {
		return
	}
	limited := Link{conn, len(r.request.Input) + len(r.request.Suggestions) + maxVerdict}
	for verdict := range messages[Verdict](ctx, limited) {
		select {
		case r.verdicts <- arrival{decision: verdict.Decision, answerer: answerer, process: process}:
		case <-ctx.Done():
			return
		}
	}
}

func (r *relay) run(ctx context.Context) Outcome {
	for {
		var cause error
		select {
		case <-ctx.Done():
			cause = ctx.Err()
		case report, ok := <-r.reports:
			if !ok || r.showEnd(report) {
				cause = ErrOver
			}
		case cause = <-r.closed:
		case a := <-r.verdicts:
			if cause = r.passDecision(ctx, a); cause == ErrAnswered {
				return Outcome{Cause: cause, AnsweredBy: a.process}
			}
		}
		if cause != nil {
			return Outcome{Cause: cause}
		}
	}
}

// passDecision passes a decision to the hook, and the reports of the hook to the person who answers. It returns
// why the wait has ended, nil if the wait continues.
func (r *relay) passDecision(ctx context.Context, a arrival) error {
	_, err := check(a.decision)
	if err == nil {
		err = r.checkNow()
	}
	if err == nil {
		err = r.Hook.Send(Verdict{Decision: a.decision})
		if err != nil && !errors.Is(err, message.ErrLength) { // the hook has ended
			return ErrOver
		}
	}
	if err != nil {
		a.report(refusal(err))
		return nil // if the call is over, the pane shows it
	}
	limited, cancel := context.WithTimeout(ctx, proofTimeout)
	defer cancel()
	for printed := false; ; {
		var report Report // empty if the hook has ended, or sends nothing in time
		select {
		case report = <-r.reports:
		case <-limited.Done():
		}
		switch {
		case printed:
			a.report(Report{Proven: report.Proven})
			return ErrAnswered
		case report.Receipt == nil && r.showEnd(report): // before it has received the decision
			a.report(refusal(ErrOver))
			return ErrOver
		case report.Receipt == nil:
			if r.Origin.Gate != "" { // the connection may be lost after the decision was printed
				a.report(Report{Receipt: &Receipt{Unknown: true}})
			}
			return ErrOver
		}
		a.report(report)
		if printed = report.Receipt.Printed; !printed {
			return nil
		}
		r.leave(hookmap.Answered(r.request.Call, r.Now())...)
	}
}
