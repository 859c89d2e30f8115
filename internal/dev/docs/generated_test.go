package docs

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"atm/hookmap"
	"atm/internal/agents/dialect"
	"atm/internal/setup/install"
	"atm/internal/tmux/draw"
	"atm/tmuxopt"
)

var update = flag.Bool("update", false, "rewrite what is generated in the documents")

// TestGenerated keeps the parts of the documents that are generated equal to the code.
func TestGenerated(t *testing.T) {
	t.Parallel()
	for _, part := range []struct {
		name string // of the marker around it
		file string
		text string
	}{
		{name: "contract", file: contract, text: contractTable()},
		{name: "settings", file: installation, text: settingsExample()},
		{name: "options", file: options, text: optionTable()},
		{name: "icons", file: options, text: iconTable()},
		{name: "agents", file: agents, text: agentTable()},
	} {
		text := document(t, part.file)
		begin, end := "<!-- "+part.name+" -->\n", "<!-- /"+part.name+" -->"
		before, rest, found := strings.Cut(text, begin)
		_, after, closed := strings.Cut(rest, end)
		if !found || !closed {
			t.Fatalf("no part %s in %s", part.name, part.file)
		}
		want := before + begin + part.text + end + after
		if *update {
			if err := os.WriteFile(filepath.Join(root, part.file), []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if diff := gocmp.Diff(want, text); diff != "" {
			t.Errorf("%s: scripts/docs brings it up to date (-want +got):\n%s", part.file, diff)
		}
	}
}

func contractTable() string {
	var b strings.Builder
	b.WriteString("| option | | value |\n| --- | --- | --- |\n")
	for _, f := range tmuxopt.Schema() {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", f.Option, strings.ToLower(string(f.Group)), f.Doc)
	}
	return b.String()
}

func optionTable() string {
	var b strings.Builder
	b.WriteString("| option | default | |\n| --- | --- | --- |\n")
	for _, o := range tmuxopt.Settings() {
		value := ""
		if o.Default != "" {
			value = "`" + o.Default + "`"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", o.Option, value, o.Doc)
	}
	return b.String()
}

func iconTable() string {
	var b strings.Builder
	b.WriteString("| state | classic | states | ascii |\n| --- | --- | --- | --- |\n")
	ascii, classic := signs(tmuxopt.ASCII), signs(tmuxopt.Classic)
	for _, icon := range draw.Signs(tmuxopt.States) {
		shown := classic[icon.Name]
		switch icon.Name {
		case "working":
			shown = classic["running"]
		case "attention", "idle", "error", "unseen":
			shown = classic["stopped"]
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", icon.Name, shown, "`"+icon.Sign+"`", ascii[icon.Name])
	}
	return b.String()
}

// signs returns the icons of a set by name, as code.
func signs(set tmuxopt.Icons) map[string]string {
	byName := map[string]string{}
	for _, icon := range draw.Signs(set) {
		byName[icon.Name] = "`" + icon.Sign + "`"
	}
	return byName
}

func settingsExample() string {
	const entry = `    %-21s [{"hooks": [{"type": "command", "command": "exec atm hook", "timeout": %d}]}]`
	var lines []string
	for _, e := range (install.Claude{Version: "999"}).Events() { // "all events", also those of later versions
		lines = append(lines, fmt.Sprintf(entry, `"`+e.Name+`":`, e.Timeout))
	}
	return "```json\n{\n  \"hooks\": {\n" + strings.Join(lines, ",\n") + "\n  },\n" +
		`  "statusLine": {"type": "command", "command": "atm statusline"}` + "\n}\n```\n"
}

// agentTable says what is shown of each of the other agents, and how that is known.
func agentTable() string {
	var b strings.Builder
	b.WriteString("| agent | `--agent` | its hooks stand in | a dialog opens | … is answered | subagents | " +
		"interrupted | failed | tried with |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n")
	for _, a := range dialect.Agents() {
		cells := []string{
			a.Title, "`" + a.Name + "`", "`~/" + a.Settings.Dir + "/" + a.Settings.Files[0].Name + "`",
			cmp.Or(asks(a), "no"), cmp.Or(answered(a), "late"), cmp.Or(subagents(a), "no"), cmp.Or(interrupted(a), "late"),
			cmp.Or(failed(a), "no"), cmp.Or(a.Tried, "–"),
		}
		b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
	}
	return b.String()
}

// byHook says that a hook reports something; the functions below return how it is known, "" where it is not.
const byHook = "yes"

func reports(a *dialect.Agent, event hookmap.EventName) string {
	if slices.ContainsFunc(a.Rows(), func(e hookmap.DialectEvent) bool { return e.As == event }) {
		return byHook
	}
	return ""
}

// notifies reports a notification of that type: by a row of its own, or where all are called as those of Claude Code.
func notifies(a *dialect.Agent, kind string) string {
	if slices.ContainsFunc(a.Rows(), func(e hookmap.DialectEvent) bool {
		return e.As == hookmap.Notification && (e.Notified == kind || e.Notified == "")
	}) {
		return byHook
	}
	return ""
}

func asks(a *dialect.Agent) string {
	return cmp.Or(reports(a, hookmap.PermissionRequest), notifies(a, "permission_prompt"))
}

func failed(a *dialect.Agent) string {
	if a.SessionFile.Failures {
		return "file"
	}
	return reports(a, hookmap.StopFailure)
}

func answered(a *dialect.Agent) string {
	switch {
	case asks(a) == "":
		return "no"
	case a.AsksFirst:
		return byHook
	case a.Signs.Asking != "":
		return "title"
	case a.SessionFile.Files != nil:
		return "file"
	}
	return ""
}

func subagents(a *dialect.Agent) string {
	if reports(a, hookmap.SubagentStart) == "" {
		return ""
	}
	return reports(a, hookmap.SubagentStop)
}

func interrupted(a *dialect.Agent) string {
	waits := slices.IndexFunc(a.Events, func(e hookmap.DialectEvent) bool { return e.Notified == "idle_prompt" })
	switch {
	case waits >= 0 && a.Events[waits].Name != "Notification":
		return byHook
	case a.SessionFile.Files != nil:
		return "file"
	case a.Signs.Idle != "":
		return "title"
	case waits >= 0 && a.Events[waits].Name == "Notification": // Droid, when nobody has typed for a minute
		return ""
	}
	return notifies(a, "idle_prompt")
}
