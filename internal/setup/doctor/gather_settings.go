package doctor

import (
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
		foreignLine := func(f settings.Facts) (yes, overruled bool) {
			use := f.StatusLine.Use
			return use == settings.ForeignStatusLine, use == settings.OurStatusLine || use == settings.MixedStatusLine
		}
		if file := DisablingFile(dir, g.facts.SettingsFile); file != "" {
			g.facts.Projects = append(g.facts.Projects, Project{File: file, Sessions: sessions[dir]})
		}
		if file := projectFile(dir, g.facts.SettingsFile, foreignLine); file != "" {
			g.facts.StatusLines = append(g.facts.StatusLines, Project{File: file, Sessions: sessions[dir]})
		}
	}
}

// DisablingFile returns the settings file of a directory that switches off all hooks there, "" if none does.
// settingsFile is the user's own, which does not count.
func DisablingFile(dir, settingsFile string) string {
	if !filepath.IsAbs(dir) {
		return ""
	}
	return projectFile(dir, settingsFile, func(f settings.Facts) (yes, overruled bool) { return f.Disabled, f.Enabled })
}

// projectFile returns the settings file of a directory of which something is true, unless the file that is not shared,
// which wins, overrules it; "" if there is none.
func projectFile(dir, settingsFile string, is func(settings.Facts) (yes, overruled bool)) string {
	for _, name := range []string{"settings.local.json", "settings.json"} {
		file := filepath.Join(dir, ".claude", name)
		text, err := readSmall(file)
		if err != nil || file == settingsFile {
			continue // most directories have none, and in HOME it is the user's own file
		}
		facts, err := settings.Read(text)
		if err != nil || facts.Ignored {
			continue // Claude Code ignores a file that is not plain JSON
		}
		if yes, overruled := is(facts); yes {
			return file
		} else if overruled {
			return ""
		}
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
		if !isInstalled && !file.Facts.CallsHook() {
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
