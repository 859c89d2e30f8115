package doctor

import (
	"errors"
	"os/exec"

	"atm/internal/setup/install"
)

// checkFzf looks for the program that shows the inbox. Not everybody wants it.
func checkFzf(f Facts) []Finding {
	finding := Finding{
		Check:  "fzf",
		Level:  Note,
		Reason: "without it atm pick is a picker of tmux, which neither filters as you type nor previews",
		Remedy: "install fzf " + install.OldestFzf + " or later; if you do not want it, leave it",
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
