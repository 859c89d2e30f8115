package doctor

import (
	"encoding/json"
	"path/filepath"
	"sort"
	"strings"

	"atm/internal/setup/install"
	"atm/internal/setup/settings"
)

// plugin reads the events and time-outs of the hooks that the installed plugin of atm has.
// Claude Code keeps a copy of a plugin, which stays as it is until somebody updates it. Where
// something is not as Claude Code 2.1.329 writes it, nothing is known of the hooks.
func (g *gatherer) plugin() {
	plugins := filepath.Join(filepath.Dir(g.facts.SettingsFile), "plugins")
	var installed struct {
		Plugins map[string][]struct{ Scope, InstallPath string }
	}
	if !readJSON(filepath.Join(plugins, "installed_plugins.json"), &installed) {
		return
	}
	var markets map[string]struct{ Source struct{ Source string } }
	readJSON(filepath.Join(plugins, "known_marketplaces.json"), &markets) // unknown ones are no directory
	for _, name := range g.facts.Settings.Plugins {
		_, market, _ := strings.Cut(name, "@")
		if !install.IsPlugin(name) || markets[market].Source.Source == "directory" {
			continue // a plugin in a directory is read there, and has no copy
		}
		for _, copied := range installed.Plugins[name] {
			if copied.Scope == "user" && filepath.IsAbs(copied.InstallPath) {
				g.facts.PluginHooks = append(g.facts.PluginHooks, pluginHooks(copied.InstallPath)...)
			}
		}
	}
}

// pluginHooks returns the hooks of the plugin in a directory, in the order of their events.
func pluginHooks(dir string) []settings.Found {
	var file struct {
		Hooks map[string][]struct {
			Hooks []struct{ Timeout int }
		}
	}
	readJSON(filepath.Join(dir, "hooks", "hooks.json"), &file) // one that cannot be read tells nothing
	var found []settings.Found
	for event, groups := range file.Hooks {
		for _, group := range groups {
			for _, hook := range group.Hooks {
				found = append(found, settings.Found{Event: event, Timeout: hook.Timeout})
			}
		}
	}
	sort.Slice(found, func(i, j int) bool { return found[i].Event < found[j].Event })
	return found
}

// readJSON reports whether a file holds JSON of the type of what is to hold its content.
func readJSON(path string, into any) bool {
	text, err := readSmall(path)
	return err == nil && json.Unmarshal(text, into) == nil
}
