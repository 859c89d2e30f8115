package doctor

import (
	"errors"
	"fmt"
	"os/exec"
	"slices"

	"atm/internal/setup/install"
	"atm/internal/tmux"
)

func checkTmux(f Facts) []Finding {
	t := f.Tmux
	finding := Finding{Check: "tmux", Level: Broken, Reason: "atm keeps everything in a tmux server"}
	switch {
	case t.ProgramErr != nil && t.Program != "tmux":
		finding.Message = fmt.Sprintf("ATM_TMUX is %s, which cannot be run: %v", t.Program, t.ProgramErr)
		finding.Remedy = "correct ATM_TMUX, or unset it"
	case t.ProgramErr != nil:
		finding.Message = "there is no tmux on PATH"
		finding.Remedy = "install tmux " + install.OldestTmux + " or later"
	case install.TmuxTooOld(t.Version):
		finding.Message = "tmux " + t.Version + " is too old"
		finding.Reason = "before 3.2 it works out formats in the wrong pane: the hook stays silent there"
		finding.Remedy = "install tmux " + install.OldestTmux + " or later"
	case t.Version == "":
		return nil // Failures says why
	case !t.Runs:
		finding.Level = Note
		finding.Message = "tmux " + t.Version + ", but no server runs"
		finding.Reason = "nothing can be seen of panes and of what is drawn"
		finding.Remedy = "start tmux and run atm doctor inside"
	case t.OtherProgram != "":
		finding.Level = Note
		finding.Message = "the server is tmux " + t.Version + ", and " + t.Program + " is " + t.OtherProgram
		finding.Reason = "atm reaches the server, but that program may say \"server exited unexpectedly\", also in " +
			"bindings and scripts, and where atm setup looks whether a key is free"
		finding.Remedy = "restart the server when you can: atm save keeps what runs in it"
	default:
		return ok("tmux", "tmux "+t.Version)
	}
	return []Finding{finding}
}

// checkTransport reports how atm reached the server.
func checkTransport(f Facts) []Finding {
	requested := f.Tmux.RequestedTransport
	finding := Finding{Check: "transport", Level: Note}
	switch {
	case !f.Tmux.Runs:
		return nil
	case !slices.Contains([]string{"", string(tmux.Native), string(tmux.Exec)}, requested):
		finding.Message = "ATM_TRANSPORT is " + requested + ", which is none"
		finding.Reason = "the fastest one that works is taken"
		finding.Remedy = "ATM_TRANSPORT=native or exec, or unset it"
	case f.Tmux.Surprise != "":
		finding.Message = "exec, because of a surprise: " + f.Tmux.Surprise
		finding.Reason = "each hook starts a tmux, which takes twice as long"
		finding.Remedy = "restart the tmux server if the program was upgraded under it"
	case requested != "":
		return ok("transport", requested+", as ATM_TRANSPORT says")
	default:
		return ok("transport", string(f.Tmux.Transport))
	}
	return []Finding{finding}
}

// checkFzf reports whether there is a usable fzf, which shows the inbox. It is optional.
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
