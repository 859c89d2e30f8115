package hookmap

import (
	"strconv"
	"strings"
	"time"

	opt "atm/tmuxopt"
)

// Nothing fires on Esc, on a denial, on an answered dialog, on kill -9. The
// client's own registry knows all four within a tenth of a second. Reconcile
// compares it with what the hooks have told.

// Entry is what the registry says of the client in a pane.
type Entry struct {
	PID        int
	SessionID  string
	Dir        string
	Title      string // what a person has called the session; "" says nothing
	Status     string // busy, idle, shell, waiting; others say nothing
	WaitingFor string
	Suspended  bool      // a signal has stopped the process, as Ctrl-Z does
	Changed    time.Time // when the status changed last
	Updated    time.Time // when anything did
}

// Witness is what is known of a pane's client besides its hooks.
type Witness struct {
	Entry       *Entry    // of a client that runs, nil if the registry has none
	Died        bool      // the process that the pane names has ended
	Interrupted time.Time // the last interruption in the transcript, where there is no registry
}

// Correction is what has to change in a pane, and why. Its edits apply only as
// long as no hook has told anything new.
type Correction struct {
	Why   string // one word for each reason, the value of the option corrected
	Edits []opt.Edit
}

// How long the two must have disagreed before the registry is believed: a hook
// may be on its way, and knows more. It is longer where the hook came last; the
// registry of a client that is not starved follows within a tenth of a second.
const (
	hookMayCome    = 150 * time.Millisecond
	hookMayBeRight = 1500 * time.Millisecond
	clockSkew      = 2 * time.Second // a time later than that is none
)

// Reconcile returns the correction that a pane needs, nil if none. If it is too
// soon to tell, it says in how long to ask again.
func Reconcile(o opt.Options, w Witness, now time.Time) (c *Correction, again time.Duration) {
	f := &finding{options: o, now: now, asserted: asserted(o, now)}
	switch {
	case w.Died:
		f.died()
	case w.Entry == nil:
		f.interrupted(w.Interrupted)
	default:
		f.session(*w.Entry)
		f.title(*w.Entry)
		f.dialog(*w.Entry)
		f.state(*w.Entry)
	}
	if len(f.why) == 0 {
		return nil, f.again
	}
	return f.correction(), f.again
}

// asserted is when the pane was last told how things are.
func asserted(o opt.Options, now time.Time) time.Time { return moment(o[opt.StateNS], now) }

// moment reads a time in nanoseconds; the zero time if it is none, or one before
// the clock was set back.
func moment(ns string, now time.Time) time.Time {
	n, err := strconv.ParseInt(ns, 10, 64)
	if at := time.Unix(0, n); err == nil && at.Before(now.Add(clockSkew)) {
		return at
	}
	return time.Time{}
}

// finding collects what is wrong with a pane.
type finding struct {
	options  opt.Options
	now      time.Time
	asserted time.Time

	why   []string
	edits []opt.Edit
	as    time.Time // since when it has been so; zero if the state is not concerned
	again time.Duration
}

func (f *finding) correct(why string, edits ...opt.Edit) {
	f.why = append(f.why, why)
	f.edits = append(f.edits, edits...)
}

// correction makes every edit depend on the time of the last hook still being
// the one that was read. That time comes last: conditions read it.
func (f *finding) correction() *Correction {
	edits := append(f.edits, opt.Set(opt.Corrected, strings.Join(f.why, " ")))
	edits = append(edits, opt.Derive(f.now)...)
	if !f.as.IsZero() {
		edits = append(edits, opt.Set(opt.StateNS, opt.Nanoseconds(f.as)))
	}
	unchanged := opt.Is(opt.StateNS, f.options[opt.StateNS])
	for i := range edits {
		edits[i] = edits[i].If(unchanged)
	}
	return &Correction{strings.Join(f.why, " "), edits}
}

// believed reports whether what the registry says since then counts against what
// the hooks have said until the pane was told. Where it does not yet, it asks for
// another look.
func (f *finding) believed(since, told time.Time) bool {
	from := since.Add(hookMayCome)
	if !since.After(told) {
		from = told.Add(hookMayBeRight)
	}
	wait := from.Sub(f.now)
	if wait > 0 && (f.again == 0 || wait < f.again) {
		f.again = wait
	}
	return wait <= 0
}

