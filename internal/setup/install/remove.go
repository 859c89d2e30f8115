package install

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"atm/internal/setup/restore"
	"atm/internal/setup/settings"
	"atm/internal/setup/tmuxconf"
	"atm/internal/sys/edit"
)

// Removal is the plan of atm uninstall.
type Removal struct {
	Changes []Change
	Notes   []string // what cannot be removed

	files   []string // the paths that may have backups
	targets []string // the files that were read; several paths may lead to one file
}

// PlanRemoval finds everything of ours in the user's files.
func (o Options) PlanRemoval(server Server) (Removal, error) {
	var r Removal
	where := o.where(server)
	if !o.NoClaude {
		if err := r.planClaude(where); err != nil {
			return r, err
		}
	}
	if err := r.planAgents(where); err != nil {
		return r, err
	}
	if o.NoTmux {
		return r, nil
	}
	return r, errors.Join(r.planTmux(where), r.planKept(where))
}

// planKept removes the scripts that restore all sessions after a reboot.
func (r *Removal) planKept(where Where) error {
	home := where.Getenv("HOME")
	if home == "" {
		return nil
	}
	dir := restore.KeptDir(home)
	kept, err := fs.Glob(os.DirFS(dir), "*.sh")
	if err != nil {
		return err
	}
	for _, name := range kept {
		file, found, err := r.read(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		if found && restore.IsScript(file.Data) {
			r.Changes = append(r.Changes, Change{File: file, Ours: true, Dir: true})
		}
	}
	return nil
}

// Backups lists the backups of all files that were read. They stay.
func (r Removal) Backups() []string { return edit.Backups(r.files...) }

// read reads a file, and reports whether it exists and was not read before.
func (r *Removal) read(path string) (file edit.File, found bool, err error) {
	r.files = append(r.files, path)
	file, err = edit.Read(path)
	if err != nil || !file.Exists || slices.Contains(r.targets, file.Target) {
		return file, false, err
	}
	r.targets = append(r.targets, file.Target)
	return file, true, nil
}

// planClaude removes our hooks from all settings, and atm from the status lines.
func (r *Removal) planClaude(where Where) error {
	for _, path := range where.AllSettings() {
		isAlone := filepath.Base(filepath.Dir(path)) == ".claude"
		if err := r.planHooks(path, settings.Form{}, isAlone); err != nil {
			return err
		}
	}
	return nil
}

// planHooks removes what is ours from a file. isAlone says that its directory may be removed if it is then
// empty.
func (r *Removal) planHooks(path string, form settings.Form, isAlone bool) error {
	file, found, err := r.read(path)
	if err != nil || !found {
		return err
	}
	var copies [][]byte
	for _, backup := range edit.Backups(path) {
		if earlier, err := edit.Read(backup); err == nil {
			copies = append(copies, earlier.Data)
		}
	}
	text, err := form.Remove(file.Data, copies...)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	facts, _ := form.Read(text) // Remove has parsed it
	if facts.StatusLine.Calls > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("statusLine in %s calls atm statusline in a way of its own: "+
			"take that out by hand", path))
	}
	if HasPlugin(facts) {
		r.Notes = append(r.Notes, fmt.Sprintf("the plugin of atm for Claude Code, in %s, goes on calling atm hook: "+
			"claude plugin uninstall atm", path))
	}
	var mixed []string
	for _, hook := range facts.Mixed {
		mixed = append(mixed, hook.Event)
	}
	if len(mixed) > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("%s calls atm hook in a way of its own for %s: take that out by hand",
			path, strings.Join(mixed, ", ")))
	}
	r.Changes = append(r.Changes, Change{File: file, New: text, Dir: isAlone})
	return nil
}

// planTmux removes our line from all configurations of tmux, and our configuration files.
func (r *Removal) planTmux(where Where) error {
	var ourFiles []string
	standard := where.standardConf()
	if standard != "" {
		ourFiles = append(ourFiles, standard)
	}
	for _, path := range where.Confs() {
		file, found, err := r.read(path)
		if err != nil || !found { // such as /dev/null, which atm has not changed
			continue
		}
		if tmuxconf.HasPlugin(file.Data) {
			r.Notes = append(r.Notes, fmt.Sprintf("%s runs the plugin of atm, which draws again at the next start of "+
				"tmux: take that line (@plugin) out by hand", path))
		}
		if name := tmuxconf.LineFile(file.Data, where.Getenv("HOME")); name != "" {
			ourFiles = append(ourFiles, name)
			r.Changes = append(r.Changes, Change{File: file, New: tmuxconf.RemoveLine(file.Data)})
		}
	}
	for _, path := range ourFiles {
		file, found, err := r.read(path)
		if err != nil {
			return err
		}
		if found && bytes.HasPrefix(file.Data, []byte(tmuxconf.Header)) {
			r.Changes = append(r.Changes, Change{File: file, Ours: true, Dir: path == standard})
		}
	}
	return nil
}
