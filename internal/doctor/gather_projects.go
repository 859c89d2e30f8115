package doctor

import (
	"encoding/json"
	"maps"
	"path/filepath"
	"slices"

	"atm/tmuxopt"
)

// projects finds the directories whose settings switch all hooks off, of those in
// which sessions run and of the current one. Claude Code reads them from the
// directory in which it was started.
func (g *gatherer) projects() {
	sessions := map[string]int{} // by directory
	for _, pane := range g.facts.Panes {
		dir := tmuxopt.Path(pane.Options[tmuxopt.SessionDir])
		process, runs := g.facts.Processes[pane.ID]
		if dir == "" && runs {
			dir = process.Cwd
		}
		if filepath.IsAbs(dir) && (runs || pane.Options[tmuxopt.State] != "") {
			sessions[dir]++
		}
	}
	if _, known := sessions[g.Dir]; !known && g.Dir != "" {
		sessions[g.Dir] = 0
	}
	for _, dir := range slices.Sorted(maps.Keys(sessions)) {
		if file := disablingFile(dir); file != "" {
			g.facts.Projects = append(g.facts.Projects, Project{File: file, Sessions: sessions[dir]})
		}
	}
}

// disablingFile returns the settings of a directory that switch all hooks off, "" if
// they do not. Those that are not shared win.
func disablingFile(dir string) string {
	for _, name := range []string{"settings.local.json", "settings.json"} {
		file := filepath.Join(dir, ".claude", name)
		text, err := readSmall(file)
		if err != nil {
			continue // there usually is none
		}
		var says struct {
			Disabled *bool `json:"disableAllHooks"`
		}
		if json.Unmarshal(text, &says) != nil || says.Disabled == nil {
			continue // Claude Code ignores what is no plain JSON
		}
		if *says.Disabled {
			return file
		}
		return ""
	}
	return ""
}
