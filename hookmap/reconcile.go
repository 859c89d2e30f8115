package hookmap

import (
	"slices"
	"strconv"
	"strings"
	"time"

	opt "atm/tmuxopt"
)

// Entry is the registry entry of a pane's process, or the equivalent of another agent.
type Entry struct {
	Agent      string // "" = Claude Code; else only PID, Status, Failure, Changed are known
	PID        int    // 0 for a process elsewhere, whose process id means nothing here
	SessionID  string
	Dir        string
	Title      string // the name that a person has given the session; "" = none
	Prompted   bool   // the title is only the last prompt
	Job        string // the id of a background session; [opt.AnyJob] = an unknown one
	Continues  string // the session whose conversation it continues under another id; "" = none
	Newly      *Shown // a background session that the pane did not show before; nil = not known
	Status     string // one of those below; others are ignored
	Failure    string // of an idle agent, or of a session in Newly: why its last turn has failed
	WaitingFor string
	Needs      string // what a waiting background session waits for, in words; foreign
	// MayOnlyLead is true for a session that is listed as busy, perhaps only because it leads a team.
	MayOnlyLead bool
	// AskedFirst is the title that the transcript gives a session which no hook has reported: its first
	// prompt, if it has no other name.
	AskedFirst string
	Suspended  bool      // the process was stopped by a signal, as Ctrl-Z does
	Started    time.Time // when the process started, according to itself; zero = not known
	Changed    time.Time // when the status changed last
	Updated    time.Time // when anything changed last
}

// The statuses of an [Entry] that count.
const (
	StatusBusy    = "busy"
	StatusIdle    = "idle"
	StatusShell   = "shell"
	StatusWaiting = "waiting"
)

// How long a lead at rest counts as working, if no hook comes, because it compacts, or has subagents: what has failed
// or was interrupted has no hook, and the registry does not show it. A subagent may run a command for ten minutes.
const (
	compactionLimit = 5 * time.Minute
	subagentLimit   = 12 * time.Minute
)

// StatusIn returns the status of the session in a pane with these options: idle for one that is listed as busy only
// because it leads a team. The registry lists a lead as busy as long as it has a teammate, even an idle one (2.1.330),
// but its hooks report the end of its turn, and what it does besides.
func (e Entry) StatusIn(o opt.Options, now time.Time) string {
	quiet := now.Sub(parseTime(o[opt.StateNS], now))
	compacts, delegates := o[opt.Compacting] != "" && quiet < compactionLimit, hasSubagents(o) && quiet < subagentLimit
	works := !o.TurnIsOver() || compacts || delegates
	if e.Status == StatusBusy && e.MayOnlyLead && !works {
		return StatusIdle
	}
	return e.Status
}

// hasSubagents reports whether agents work in the session that are no teammates. Those in the list may be idle.
func hasSubagents(o opt.Options) bool {
	return slices.ContainsFunc(opt.Entries(o[opt.Agents]), func(a opt.Entry) bool { return !isTeammate(a) })
}

// Witness is what is known of a pane's process besides its hooks.
type Witness struct {
	Entry       *Entry      // nil if the registry has no entry for a running process
	Died        bool        // the process that the pane names has ended
	WentOn      string      // the session in which the conversation goes on, in the background or in another pane
	GateEnded   bool        // the gate that reported a session elsewhere has ended
	Interrupted time.Time   // the last interruption in the transcript, where the registry cannot tell
	Woken       time.Time   // when the file of its team has shown that a teammate works
	AwaitsLimit bool        // according to the transcript, it continues after the reset of a limit
	HooksEnded  []opt.Entry // the entries of [opt.Answerable] whose process has ended
	Seen        bool        // somebody has looked at another pane that shows the session, since it has this state
	Drawn       bool        // the process has just drawn its status line: it does so only without a dialog
}

// Correction is the change that a pane needs, and why. Its edits apply only if no hook has fired since the
// pane was read.
type Correction struct {
	Why   string // one word for each reason, the value of the option corrected
	Edits []opt.Edit
}

