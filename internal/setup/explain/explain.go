// Package explain says what a pane shows and why: what hooks and the registry of Claude Code reported, what
// was corrected, and what to do if hooks do not arrive. The wording is for people and may change.
package explain

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"atm/hookmap"
	"atm/internal/claude/claudehome"
	"atm/internal/hooks/guard/decision"
	"atm/internal/session/fleet"
	"atm/internal/session/truth"
	"atm/internal/setup/doctor"
	"atm/internal/setup/install"
	"atm/internal/sys/proc"
	"atm/internal/tmux"
	"atm/internal/tmux/draw"
	"atm/tmuxopt"
)

// Explanation is what atm explain --json prints. Fields are added, never changed.
type Explanation struct {
	Version   int               `json:"version" option:"-" help:"of this format: 1"`
	Pane      string            `json:"pane" help:"\"%3\""`
	Where     string            `json:"where" help:"\"main:1.0\""`
	Agent     string            `json:"agent,omitempty" help:"the program that reports its state, if it is not Claude Code"`
	State     string            `json:"state" help:"'' = no session runs"`
	Detail    string            `json:"detail,omitempty" help:"why it is in that state"`
	Since     int64             `json:"since,omitempty" help:"Unix seconds of the last change of the state"`
	Wake      int64             `json:"wake,omitempty" help:"Unix seconds of when it goes on by itself"`
	Event     string            `json:"event,omitempty" option:"latest_hook_event" help:"the last hook event"`
	EventAt   int64             `json:"event_at,omitempty" option:"latest_hook_time" help:"its time, Unix seconds"`
	Facts     map[string]string `json:"facts,omitempty" help:"the options that the state follows from"`
	Hidden    bool              `json:"hidden,omitempty" help:"the server's processes cannot be seen"`
	Gate      string            `json:"gate,omitempty" help:"of a session elsewhere: the option"`
	Host      string            `json:"host,omitempty" help:"of such a session: where it runs"`
	Registry  *registryEntry    `json:"registry,omitempty" help:"what Claude Code's registry says"`
	Corrected string            `json:"corrected,omitempty" option:"-" help:"the last correction"`
	Process   *processStatus    `json:"process,omitempty" help:"the program of the session"`
	Hooks     string            `json:"hooks" help:"whether hooks arrive"`
	Advice    []string          `json:"advice,omitempty" help:"what to do if they do not"`
	NeedsYou  bool              `json:"needs_you" help:"as in atm ls --json, like all that follows"`

	GuardRules []guardRule `json:"guard_rules,omitempty" help:"the rules of atm guard that are set for the pane"`

	needsYouReason   string     // why it needs you while idle or failed, or when it goes on by itself
	isCorrectedSince bool       // the correction was the last change of the state
	styled           draw.Style // of its state

	fleet.Meter // null and "" = not known, as in atm ls --json
	fleet.Words
	fleet.Work
}

// Values of [Explanation.Hooks].
const (
	hooksArrive   = "arrive"
	hooksNone     = "none"
	hooksNotSince = "none since claude started"
	hooksNotYet   = "none since the pane shows the session in the background"
	hooksUnshown  = "no pane shows the session"
	hooksDisabled = "disabled"
)

type registryEntry struct {
	PID        int    `json:"pid" help:"process id"`
	SessionID  string `json:"session_id" help:"the full id"`
	Status     string `json:"status" help:"busy, idle, waiting …"`
	WaitingFor string `json:"waiting_for,omitempty" help:"what it waits for"`
	Changed    int64  `json:"changed" help:"Unix seconds of the last change of the status, 0 = unknown"`
	Version    string `json:"client" help:"the version of Claude Code"`
}

type processStatus struct {
	PID  int  `json:"pid" help:"process id, according to the pane"`
	Runs bool `json:"runs" help:"whether it runs"`
}

