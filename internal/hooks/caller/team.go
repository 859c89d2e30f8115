package caller

import (
	"cmp"
	"slices"

	"atm/hookmap"
	"atm/internal/sys/proc"
)

// Teammate returns what our Claude Code is in a team, as its arguments tell: it has no entry in the registry.
// It looks at a process: see [Within].
func (c Caller) Teammate() hookmap.Teammate {
	args := proc.Args(c.PID())
	flagValue := func(flag string) string {
		if i := slices.Index(args, flag); i >= 0 && i+1 < len(args) {
			return args[i+1]
		}
		return ""
	}
	switch {
	case slices.Contains(args, "--fork-session"):
		return hookmap.Teammate{Fork: cmp.Or(flagValue("--resume"), flagValue("-r"))}
	case flagValue("--agent-id") == "":
		return hookmap.Teammate{}
	}
	return hookmap.Teammate{Name: flagValue("--agent-name"), Lead: flagValue("--parent-session-id")}
}