// told is when hooks have last spoken of what the two disagree about. A call for
// attention is one agent's: while it is open, or answered, the hooks of others go
// on and on, and would put off the registry for as long as they do. They do not
// change the state, so it is as old as the word that counts.
func (f *finding) told(have, want opt.SessionState) time.Time {
	about := have == opt.Attention || want == opt.Attention
	since := moment(f.options[opt.SinceNS], f.now)
	if !about || since.IsZero() || callsForAttention(f.options[opt.LatestHookEvent]) || f.asserted.Before(since) {
		return f.asserted
	}
	return since
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

// died clears a pane whose claude has ended without a word. One that cld has started
// and that has told nothing since has failed: before its first hook no other state
// is possible.
func (f *finding) died() {
	o := f.options
	switch {
	case o.State() == opt.Starting:
		f.correct("failed", sessionEnded()...)
	case o[opt.Turn] != "" || o[opt.State] != "" || o[opt.PID] != "":
		f.correct("died", sessionEnded()...)
	default:
		return
	}
	f.as = f.now
}

// interrupted ends the turn where only the transcript tells that Esc was
// pressed.
func (f *finding) interrupted(at time.Time) {
	if state := f.options.State(); state != opt.Working && state != opt.Attention || !at.After(f.asserted) {
		return
	}
	f.idle(opt.Working)
	f.as = at
}

// session follows a session id that the hooks have not told, and adopts a client
// that no hook has spoken of.
func (f *finding) session(e Entry) {
	id, o := opt.ID(e.SessionID), f.options
	pid := strconv.Itoa(e.PID)
	adopted := o[opt.PID] != pid
	if id == "" || id == o[opt.SessionID] && !adopted || e.Status == "" || !f.believed(e.Updated, f.asserted) {
		return
	}
	if id != o[opt.SessionID] {
		f.correct("session", opt.Set(opt.SessionID, id), opt.Set(opt.SessionIDSetOn, registry), opt.Unset(opt.TranscriptPath))
		if adopted || o[opt.SessionDir] == "" {
			f.edits = append(f.edits, opt.Set(opt.SessionDir, opt.Path(e.Dir)))
		}
	}
	if adopted {
		f.correct("adopted", opt.Set(opt.PID, pid))
	}
}

// title follows a name that a person gives the session while it runs: hooks tell
// only of the one that it has when it starts.
func (f *finding) title(e Entry) {
	title := opt.Text(e.Title)
	if title == "" || title == f.options[opt.Title] || opt.ID(e.SessionID) != f.options[opt.SessionID] || !f.believed(e.Updated, f.asserted) {
		return
	}
	f.correct("title", opt.Set(opt.Title, title))
}

// placeholder is the call that the registry itself puts into a pane.
const placeholder = registry + ".0"

// dialog takes the registry's own call away as soon as nothing waits: there was
// no hook that put it there, and none will take it away.
func (f *finding) dialog(e Entry) {
	if e.Status != "" && e.Status != "waiting" && opt.True(opt.Has(opt.Waiting, placeholder), f.options) {
		f.correct("answered", opt.SetFormat(opt.Waiting, opt.Without(opt.Waiting, placeholder)))
	}
}

// stateOf says which state a status of the registry stands for; others say nothing.
var stateOf = map[string]opt.SessionState{
	"busy": opt.Working, "idle": opt.Idle, "shell": opt.Idle, "waiting": opt.Attention,
}

// state compares what the pane shows with the registry's status.
func (f *finding) state(e Entry) {
	want, have := stateOf[e.Status], f.options.State()
	if have == opt.Failed {
		have = opt.Idle // the registry does not tell them apart
	}
	suspended := e.Suspended && want == opt.Working
	if suspended {
		// The registry says busy all the while, and again when the process is continued.
		// A dialog that is open stays open.
		if have == opt.Attention {
			return
		}
		want = opt.Idle
	}
	same := want == have && f.options[opt.Turn] != ""
	if want == "" || same || !f.believed(e.Changed, f.told(have, want)) {
		return
	}
	f.as = latest(e.Changed, f.asserted)
	switch want {
	case opt.Working:
		f.busy(have)
	case opt.Idle:
		if suspended {
			f.correct("suspended", turnEnded()...)
		} else {
			f.idle(have)
		}
	case opt.Attention:
		kind, reason := wanted(e.WaitingFor)
		call := opt.Entry{Key: placeholder, Word: string(kind)}
		f.correct("dialog",
			opt.Set(opt.Turn, string(opt.TurnOpen)).If(opt.Not(opt.Get(opt.Turn))),
			opt.SetFormat(opt.Waiting, opt.With(opt.Waiting, call)),
			opt.Set(opt.Reason, reason))
	}
}

// busy opens the turn: the dialog was answered, or somebody typed where no hook
// listens. After an answer, the tool that was asked for is what is done now.
func (f *finding) busy(have opt.SessionState) {
	edits := []opt.Edit{opt.Set(opt.Turn, string(opt.TurnOpen)), opt.Unset(opt.Waiting)}
	if have == opt.Attention {
		f.correct("answered", edits...)
		return
	}
	f.correct("busy", append(edits, opt.Unset(opt.Activity))...)
}

// idle ends the turn and all that belonged to it.
func (f *finding) idle(have opt.SessionState) {
	why := "idle"
	switch have {
	case opt.Attention:
		why = "denied"
	case opt.Working:
		why = "interrupted"
	}
	f.correct(why, turnEnded()...)
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// wanted translates what the registry says a client waits for.
func wanted(waitingFor string) (kind CallKind, reason string) {
	switch waitingFor {
	case "permission prompt", "sandbox request", "worker request":
		return CallPermission, "Permission"
	case "input needed":
		return CallQuestion, "Question"
	default:
		return CallDialog, "Dialog"
	}
}
