package reply

import (
	"context"
	"os"
	"strconv"
	"sync/atomic"
	"time"

	"atm/hookmap"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// wanted are the options that a look needs.
var wanted = []tmuxopt.Option{
	tmuxopt.Waiting, tmuxopt.Answerable, tmuxopt.Bell, tmuxopt.AnswerOption, tmuxopt.Gate,
}

// mostAnnounced is how often a hook tries to get its name into the pane.
const mostAnnounced = 3

// paneWatch sees what is told of a call in its pane, and lets visitors in.
type paneWatch struct {
	Tmux    tmux.Server
	Pane    string
	Request Request
	Gate    string // the gate that has to be the pane's, "" = none

	process  string // our own process id
	looks    chan look
	verdicts chan arrival

	announced int             // how often we have put our name into the pane
	listed    bool            // it has been seen there
	several   bool            // calls were open at one time
	visited   map[string]bool // names of visitors that were let in, as long as they are announced
	room      chan struct{}   // holds one for each visitor that is in
	leaving   atomic.Bool
	left      chan struct{} // closed when no connection to the server waits any more
}

func newPaneWatch(server tmux.Server, pane string, r Request) *paneWatch {
	return &paneWatch{
		Tmux: server, Pane: pane, Request: r,
		process:  strconv.Itoa(os.Getpid()),
		looks:    make(chan look, 1),
		verdicts: make(chan arrival),
		room:     make(chan struct{}, maxVisitors),
		left:     make(chan struct{}),
	}
}

// look is the pane as it was when something was told of it, or why there is none.
type look struct {
	pane tmux.Pane
	err  error
}

// listen looks at the pane whenever something is told of it.
func (p *paneWatch) listen(ctx context.Context) {
	defer close(p.left)
	for !p.leaving.Load() {
		began := time.Now()
		told := func(pane tmux.Pane, err error) { p.put(look{pane, err}) }
		err := p.Tmux.ListenTo(ctx, p.Pane, wanted, told)
		if err != nil {
			p.put(look{err: err})
			return
		}
		time.Sleep(minPause - time.Since(began))
	}
}

// put replaces a look that nobody has taken yet.
func (p *paneWatch) put(l look) {
	select {
	case <-p.looks:
	default:
	}
	p.looks <- l
}

// look says whether the call is still open, and lets visitors in.
func (p *paneWatch) look(ctx context.Context, l look) error {
	if l.err != nil {
		return l.err
	}
	o := l.pane.Options
	if err := p.over(o); err != nil {
		return err
	}
	p.listed = p.listed || p.answerer(o) == p.process
	if !p.listed && p.announced < mostAnnounced {
		p.announced++
		p.tell(tmuxopt.Answerer(p.Request.Call, p.process))
	}
	p.count(o)
	p.admit(ctx, tmuxopt.Visitors(o[tmuxopt.Bell], p.Request.Call))
	return nil
}

// count notes whether other calls are open, too.
func (p *paneWatch) count(o tmuxopt.Options) {
	p.several = p.several || len(hookmap.OpenCalls(o)) > 1
}

// over says why the call cannot be answered any more, nil if it can.
func (p *paneWatch) over(o tmuxopt.Options) error {
	if p.Gate != "" && o[tmuxopt.Gate] != p.Gate { // the pane shows another session
		return ErrOver
	}
	if o[tmuxopt.AnswerOption] == tmuxopt.Off {
		return ErrOff
	}
	if !tmuxopt.True(tmuxopt.Has(tmuxopt.Waiting, p.Request.Call), o) {
		return ErrOver
	}
	// One that stood there before us may have been killed.
	if other := p.answerer(o); p.listed && other != "" && other != p.process {
		return ErrSuperseded
	}
	return nil
}

// isOpen is over for the pane as it is now.
func (p *paneWatch) isOpen() error {
	ctx, cancel := context.WithTimeout(context.Background(), tmuxLimit)
	defer cancel()
	pane, err := p.Tmux.Pane(ctx, p.Pane, wanted...)
	if err != nil {
		return err
	}
	return p.over(pane.Options)
}

// answerer returns the process that the pane names for our call, "" if none.
func (p *paneWatch) answerer(o tmuxopt.Options) string {
	for _, e := range tmuxopt.Entries(o[tmuxopt.Answerable]) {
		if e.Key == p.Request.Call {
			return e.Word
		}
	}
	return ""
}

// tell makes edits of the pane. What goes wrong is nobody's loss: the pane is corrected by
// the next hook.
func (p *paneWatch) tell(edits []tmuxopt.Edit) {
	ctx, cancel := context.WithTimeout(context.Background(), tmuxLimit)
	defer cancel()
	_, _ = p.Tmux.Send(ctx, tmuxopt.Batch{Pane: p.Pane, ServerPID: p.Tmux.PID, Edits: edits})
}

// leave takes our name away, and ends the listening: its connection has to be woken, because
// one that is closed while it waits stays in the server.
func (p *paneWatch) leave() {
	p.leaving.Store(true)
	p.tell(tmuxopt.NoAnswerer(p.Request.Call, p.process)) // which wakes us
	for limit := time.Now().Add(leaveLimit); time.Now().Before(limit); {
		select {
		case <-p.left:
			return
		case <-time.After(leavePause):
		}
		ctx, cancel := context.WithTimeout(context.Background(), leaveLimit)
		err := p.Tmux.Signal(ctx, tmuxopt.PaneChannel+p.Pane)
		cancel()
		if err != nil {
			return
		}
	}
}
