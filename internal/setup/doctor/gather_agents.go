package doctor

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"atm/internal/agents/dialect"
	"atm/internal/setup/install"
)

// agents looks at the other agents that are installed, or have hooks of atm.
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
