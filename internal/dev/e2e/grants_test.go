package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// The cells of the table "grants" where nothing is given.
const (
	nothing  = "nothing"
	noChoice = "no such choice"
)

// grants compares the table "grants" with the client: for each call what the choice of its dialog
// gives beyond that call, and what the answer always does. Each is given in a session of its own.
func (st *stage) grants() error {
	table, err := readTable("grants")
	if err != nil {
		return err
	}
	results := newTally()
	column := table.column(st.version)
	for i, row := range table.rows {
		dialog, err := st.granted(fmt.Sprintf("d%d", i), row[0], st.takesSecond)
		results.blames(err)
		always, err := st.granted(fmt.Sprintf("a%d", i), row[0], st.answersAlways)
		results.blames(err)
		results.count(fmt.Sprintf("%s: the dialog gives %s, always %s", row[0], dialog, always))
		if want := row[len(row)-1]; dialog != row[column] || always != want {
			results.blame(fmt.Errorf("%s: the dialog gives %s, always %s; the document says %s and %s",
				row[0], dialog, always, row[column], want))
		}
		for _, one := range strings.Split(always, ", ") {
			if always != nothing && !slices.Contains(strings.Split(dialog, ", "), one) {
				results.blame(fmt.Errorf("%s: always gives more than the dialog: %s", row[0], one))
			}
		}
	}
	return results.print(st.version)
}

// granted has a new session ask for what a row is about, answers, and returns what that gave.
func (st *stage) granted(name, about string, answer func(name string) (given bool, none string)) (string, error) {
	debug := filepath.Join(st.home.dir, name+".debug")
	call := append(code(about), "")
	// What a session before has written: rules, and files that this one would want to read first.
	// There may be none.
	_ = os.Remove(filepath.Join(st.home.work, ".claude", "settings.local.json"))
	if call[0] == "Write" {
		_ = os.Remove(filepath.Join(st.home.work, call[1]))
	}
	st.open(name, "")
	st.client(name, []string{"--debug-file", debug, "--mcp-config", filepath.Join(st.home.dir, "mcp.json")})
	st.meanings.Store("do "+name+".", "use: "+st.callOf(call[0], call[1]))
	st.say(name, "do "+name+".")
	st.until(name, "the session asks", func() bool { return st.truth(name) == "attention" })
	given, none := answer(name)
	if !given {
		st.rests(name)
	}
	st.until(name, "the session is at rest", func() bool { return st.truth(name) == "idle" })
	st.say(name, "/exit")
	st.until(name, "the client has ended", func() bool { return st.truth(name) == closed })
	if !given {
		return none, nil
	}
	return st.updates(debug)
}

// callOf is a call of a tool as prompts of the language have it.
func (st *stage) callOf(tool, subject string) string {
	input := map[string]map[string]string{
		"Bash":      {"command": subject, "description": "as told"},
		"Write":     {"file_path": filepath.Join(st.home.work, subject), "content": "a"},
		"Read":      {"file_path": subject},
		"WebFetch":  {"url": subject, "prompt": "sum"},
		"WebSearch": {"query": subject},
		"Skill":     {"skill": subject},
	}[tool]
	if input == nil {
		input = map[string]string{"x": "y"}
	}
	text, err := json.Marshal(input)
	if err != nil {
		st.tb.Fatal(err)
	}
	return tool + " " + string(text)
}

// takesSecond takes the second choice of a dialog, if that is the one that also holds for later.
func (st *stage) takesSecond(name string) (given bool, none string) {
	st.sees(name, `\b2\. (Yes|No)`)
	second := regexp.MustCompile(`\b2\. Yes,`)
	screen := st.screen(st.actors[name])
	if !second.MatchString(screen) || strings.Contains(screen, "2. Yes, and switch to auto mode") {
		return false, noChoice
	}
	st.press(name, second, func([]string) string { return "2" })
	return true, ""
}

// answersAlways answers always.
func (st *stage) answersAlways(name string) (given bool, none string) {
	st.awaited(name)
	r := st.answer(st.actors[name].pane, "always")
	if r.exit != 0 && !r.unproven() && !strings.Contains(r.output, "would give nothing") {
		st.tb.Fatalf("%s: %v", name, r)
	}
	return r.exit == 0 || r.unproven(), nothing
}

// applied are the lines of a client's log that report a change of its permissions.
var applied = regexp.MustCompile(`Applying permission update: (?:` +
	`Adding \d+ allow rule\(s\) to destination '(?P<rules>\w+)': |` +
	`Adding \d+ director\w+ with destination '(?P<directories>\w+)': |` +
	`Setting mode to '(?P<mode>\w+)')(?P<list>\[.*\])?`)

// updates returns what a log says of changes of permissions, as a cell of the table.
func (st *stage) updates(log string) (string, error) {
	text, err := os.ReadFile(log)
	if err != nil {
		return "", err
	}
	var given []string
	for _, match := range applied.FindAllStringSubmatch(string(text), -1) {
		rules, directories, mode, list := match[1], match[2], match[3], []string{}
		if mode != "" {
			given = append(given, "mode `"+mode+"`")
			continue
		}
		if err := json.Unmarshal([]byte(match[4]), &list); err != nil {
			return "", err
		}
		for _, one := range list {
			what := ""
			if directories != "" {
				what = "access to "
				if one, err = filepath.Rel(st.home.work, one); err != nil {
					return "", err
				}
			}
			given = append(given, what+"`"+one+"` "+map[string]string{
				"session": "in the session", "localSettings": "in the project",
			}[rules+directories])
		}
	}
	if given == nil {
		return nothing, nil
	}
	slices.Sort(given)
	return strings.Join(given, ", "), nil
}
