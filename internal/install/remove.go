package install

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"

	"atm/internal/edit"
	"atm/internal/settings"
	"atm/internal/tmuxconf"
)

// ClaudeRemovals returns the changes that take our hooks out of all settings.
func (w Where) ClaudeRemovals() ([]Change, error) {
	var changes []Change
	for _, path := range w.AllSettings() {
		file, err := edit.Read(path)
		if err != nil {
			return nil, err
		}
		if !file.Exists {
			continue
		}
		text, err := settings.Remove(file.Data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		changes = append(changes, Change{File: file, New: text, Dir: filepath.Base(filepath.Dir(path)) == ".claude"})
	}
	return changes, nil
}

// TmuxRemovals returns the changes that take our line out of all configurations
// of tmux, and our files away.
func (w Where) TmuxRemovals() ([]Change, error) {
	var changes []Change
	var ours []string
	standard := w.standard()
	if w.TmuxConf == "" && standard != "" {
		ours = append(ours, standard)
	}
	var targets []string // the same file may be there under two names
	for _, path := range w.confs() {
		file, err := edit.Read(path)
		if err != nil || !file.Exists || slices.Contains(targets, file.Target) {
			continue // /dev/null is no configuration that we have changed
		}
		targets = append(targets, file.Target)
		if name := tmuxconf.LineFile(file.Data, w.Getenv("HOME")); name != "" {
			ours = append(ours, name)
			changes = append(changes, Change{File: file, New: tmuxconf.RemoveLine(file.Data)})
		}
	}
	slices.Sort(ours)
	for _, path := range slices.Compact(ours) {
		file, err := edit.Read(path)
		if err != nil {
			return nil, err
		}
		if file.Exists && bytes.HasPrefix(file.Data, []byte(tmuxconf.Header)) {
			changes = append(changes, Change{File: file, Ours: true, Dir: path == standard})
		}
	}
	return changes, nil
}
