package explain

import (
	"fmt"
	"strings"
	"time"

	"atm/hookmap"
	"atm/internal/cli"
	"atm/internal/session/fleet"
	"atm/internal/sys/proc"
	"atm/internal/tmux"
	"atm/internal/tmux/draw"
	"atm/tmuxopt"
)

// Text returns the explanation in words.
func (e Explanation) Text(p cli.Sheet, now time.Time) string {
	var b strings.Builder
	row := func(name, format string, args ...any) { b.WriteString(p.Row(name, fmt.Sprintf(format, args...))) }
	state := e.State
	if state == "" {
		state = "no session runs"
	}
	detail, age := cli.After(", ", tmuxopt.Text(e.Detail)), cli.After(" for ", cli.Ago(now, e.Since))
	reason := cli.After(": ", e.needsYouReason)
	state = p.PaintIn(e.styled, state)
	fmt.Fprintf(&b, "%s at %s: %s%s%s%s\n", e.Pane, tmuxopt.Text(e.Where), state, detail, age, reason)
	if e.Agent != "" {
		row("agent", "%s reports its state", tmuxopt.Text(e.Agent))
	}
	if e.Event != "" {
		row("last event", "%s, %s ago", tmuxopt.Text(e.Event), cli.Ago(now, e.EventAt))
	}
	for _, f := range tmuxopt.Schema() {
		isPast := f.Option == tmuxopt.Reason && e.State != string(tmuxopt.Attention)
		if v := e.Facts[f.Option.Name()]; v != "" && !isPast {
			row(f.Option.Name(), "%s", tmuxopt.Text(v))
		}
	}
	known := func(name, text string) {
		if text != "" {
			row(name, "%s", text)
		}
	}
	known("context", e.ContextInWords())
	known("cost", fleet.Session{Meter: e.Meter}.Cost())
	known("limits", e.LimitsInWords(now))
	known("effort", e.Work.InWords())
	known("tasks", e.Progress())
	known("thinking", e.EffortLevel)
	known("branch", e.Branch)
	known("prompt", e.Prompt)
	known("request", e.Request)
	known("said", e.Said)
	known("intent", string(e.Intent))
	switch r := e.Registry; {
	case e.Gate != "":
		row("elsewhere", "on %s, as atm gate (process %d) tells", tmuxopt.Text(e.Host), proc.ID(e.Gate).PID())
	case r != nil && r.Version == "":
		row("registry", "process %d shows a session in the background, and nobody can tell which", r.PID)
	case r != nil && r.Status == "":
		row("registry", "process %d (Claude Code %s), which has just been started", r.PID, tmuxopt.Text(r.Version))
	case r != nil:
		version, status := tmuxopt.Text(r.Version), tmuxopt.Text(r.Status)
		if status == hookmap.StatusShell {
			status += " (idle, and a command runs in the background)"
		}
		claimed := status + cli.After(": ", tmuxopt.Text(r.WaitingFor)) + cli.After(", for ", cli.Ago(now, r.Changed))
		row("registry", "process %d (Claude Code %s) says %s", r.PID, version, claimed)
	default:
		row("registry", "no process of this pane")
	}
	if e.Corrected != "" {
		at := " (the last correction; hooks may have fired since)"
		if e.isCorrectedSince {
			at = ", at " + time.Unix(e.Since, 0).Format(time.TimeOnly) + ", " + cli.Ago(now, e.Since) + " ago"
		}
		row("corrected", "%s%s", hookmap.CorrectionInWords(e.Corrected), at)
	}
	if p := e.Process; p != nil {
		verb := "has ended"
		switch {
		case proc.Suspended(p.PID):
			verb = "is suspended: fg in the pane continues it"
		case p.Runs:
			verb = "runs"
		}
		row("process", "%d %s", p.PID, verb)
	}
	if e.Agent == "" {
		row("hooks", "%s", e.Hooks)
	}
	for _, rule := range e.GuardRules {
		row("rule "+rule.Name, "%s", rule.Rule)
	}
	for _, advice := range e.Advice {
		fmt.Fprintf(&b, "%s %s\n", p.Paint(draw.Notable, "hint:"), advice)
	}
	return b.String()
}

// addMeter adds the numbers and the words of the pane's session, and why it needs you.
func (e *Explanation) addMeter(p tmux.Pane, now time.Time) {
	sessions := fleet.List([]tmux.Pane{p}, now)
	fleet.WorkOutContext(sessions)
	for _, session := range sessions {
		e.Meter, e.Words, e.NeedsYou = session.Meter, session.Words, session.NeedsYou()
		e.styled = session.Style().Within(session.RowStyle())
		switch {
		case session.Asks():
			e.needsYouReason = "it asks you something"
		case session.Unseen:
			e.needsYouReason = "you have not looked since"
		case !session.Wake.IsZero():
			e.needsYouReason = "it goes on by itself in " + cli.Age(session.Wake, now)
		}
	}
}
