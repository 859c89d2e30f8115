package docs

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
	"atm/internal/setup/tmuxconf"
	"atm/tmuxopt"
)

// themesDir names the directory in which the real themes are, each by its name: catppuccin,
// tokyo-night, dracula. Without it only what needs none of them is tested.
const themesDir = "ATM_TEST_THEMES"

// TestThemes reads what docs/themes.md recommends, and looks at the screen: everything is
// there once, and the theme's colours go on after an icon.
func TestThemes(t *testing.T) {
	t.Parallel()
	for name, text := range themes(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			plugins := os.Getenv(themesDir)
			if _, err := os.Stat(filepath.Join(plugins, name)); name != "powerline" && (plugins == "" || err != nil) {
				t.Skipf("%s has no %s", themesDir, name)
			}
			dir := tmuxtest.Dir(t)
			ours, conf := dir+"/atm.conf", dir+"/tmux.conf"
			text := strings.NewReplacer("~/.config/tmux/plugins", plugins, "~/.config/tmux/atm.conf", ours).Replace(text)
			// Else tmux would ask the terminal first, and draw the theme twice.
			text = "set -as terminal-features ',*:RGB'\n" + text
			for file, text := range map[string]string{ours: tmuxconf.Conf{Program: "/bin/true"}.Text(), conf: text} {
				if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			s := tmuxtest.StartWith(t, conf, "HOME="+dir)
			s.Tmux("rename-window", "work", ";", "set-option", "-g", "status-left", "")
			for option, value := range map[tmuxopt.Option]string{
				tmuxopt.SessionID: "x", tmuxopt.Title: "Fix the parser", tmuxopt.State: "attention",
				tmuxopt.Detail: "Permission: Bash", tmuxopt.ContextPct: "84",
			} {
				s.Tmux("set-option", "-pt", "%0", string(option), value)
			}
			screen := s.Attach()
			var cells tmuxtest.Screen
			screen.Until("counts, icon and border are drawn once", func() bool {
				cells = tmuxtest.Cells(screen.Tmux("capture-pane", "-e", "-p"))
				text := cells.Text()
				// "not ready" is what tmux draws of a theme's job until that has printed something.
				return !strings.Contains(text, "not ready") && strings.Count(text, "!1") == 1 && strings.Count(text,
					"work") == 1 &&
					strings.Count(text, "!") == 3 && strings.Contains(text, "! Fix the parser · Permission: Bash · 84 %")
			})
			if got := cells.Style("!1"); got != attention {
				t.Errorf("the counts have the style %q", got)
			}
			before := aroundIcon(cells)
			s.Tmux("set-option", "-g", tmuxopt.StyleOption, string(tmuxopt.Plain))
			screen.Until("icons have no colours, and around them all is as before", func() bool {
				cells = tmuxtest.Cells(screen.Tmux("capture-pane", "-e", "-p"))
				return cells.Style("!1") != attention && cmp.Equal(aroundIcon(cells), before)
			})
		})
	}
}

// attention is the style of what asks: red, as a background.
const attention = "7;31"

// aroundIcon returns the styles of the name of the window, and of what stands directly before
// and after its icon. What a theme's jobs draw between them comes and goes.
func aroundIcon(screen tmuxtest.Screen) []string {
	text := []rune(screen.Text())
	name := len([]rune(screen.Text()[:strings.Index(screen.Text(), "work")]))
	icon := name + slices.Index(text[name:], '!')
	return []string{screen[name].Style, screen[icon-1].Style, screen[icon+1].Style}
}

// themes returns the examples of docs/themes.md by the names of themes.
func themes(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("../../../docs/themes.md")
	if err != nil {
		t.Fatal(err)
	}
	examples := map[string]string{}
	for _, part := range strings.Split(string(text), "<!-- theme ")[1:] {
		name, rest, _ := strings.Cut(part, " -->\n```tmux\n")
		example, _, found := strings.Cut(rest, "```\n<!-- /theme -->")
		if !found {
			t.Fatalf("%s has no end", name)
		}
		examples[name] = example
	}
	if len(examples) < 4 {
		t.Fatalf("%d themes", len(examples))
	}
	return examples
}