// How long the registry and the hooks must have disagreed before the registry is believed. A hook may still
// be running, and knows more. The time is longer if a hook came last: then the registry may be late.
//
// With real models on a Mac (2.1.287 to 2.1.289), the registry followed the hook of Stop after 0.32 to 0.38
// s, with a scripted API on Linux (2.1.329) after 0.05 to 0.15 s. It followed keys after 0.04 to 0.12 s, and
// the hook of a prompt came up to 0.06 s after that.
const (
	registryTrust = 150 * time.Millisecond
	hookTrust     = 1500 * time.Millisecond
)

// restTimeout is how long the registry may list a session as busy after the hook of the end of its turn. Where
// eight turns ended at once on two processors, it took more than 1.5 s (2.1.330), and the pane worked again for a
// moment. A turn that the Stop hook of another plugin continues is shown after that time, or by its next hook.
const restTimeout = 5 * time.Second

// promptTimeout is how long the registry may list a session at rest as busy before the pane shows that, if hooks report
// its turns: the hook of a prompt comes within a second. Claude Code's own commands, such as /rename and /context, have
// none, and take up to a second: the session stays as it was, and parked.
const promptTimeout = 2 * time.Second

// queueTime is how soon after a turn Claude Code begins with the next prompt of its queue (0.1 s).
const queueTime = time.Second

// reportTimeout is how long Claude Code may take from the end of the last subagent in the background
// to the turn in which Claude gets the report. With real models it took up to two seconds, and the
// registry may list the session as idle meanwhile.
const reportTimeout = 3 * time.Second

// DialogOpens is how long the registry may take to list the dialog of a call as open. With ten sessions on
// two cores it was more than a second and a half late. A hook that waits for the answer waits that long for
// the registry, and corrects the pane when it sees the dialog closed.
const DialogOpens = 5 * time.Second

// clockSkew is how far in the future a time may be. A later time was written before the clock was set back,
// and is ignored.
const clockSkew = 2 * time.Second

// Reconcile compares what the hooks have set with the other evidence. No hook fires on Esc, on a denial, on
// an answered dialog, on kill -9; the registry of Claude Code shows all four within a tenth of a second.
// Reconcile returns the correction that a pane needs, nil if none. If it cannot judge yet, recheckAfter is
// the time after which to call it again.
func Reconcile(o opt.Options, w Witness, now time.Time) (c *Correction, recheckAfter time.Duration) {
	d := &comparison{options: o, now: now, lastHook: parseTime(o[opt.StateNS], now), afterStatusLine: w.Drawn}
	if w.Entry != nil {
		known := *w.Entry
		known.Changed, known.Updated = notLater(known.Changed, now), notLater(known.Updated, now)
		w.Entry = &known
	}
	d.removeEndedHooks(w.HooksEnded)
	switch {
	case w.GateEnded:
		d.correct("disconnected", Disconnected()...)
	case w.Died && o[opt.Agent] != "":
		d.clearEndedAgent()
	case w.WentOn != "":
		d.correct("moved", append(clearedPane(), opt.Set(opt.MovedID, opt.ID(w.WentOn)))...)
		d.since = d.now
	case w.Died:
		d.clearDied()
	case w.Entry == nil:
		d.endInterruptedTurn(w.Interrupted)
		d.beginWokenTurn(w.Woken)
	default:
		d.takeAgentsPlace(*w.Entry)
		d.correctSession(*w.Entry)
		d.correctJob(*w.Entry)
		d.correctTitle(*w.Entry)
		d.removeClosedDialog(*w.Entry)
		d.showNextDialog(*w.Entry)
		d.endTurnBesideSubagent(*w.Entry, w.Interrupted)
		d.correctState(d.withoutTeam(*w.Entry, w.Interrupted))
		d.takeSeen(w.Seen)
	}
	d.correctLimitSleep(w.AwaitsLimit)
	d.endOverdueSleep()
	d.correctStuck(w.Entry)
	if len(d.reasons) == 0 {
		return nil, d.recheckAfter
	}
	return d.correction(), d.recheckAfter
}