// Pane explains a pane of a report. It reads the settings that may switch off its hooks.
func Pane(p tmux.Pane, r truth.Report, now time.Time, getenv func(string) string) Explanation {
	o := p.Options
	e := Explanation{
		Version:   1,
		Pane:      p.ID,
		Where:     p.Where(),
		Facts:     map[string]string{},
		Hidden:    r.Hidden,
		Corrected: lastCorrection(o),
	}
	tmuxopt.Read(&e, o)
	// A hook that changes the state sets SinceNS and StateNS to the same time, and each hook sets EventAt. A
	// correction sets StateNS to the time at which the registry changed, which is before SinceNS.
	isLast := o[tmuxopt.SinceNS] > o[tmuxopt.StateNS] && e.Since >= e.EventAt && e.Since > 0
	e.isCorrectedSince = isLast && hookmap.CorrectsState(o[tmuxopt.Corrected])
	e.Work = fleet.NewWork(o)
	e.addMeter(p, now)
	for _, f := range tmuxopt.Schema() {
		if v := o[f.Option]; f.Group == tmuxopt.Facts && v != "" {
			e.Facts[f.Option.Name()] = strings.TrimSpace(v)
		}
	}
	if pid, err := strconv.Atoi(o[tmuxopt.PID]); err == nil && !r.Hidden {
		e.Process = &processStatus{PID: pid, Runs: proc.Is(pid, "")}
	}
	process, registered := r.Processes[p.ID]
	if registered {
		e.Registry = &registryEntry{
			PID:       process.PID,
			SessionID: process.SessionID,
			Status:    process.Status,
			Changed:   max(0, process.StatusUpdatedAt.Unix()), // of no time it is negative
			Version:   process.Version,
		}
		if process.Status == claudehome.StatusWaiting {
			e.Registry.WaitingFor = process.WaitingFor
		}
	}
	e.Hooks = e.hooks(process.StartedAt, registered && process.Job == "")
	switch {
	case !p.Exists():
		e.Hooks = hooksUnshown
	case process.Job != "" && e.Event == "":
		e.Hooks = hooksNotYet
	}
	dir := ""
	if registered || e.State != "" {
		dir = cmp.Or(tmuxopt.Path(o[tmuxopt.SessionDir]), process.Cwd)
	}
	disabling := e.disablingFile(dir, getenv)
	if disabling != "" { // hooks may have arrived before
		e.Hooks = hooksDisabled
	}
	e.Advice = e.advice(registered, o.Unseen())
	if disabling != "" {
		e.Advice = append(e.Advice, "disableAllHooks is true in "+tmuxopt.Text(disabling)+
			": until it is taken out no hook runs, and what is shown comes from Claude Code's registry alone")
	}
	return e
}

// disablingFile returns the settings file of the user, or of the session's directory, that switches off all
// hooks; "" if none does, or if others report the state.
func (e Explanation) disablingFile(dir string, getenv func(string) string) string {
	if e.Agent != "" || e.Gate != "" {
		return ""
	}
	file, err := install.Where{Getenv: getenv}.SettingsFile() // atm doctor reports an error
	if err == nil && file.Facts.Disabled {
		return file.Path
	}
	return doctor.DisablingFile(dir, file.Path)
}

// lastCorrection returns the last correction if it explains the state. If the session has ended, that is only
// a correction which has ended it.
func lastCorrection(o tmuxopt.Options) string {
	words := strings.Fields(o[tmuxopt.Corrected])
	endings := []string{"died", "disconnected", "failed", "gone"}
	ending := slices.ContainsFunc(words, func(word string) bool { return slices.Contains(endings, word) })
	if o[tmuxopt.State] == "" && !ending {
		return ""
	}
	return o[tmuxopt.Corrected]
}

// hooks says whether the hooks of the pane's claude arrive. started is the start of the registered one.
func (e Explanation) hooks(started time.Time, registered bool) string {
	switch {
	case e.Event == "":
		return hooksNone
	case registered && e.EventAt < started.Add(-doctor.ArrivalTolerance).Unix():
		return hooksNotSince
	default:
		return hooksArrive
	}
}

// advice lists what to do. The last state of another program stays until somebody has seen it.
func (e Explanation) advice(registered, unseen bool) []string {
	var advice []string
	switch {
	case e.State == string(tmuxopt.Starting):
		advice = append(advice, "cld has started claude here, which has told nothing yet: "+
			"it may be asking whether you trust the folder")
	case e.State == "" && e.Corrected == "failed":
		advice = append(advice, "claude ended before its first hook: start it again, and read what it says")
	case e.Event == "" && !registered:
		advice = append(advice, "no session has been seen in this pane: "+
			"start claude in it, and trust the folder when asked")
	}
	if registered && (e.Hooks == hooksNone || e.Hooks == hooksNotSince) {
		advice = append(advice,
			"Claude Code runs here, but its hooks do not arrive: it takes up new ones by itself; "+
				"/hooks in it lists what it has read",
			"to see each call, start it as ATM_DEBUG=/tmp/atm.log claude, and read that file")
	}
	switch {
	case e.Process == nil || e.Process.Runs || e.State == "":
	case e.Agent != "" && unseen:
		advice = append(advice, "the process has ended: its last state stays until somebody has seen it")
	default:
		advice = append(advice, "the process has ended without a word: atm sync clears the pane")
	}
	if e.Hidden {
		advice = append(advice, truth.NoProcesses)
	}
	return advice
}

// guardRule is a rule of atm guard that is set for a pane.
type guardRule struct {
	Name  string `json:"name"`
	Rule  string `json:"rule"`
	Error string `json:"error,omitempty"` // why it is not used
}

// AddGuard adds the rules of the guard, whether Claude Code calls it or not.
func (e *Explanation) AddGuard(ctx context.Context, server tmux.Server, pane string) error {
	values, err := server.UserOptions(ctx, pane, tmuxopt.GuardRulePrefix)
	_, broken := decision.ParseRules(values)
	for _, option := range slices.Sorted(maps.Keys(values)) {
		name := strings.TrimPrefix(option, tmuxopt.GuardRulePrefix)
		rule := guardRule{Name: name, Rule: tmuxopt.Text(values[option])}
		if err := broken[name]; err != nil {
			rule.Error = tmuxopt.Text(err.Error())
			e.Advice = append(e.Advice, fmt.Sprintf("the rule %s of the guard is not used: %s", name, rule.Error))
		}
		e.GuardRules = append(e.GuardRules, rule)
	}
	return err
}
