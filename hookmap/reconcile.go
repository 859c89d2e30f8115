package hookmap

import (
	"strconv"
	"strings"
	"time"

	opt "atm/tmuxopt"
)

// Entry is what the registry of Claude Code says of the process in a pane.
type Entry struct {
	PID        int // 0 of a process elsewhere, whose process id means nothing here
	SessionID  string
	Dir        string
	Title      string // what a person has called the session; "" says nothing
	Status     string // one of those below; others say nothing
	WaitingFor string
	Suspended  bool      // a signal has stopped the process, as Ctrl-Z does
	Changed    time.Time // when the status changed last
	Updated    time.Time // when anything did
}

// The statuses of an [Entry] that say something.
const (
	StatusBusy    = "busy"
	StatusIdle    = "idle"
	StatusShell   = "shell"
	StatusWaiting = "waiting"
)

// Witness is what is known of a pane's process besides its hooks.
type Witness struct {
	Entry       *Entry    // of a process that runs, nil if the registry has none
	Died        bool      // the process that the pane names has ended
	GateEnded   bool      // so has the gate that told of a session elsewhere
	Interrupted time.Time // the last interruption in the transcript, where there is no registry
	Drawn       bool      // the process has just drawn its status line, as it does only while no dialog is open
}

// Correction is what has to change in a pane, and why. Its edits apply only as
// long as no hook has told anything new.
type Correction struct {
	Why   string // one word for each reason, the value of the option corrected
	Edits []opt.Edit
}

// How long the registry and the hooks must have disagreed before the registry is
// believed. A hook may be on its way, and knows the reason of what it tells. The time
// is longer where a hook was the last to tell something: then the registry may be behind.
//
// With real models, on a Mac (2.1.287 to 2.1.289), the registry followed the hook of Stop after
// 0.32 to 0.38 s, with a scripted API on Linux (2.1.329) after 0.05 to 0.15 s. It followed keys
// after 0.04 to 0.12 s, and the hook of a prompt came up to 0.06 s after that.
const (
	registryLast = 150 * time.Millisecond
	hookLast     = 1500 * time.Millisecond
)

// reportComes is how long Claude Code may take from the end of the last subagent in the background
// to the turn in which Claude gets the report. With real models it took up to two seconds, and the
// registry may say idle meanwhile.
const reportComes = 3 * time.Second

// DialogOpens is how long the registry may take to say that the dialog of a call is open. With
// ten sessions on two cores it was more than a second and a half behind. A hook that waits for
// the answer waits as long for the registry, and tells the pane when it sees the dialog closed.
const DialogOpens = 5 * time.Second

// clockSkew is how far in the future a time may lie. One that lies further was written
// before the clock was set back, and means nothing.
const clockSkew = 2 * time.Second

// Reconcile compares what the hooks have told with what else is known. No hook fires
// on Esc, on a denial, on an answered dialog, on kill -9; the registry of Claude Code
// has all four within a tenth of a second. Reconcile returns the correction that a pane
// needs, nil if none. If it is too soon to tell, it says in how long to ask again.
func Reconcile(o opt.Options, w Witness, now time.Time) (c *Correction, again time.Duration) {
	d := &comparison{options: o, now: now, lastHook: parseTime(o[opt.StateNS], now), drawn: w.Drawn}
	switch {
	case w.GateEnded:
		d.correct("disconnected", Disconnected()...)
	case w.Died && o[opt.Agent] != "":
		d.agentGone()
	case w.Died:
		d.died()
	case w.Entry == nil:
		d.interrupted(w.Interrupted)
	default:
		d.withoutAgent()
		d.session(*w.Entry)
		d.title(*w.Entry)
		d.dialog(*w.Entry)
		d.state(*w.Entry)
	}
	if len(d.reasons) == 0 {
		return nil, d.again
	}
	return d.correction(), d.again
}

// parseTime reads a time that [opt.Nanoseconds] has written; the zero time if it is none
// that can be.
func parseTime(ns string, now time.Time) time.Time {
	n, err := strconv.ParseInt(ns, 10, 64)
	if at := time.Unix(0, n); err == nil && at.Before(now.Add(clockSkew)) {
		return at
	}
	return time.Time{}
}

// comparison collects what is wrong with a pane.
type comparison struct {
	options  opt.Options
	now      time.Time
	lastHook time.Time // when a hook has last asserted something
	drawn    bool      // see Witness

	nothingNew bool // the pane knew of no session: what was finished before is nothing to look at
	finished   bool // the session has finished what it did, and no hook has told

	reasons []string
	edits   []opt.Edit
	since   time.Time     // since when the state has been another one; zero if it has not
	again   time.Duration // in how long to compare again; 0 = no need
}

func (d *comparison) correct(reason string, edits ...opt.Edit) {
	d.reasons = append(d.reasons, reason)
	d.edits = append(d.edits, edits...)
}

// correction makes every edit depend on the time of the last hook still being the one
// that was read. That time itself is edited last, because the conditions read it.
func (d *comparison) correction() *Correction {
	why := strings.Join(d.reasons, " ")
	edits := append(d.edits, opt.Set(opt.Corrected, why))
	if d.finished {
		edits = append(edits, opt.Derive(d.now)...)
	} else { // hooks tell of what is finished
		edits = opt.Unfinished(d.now, nil, edits)
	}
	if d.nothingNew {
		edits = append(edits, opt.SetFormat(opt.Seen, opt.Get(opt.Since)))
	}
	if !d.since.IsZero() {
		edits = append(edits, opt.Set(opt.StateNS, opt.Nanoseconds(d.since)))
	}
	unchanged := opt.Is(opt.StateNS, d.options[opt.StateNS])
	for i := range edits {
		edits[i] = edits[i].If(unchanged)
	}
	return &Correction{Why: why, Edits: edits}
}

// believed reports whether what the registry has said since a time counts against what
// a hook said last at another. Where it does not yet, the pane is to be compared again.
func (d *comparison) believed(registry, hook time.Time) bool {
	if registry.After(hook) {
		return d.reached(registry.Add(registryLast))
	}
	return d.reached(hook.Add(hookLast))
}

// reached reports whether it is that late. If not, the pane is to be compared again then.
func (d *comparison) reached(at time.Time) bool {
	wait := at.Sub(d.now)
	if wait > 0 && (d.again == 0 || wait < d.again) {
		d.again = wait
	}
	return wait <= 0
}

// lastHookAbout is when a hook has last spoken of what the two disagree about. While a
// call for attention is open, or has been answered, the hooks of other agents go on,
// and would put off the registry for as long as they do. They do not change the state,
// so the hook that counts is the one that did.
func (d *comparison) lastHookAbout(have, want opt.SessionState) time.Time {
	aboutCall := have == opt.Attention || want == opt.Attention
	changed := parseTime(d.options[opt.SinceNS], d.now)
	switch {
	case !aboutCall, changed.IsZero(), callsForAttention(d.options[opt.LatestHookEvent]),
		d.lastHook.Before(changed):
		return d.lastHook
	}
	return changed
}

// callsForAttention reports whether an event, as [opt.LatestHookEvent] names it, calls
// for attention.
func callsForAttention(event string) bool {
	name, _, qualified := strings.Cut(event, "-")
	switch EventName(name) {
	case PermissionRequest, Elicitation:
		return true
	case Notification:
		return qualified
	}
	return false
}
