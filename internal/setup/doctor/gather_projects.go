package doctor

import (
	"encoding/json"
	"maps"
	"path/filepath"
	"slices"

	"atm/internal/setup/settings"
	"atm/tmuxopt"
)

// projects finds the directories whose settings switch all hooks off, or have a status
// line of their own, of those in which sessions run and of the current one. Claude Code
// reads them from the directory in which it was started.
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
		if file := g.statusLineFile(dir); file != "" {
			g.facts.StatusLines = append(g.facts.StatusLines, Project{File: file, Sessions: sessions[dir]})
		}
	}
}

// projectSettings lists where the settings of a directory may be. Those that are not
// shared win.
func projectSettings(dir string) []string {
	return []string{
		filepath.Join(dir, ".claude", "settings.local.json"),
		filepath.Join(dir, ".claude", "settings.json"),
	}
}

// statusLineFile returns the settings of a directory that have a status line which does
// not call atm, "" if Claude Code uses another one there.
func (g *gatherer) statusLineFile(dir string) string {
	for _, file := range projectSettings(dir) {
		text, err := readSmall(file)
		if err != nil || file == g.facts.SettingsFile {
			continue // there usually is none, and the user's own are no project's
		}
		facts, err := settings.Read(text)
		if err != nil || facts.Ignored {
			continue // Claude Code ignores what is no plain JSON
		}
		switch facts.StatusLine.Use {
		case settings.NoStatusLine, settings.MalformedStatusLine: // then it ignores all of the file
		case settings.ForeignStatusLine:
			return file
		default:
			return ""
		}
	}
	return ""
}

// disablingFile returns the settings of a directory that switch all hooks off, "" if
// they do not.
func disablingFile(dir string) string {
	for _, file := range projectSettings(dir) {
		text, err := readSmall(file)
		if err != nil {
			continue // there usually is none
		}
		var message struct {
			Disabled *bool `json:"disableAllHooks"`
		}
		if json.Unmarshal(text, &message) != nil || message.Disabled == nil {
			continue // Claude Code ignores what is no plain JSON
		}
		if *message.Disabled {
			return file
		}
		return ""
	}
	return ""
}