// parseTime parses a time written by [opt.Nanoseconds]. It returns the zero time for anything else, and for a time
// that is ignored: see clockSkew.
func parseTime(ns string, now time.Time) time.Time {
	n, err := strconv.ParseInt(ns, 10, 64)
	if err != nil {
		return time.Time{}
	}
	return notLater(time.Unix(0, n), now)
}

// notLater returns the zero time for one that is ignored: see clockSkew.
func notLater(at, now time.Time) time.Time {
	if at.Before(now.Add(clockSkew)) {
		return at
	}
	return time.Time{}
}

// comparison collects what is wrong with a pane.
type comparison struct {
	options         opt.Options
	now             time.Time
	lastHook        time.Time // when a hook has last reported a fact
	afterStatusLine bool      // see Witness

	isUnknownSession bool // the pane had no session: what was finished before need not be seen
	isSeen           bool // what the pane had to show was seen, and there is nothing new
	finished         bool // the session has finished its work, and no hook has reported that

	reasons      []string
	edits        []opt.Edit
	shownSince   time.Time     // since when a session that is new to the pane has its state; zero = none
	since        time.Time     // since when the state has been different; zero = it is not
	recheckAfter time.Duration // how long to wait before the next comparison; 0 = no need
}

func (d *comparison) correct(reason string, edits ...opt.Edit) {
	if !slices.Contains(d.reasons, reason) {
		d.reasons = append(d.reasons, reason)
	}
	d.edits = append(d.edits, edits...)
}

// correction makes every edit conditional on the time of the last hook being unchanged. That time itself is
// edited last, because the conditions read it.
func (d *comparison) correction() *Correction {
	reason := strings.Join(d.reasons, " ")
	edits := append(d.edits, opt.Set(opt.Corrected, reason))
	if d.finished {
		edits = append(edits, opt.Derive(d.now)...)
	} else { // hooks report what is finished
		edits = opt.Unfinished(d.now, nil, edits)
	}
	if !d.shownSince.IsZero() {
		edits = append(edits, opt.Set(opt.Since, opt.Seconds(d.shownSince)),
			opt.Set(opt.SinceNS, opt.Nanoseconds(d.shownSince)))
	}
	if d.isUnknownSession || d.isSeen {
		edits = append(append(edits, opt.MarkSeen()), opt.Reshow()...)
	}
	if !d.since.IsZero() {
		edits = append(edits, opt.Set(opt.StateNS, opt.Nanoseconds(d.since)))
	}
	unchanged := opt.Is(opt.StateNS, d.options[opt.StateNS])
	return &Correction{Why: reason, Edits: opt.OnlyWhere(unchanged, edits)}
}

// isBelieved reports whether the registry, changed at one time, overrules the last hook at the other. If it
// does not yet, the pane is compared again later.
func (d *comparison) isBelieved(registry, hook time.Time) bool {
	if registry.After(hook) {
		return d.isReached(registry.Add(registryTrust))
	}
	return d.isReached(hook.Add(hookTrust))
}

// isReached reports whether a time has passed. If not, the pane is compared again then.
func (d *comparison) isReached(at time.Time) bool {
	wait := at.Sub(d.now)
	if wait > 0 && (d.recheckAfter == 0 || wait < d.recheckAfter) {
		d.recheckAfter = wait
	}
	return wait <= 0
}

// lastHookFor returns the time of the last hook that matters for the difference. While a call for attention
// is open, or was just answered, the hooks of other agents go on, and would postpone the correction again
// and again. They do not change the state, so the last hook that did counts instead.
func (d *comparison) lastHookFor(shown, registryState opt.SessionState) time.Time {
	aboutCall := shown == opt.Attention || registryState == opt.Attention
	changed := parseTime(d.options[opt.SinceNS], d.now)
	switch {
	case !aboutCall, changed.IsZero(), callsForAttention(d.options[opt.LatestHookEvent]),
		d.lastHook.Before(changed):
		return d.lastHook
	}
	return changed
}

// callsForAttention reports whether an event, as [opt.LatestHookEvent] names it, calls for attention.
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
