package doctor

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"atm/internal/cli"
)

// checkFollower reports whether a follower runs, the process that corrects panes after events without a
// hook, and whether a status line starts it again when it ends.
func checkFollower(f Facts) []Finding {
	t := f.Tmux
	if !t.Usable() || len(f.Screens) == 0 || !t.HasDrawn && !slices.ContainsFunc(f.Screens, Screen.drawsOurs) {
		return nil
	}
	screen := syncScreen(f.Screens)
	place := screen.Sync
	missing := place.gap(syncJob, screen.Session)
	again := gap{
		remedy: "atm setup writes it again; if that is no help, run it in a pane to see what it says", fix: FixTmux,
	}
	if t.Minimal { // setup writes into no line
		again = gap{remedy: "run it in a pane to see what it says"}
		if missing.fix == FixTmux {
			missing.remedy, missing.fix = "put "+syncJob.reference+" into "+place.Option, NoFix
		}
	}
	starts := place.Presence == Drawn
	stays := func(command string) bool { return strings.Contains(command, "--follow") }
	once := starts && !slices.ContainsFunc(place.Programs, stays)
	finding := Finding{
		Check:  "status job",
		Level:  Note,
		Reason: "Esc, a denial and a killed claude are seen only when you ask",
		Remedy: missing.remedy,
		Fix:    missing.fix,
	}
	switch {
	case t.Follower != 0 && place.Presence == Off:
		const message = "process %d corrects what no hook tells, at once; no status line has started it"
		return ok("status job", fmt.Sprintf(message, t.Follower))
	case t.Follower != 0 && !starts:
		const message = "process %d corrects the panes, but nothing starts it again when it ends: %s"
		finding.Message = fmt.Sprintf(message, t.Follower, missing.cause)
	case t.Follower != 0:
		return ok("status job", "corrects what no hook tells, at once")
	case once:
		return ok("status job", "corrects what no hook tells, once in each status-interval")
	case starts && len(screen.Clients) == 0:
		return ok("status job", "starts when a client is attached")
	case starts:
		commands := strings.Join(place.Programs, "; ")
		finding.Message = "atm sync --follow does not run, though a status line has it: " + commands
		finding.Remedy, finding.Fix = again.remedy, again.fix
	default:
		finding.Message = "atm sync --follow does not run: " + missing.cause
	}
	return []Finding{finding}
}

// syncScreen returns the screen to judge: preferably one whose status line has the job, then one that a
// client shows.
func syncScreen(screens []Screen) Screen {
	rank := func(s Screen) int {
		rank := min(len(s.Clients), 1)
		if s.Sync.Presence == Drawn {
			rank += 2
		}
		return rank
	}
	return slices.MaxFunc(screens, func(a, b Screen) int { return rank(a) - rank(b) })
}

// keptStale is the age of the kept script from which on something is wrong: it is written every five minutes.
const keptStale = 15 * time.Minute

// checkKept reports the age of the script that restores all sessions after a reboot, if atm keeps one.
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
