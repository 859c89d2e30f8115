// Package doctor judges an installation of atm: [Gather] finds out what there is,
// and changes nothing; [Examine] says what is wrong with it, why that matters and
// what to do. Examine is pure: every check can be tried on any illness without
// having it.
package doctor

import "slices"

// Level says how bad a finding is.
type Level string

// The levels.
const (
	OK     Level = "ok"
	Note   Level = "note"   // works, but not as well as it could
	Broken Level = "broken" // does not work
)

// Fix is a remedy that atm can apply itself, because it can be taken back.
type Fix string

// The fixes.
const (
	NoFix       Fix = ""
	FixSettings Fix = "claude" // have setup write the settings of Claude Code
	FixTmux     Fix = "tmux"   // have setup write the configuration of tmux, and load it
	FixAgents   Fix = "agents" // have setup write the hooks of other agents
	FixStale    Fix = "stale"  // clear the panes that show a session that never started
)

// Finding is what a check says. It is printed as JSON: fields are added, never
// changed.
type Finding struct {
	Check   string `json:"check"`
	Level   Level  `json:"level"`
	Message string `json:"says"`
	Reason  string `json:"reason,omitempty"` // why it matters
	Remedy  string `json:"remedy,omitempty"` // what to do
	Fix     Fix    `json:"fix,omitempty"`    // what doctor --fix would do
}

// Examine makes all checks.
func Examine(f Facts) []Finding {
	checks := []func(Facts) []Finding{
		checkProgram, checkTmux, checkTransport, checkAnswers, checkClaude,
		checkSettings, checkDisabled, checkProjects, checkHooks, checkStatusLine, checkStatusLines, checkRegistry,
		checkAgents, checkFzf,
		checkKept, checkConfiguration, checkDrawing, checkFollower, checkFocus, checkPane, checkNested,
		checkUTF8, checkIcons, checkOptions, checkHidden, checkArrival, checkStale, checkFailures,
	}
	var findings []Finding
	for _, check := range checks {
		findings = append(findings, check(f)...)
	}
	return findings
}

// AnyBroken reports whether anything is broken.
func AnyBroken(findings []Finding) bool {
	return slices.ContainsFunc(findings, func(f Finding) bool { return f.Level == Broken })
}

// ok is the finding of a check that has found nothing wrong.
func ok(check, message string) []Finding {
	return []Finding{{Check: check, Level: OK, Message: message}}
}
