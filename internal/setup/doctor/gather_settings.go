package doctor

import (
	"encoding/json"
	"maps"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"atm/internal/agents/dialect"
	"atm/internal/setup/install"
	"atm/internal/setup/settings"
	"atm/tmuxopt"
)

// projects finds the directories whose settings switch all hooks off, or have a status line of their own. It
// searches the directories of all sessions and the current one: Claude Code reads the settings in the
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
		if file := g.statusLineFile(dir); file != "" {
			g.facts.StatusLines = append(g.facts.StatusLines, Project{File: file, Sessions: sessions[dir]})
		}
	}
}

// projectSettings lists the settings files of a directory. The first one, which is not shared, wins.
func projectSettings(dir string) []string {
	return []string{
		filepath.Join(dir, ".claude", "settings.local.json"),
		filepath.Join(dir, ".claude", "settings.json"),
	}
}

// statusLineFile returns the settings file whose status line Claude Code uses in a directory, if that does
// not call atm, else "".
func (g *gatherer) statusLineFile(dir string) string {
	for _, file := range projectSettings(dir) {
		text, err := readSmall(file)
		if err != nil || file == g.facts.SettingsFile {
			continue // most directories have none, and in HOME it is the user's own file
		}
		facts, err := settings.Read(text)
		if err != nil || facts.Ignored {
			continue // Claude Code ignores a file that is not plain JSON
		}
		switch facts.StatusLine.Use {
		case settings.NoStatusLine, settings.MalformedStatusLine: // Claude Code ignores a malformed file
		case settings.ForeignStatusLine:
			return file
		default:
			return ""
		}
	}
	return ""
}

// disablingFile returns the settings file that switches all hooks off in a directory, "" if none does.
func disablingFile(dir string) string {
	for _, file := range projectSettings(dir) {
		var message struct {
			Disabled *bool `json:"disableAllHooks"`
		}
		if !readJSON(file, &message) || message.Disabled == nil {
			continue // Claude Code, too, ignores a file that is not plain JSON
		}
		if *message.Disabled {
			return file
		}
		break
	}
	return ""
}

// agents finds the other agents that are installed, or have hooks of atm.
func (g *gatherer) agents(where install.Where) {
	for _, agent := range dialect.Agents() {
		file, err := where.AgentFile(agent)
		isInstalled := slices.ContainsFunc(agent.Programs, func(program string) bool {
			_, err := exec.LookPath(program)
			return err == nil
		})
		if !isInstalled && len(file.Facts.Hooks) == 0 {
			continue
		}
		found := Agent{
			Agent: agent, File: file.Path, Err: err, Facts: file.Facts,
			Wanted: install.AgentHook(agent, g.facts.Program),
		}
		for _, hook := range file.Facts.Hooks {
			g.runnable(hook.Program)
		}
		if agent.Settings.Config != "" {
			text, _ := readSmall(filepath.Join(filepath.Dir(file.Path), agent.Settings.Config)) // it may not be there
			found.readConfig(string(text))
		}
		g.facts.Agents = append(g.facts.Agents, found)
	}
}

// readConfig reads what the agent's other file says about hooks.
func (a *Agent) readConfig(text string) {
	if pattern := a.Settings.NoSharedServer; pattern != "" {
		a.SharesServer = !regexp.MustCompile(pattern).MatchString(text)
	}
	for _, hook := range a.Facts.Hooks {
		if a.Settings.Trust != nil && !strings.Contains(text, a.Settings.Trust(a.File, hook.Event)) {
			a.Untrusted = append(a.Untrusted, hook.Event)
		}
	}
}

// readJSON decodes a small file into a value, and reports whether that worked.
func readJSON(path string, into any) bool {
	text, err := readSmall(path)
	return err == nil && json.Unmarshal(text, into) == nil
}
