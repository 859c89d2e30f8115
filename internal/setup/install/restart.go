package install

import (
	"os"
	"slices"

	"atm/internal/setup/tmuxconf"
)

// ReadByTmux lists the configurations of the user in the order in which the next server reads them.
func (w Where) ReadByTmux() []string {
	files, own := w.ownConfs()
	if !own {
		files = slices.DeleteFunc(w.usualConfs(), func(file string) bool { return !isRegular(file) })
	}
	return slices.CompactFunc(files, sameFile)
}

// ownConfs lists the configurations that the server has read. own says that one of them is not in its usual
// place, so tmux was told to read it by tmux -f.
func (w Where) ownConfs() (files []string, own bool) {
	if w.TmuxConf != "" {
		return []string{w.TmuxConf}, true
	}
	usual := w.usualConfs()
	for _, file := range w.readByServer() {
		if isRegular(file) {
			own = own || !slices.ContainsFunc(usual, func(name string) bool { return sameFile(name, file) })
			files = append(files, file)
		}
	}
	return files, own
}

func isRegular(file string) bool {
	info, err := os.Stat(file)
	return err == nil && info.Mode().IsRegular()
}

// Losses lists the lines after ours that take our parts away at the next start of tmux. A line that runs a program or
// reads a file may do anything: it is one of them if the running server has read our file, and has lost a part since.
func (w Where) Losses(server Server) []tmuxconf.Setter {
	var losses []tmuxconf.Setter
	for _, setter := range tmuxconf.Later(w.ReadByTmux(), os.ReadFile) { // an unsure one comes last
		if !setter.Unsure {
			losses = append(losses, setter)
			continue
		}
		for _, setter.Option = range tmuxconf.Lost(server.Options) {
			if !slices.ContainsFunc(losses, func(s tmuxconf.Setter) bool { return s.Option == setter.Option }) {
				losses = append(losses, setter)
			}
		}
	}
	return losses
}
