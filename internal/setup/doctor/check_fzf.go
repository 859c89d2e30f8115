package doctor

import (
	"errors"
	"os/exec"

	"atm/internal/setup/install"
)

// checkFzf looks for the program that shows the inbox. Not everybody wants it.
func checkFzf(f Facts) []Finding {
	finding := Finding{
		Check: "fzf",
		Level: Note,
		Reason: "without it prefix A is a picker of tmux: no search as you type, no answers by a key, and no request " +
			"in the preview",
		Remedy: "install fzf " + install.OldestFzf + " or later by your package manager, or, where that has an older one, " +
			install.FzfInstallLine + "; if you do not want it, leave it",
	}
	switch {
	case errors.Is(f.FzfErr, exec.ErrNotFound):
		finding.Message = "fzf is not on PATH"
	case f.FzfErr != nil:
		finding.Message = "the version of fzf is not known: " + f.FzfErr.Error()
	case install.FzfTooOld(f.Fzf):
		finding.Message = "fzf " + f.Fzf + " is too old for the inbox"
	default:
		return ok("fzf", f.Fzf)
	}
	return []Finding{finding}
}
