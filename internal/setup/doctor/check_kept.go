package doctor

import (
	"fmt"
	"time"

	"atm/internal/cli"
)

// keptStale is how old the script of all sessions is when something is wrong: it is written every five minutes.
const keptStale = 15 * time.Minute

// checkKept looks for the script of all sessions that is kept for a reboot, where that is wanted.
func checkKept(f Facts) []Finding {
	if !f.Saving {
		return nil
	}
	age := cli.Age(f.Now, f.KeptAt)
	finding := Finding{
		Check:  "saving",
		Level:  Note,
		Reason: "a reboot that nobody announced would lose which session ran in which pane",
		Remedy: "the status job writes it while Claude Code runs; atm save --auto tells what is wrong; atm setup --no-save " +
			"wants none",
	}
	switch {
	case f.KeptErr != nil:
		finding.Message = "the script of all sessions: " + f.KeptErr.Error()
	case f.KeptAt.IsZero() && len(f.Processes) == 0:
		return ok("saving", "a script of all sessions is kept as soon as Claude Code runs")
	case f.KeptAt.IsZero():
		finding.Message = "no script of all sessions has been kept yet: " + f.Kept
	case f.Now.Sub(f.KeptAt) > keptStale && len(f.Processes) > 0:
		finding.Message = fmt.Sprintf("the script of all sessions is %s old: %s", age, f.Kept)
	default:
		return ok("saving", fmt.Sprintf("the script of all sessions is %s old: %s", age, f.Kept))
	}
	return []Finding{finding}
}
