package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"atm/internal/setup/install"
	setting "atm/internal/setup/settings"
)

// key is no key: the scripted API does not look at it, but the client wants one
// that a person has approved.
const key = "sk-ant-scripted-000000000000000000000000"

// home is a throw-away home directory with one trusted project, in which the
// client starts without any question.
type home struct {
	dir  string
	work string // the project
	log  string // of atm hook
}

func newHome(dir string, projects ...string) (home, error) {
	dir, err := filepath.EvalSymlinks(dir) // the client knows folders by their physical path
	h := home{dir, filepath.Join(dir, "src"), filepath.Join(dir, "hooks.log")}
	if err != nil {
		return h, err
	}
	for _, dir := range []string{h.claude(), h.work, filepath.Join(dir, "bin")} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return h, err
		}
	}
	trusted := object{"hasTrustDialogAccepted": true, "hasCompletedProjectOnboarding": true}
	trust := object{h.work: trusted}
	for _, name := range projects {
		project := filepath.Join(h.work, name)
		if err := os.MkdirAll(project, 0o700); err != nil {
			return h, err
		}
		trust[project] = trusted
	}
	return h, writeJSON(filepath.Join(dir, ".claude.json"), object{
		"hasCompletedOnboarding": true, "theme": "dark", "numStartups": 5,
		"customApiKeyResponses": object{"approved": []string{key[len(key)-20:]}, "rejected": []string{}},
		"projects":              trust,
	})
}

func (h home) claude() string { return filepath.Join(h.dir, ".claude") }

// atm is a name of atm by which the processes of this home can be told from those of others.
func (h home) atm() string { return filepath.Join(h.dir, "bin", "atm") }

// shownHome is the home that pictures and recordings show instead of the one of a test.
const shownHome = "/home/you"

// anonymous returns a screen with another home. What follows a path on its line stays where it is.
func (h home) anonymous(screen string) string {
	padding := strings.Repeat(" ", max(len(h.dir)-len(shownHome), 0))
	path := regexp.MustCompile(regexp.QuoteMeta(h.dir) + `([^\s\x1b]*)`)
	return path.ReplaceAllString(screen, shownHome+"${1}"+padding)
}

// anonymousJSON is the same for JSON, where it may also be a part of a name, with "-" for what
// Claude Code takes out of paths.
func (h home) anonymousJSON(text string) string {
	outside := regexp.MustCompile(`[^A-Za-z0-9]`)
	name := func(path string) string { return outside.ReplaceAllString(path, "-") }
	return strings.NewReplacer(h.dir, shownHome, name(h.dir), name(shownHome)).Replace(text)
}

// settings is what the settings of the client say.
type settings struct {
	hooks      bool   // atm is installed for all events that the client knows
	guard      bool   // atm guard as well
	statusLine string // the command; "" = none
}

// set writes the settings, as atm setup does. It must not name an event that the
// client does not know: that opens a warning at the start.
func (h home) set(to settings, version string) error {
	content := object{}
	if to.hooks {
		hooks, client := map[string][]object{}, install.Claude{Version: version}
		add := func(command, event, matcher string, timeout int) {
			hooks[event] = append(hooks[event], object{"matcher": matcher, "hooks": []object{{"type": "command",
				"command": h.atm(), "args": []string{command}, "timeout": timeout}}})
		}
		for _, e := range client.Events() {
			add("hook", e.Name, "", e.Timeout)
		}
		for _, e := range client.Guard("", setting.Facts{}).Events {
			if to.guard {
				add("guard", e.Name, e.Matcher, e.Timeout)
			}
		}
		content["hooks"] = hooks
	}
	if to.statusLine != "" {
		content["statusLine"] = object{"type": "command", "command": to.statusLine}
	}
	return writeJSON(filepath.Join(h.claude(), "settings.json"), content)
}

// env is all of the environment that a person in this home has.
func (h home) env(api string) []string {
	return []string{"HOME=" + h.dir, "ATM_DEBUG=" + h.log, "PATH=" + filepath.Join(h.dir, "bin") +
		":/usr/local/bin:/usr/bin:/bin",
		"PS1=$ ",
		"TERM=tmux-256color", "LANG=C.UTF-8", "SHELL=/bin/bash", "ANTHROPIC_BASE_URL=" + api,
		"ANTHROPIC_API_KEY=" + key,
		"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_TELEMETRY=1", "DISABLE_ERROR_REPORTING=1",
		"DISABLE_AUTOUPDATER=1", "TMUX_TMPDIR=" + h.dir}
}

func writeJSON(file string, v any) error {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o600)
}
