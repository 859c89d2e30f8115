package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// answerDocument has tables of what rules and answers promise, which scenes compare with the clients.
const answerDocument = "../../../docs/answer.md"

// docTable is a table of a document.
type docTable struct {
	heading []string
	rows    [][]string
}

// readTable returns the table after a marker in [answerDocument].
func readTable(marker string) (docTable, error) {
	text, err := os.ReadFile(answerDocument)
	if err != nil {
		return docTable{}, err
	}
	_, rest, _ := strings.Cut(string(text), "<!-- "+marker+" -->\n")
	var t docTable
	for line := range strings.Lines(rest) {
		line, isRow := strings.CutPrefix(strings.TrimSpace(line), "|")
		if !isRow {
			break
		}
		cells := strings.Split(strings.TrimSuffix(line, "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		t.rows = append(t.rows, cells)
	}
	if len(t.rows) < 3 {
		return t, fmt.Errorf("%s has no table %s", answerDocument, marker)
	}
	t.heading, t.rows = t.rows[0], t.rows[2:]
	return t, nil
}

// column returns which column is that of a version: of one that has none, that of the newest.
func (t docTable) column(version string) int {
	for i, cell := range t.heading {
		if strings.HasSuffix(cell, version) {
			return i
		}
	}
	return 1
}

// code are the parts of a cell that are written as code.
func code(cell string) (parts []string) {
	for _, match := range regexp.MustCompile("`([^`]*)`").FindAllStringSubmatch(cell, -1) {
		parts = append(parts, match[1])
	}
	return parts
}

// promise is a row of the table "rules": what a client does about a file for which it has a rule,
// and whether atm answer --if with the same rule says yes.
type promise struct {
	file     string // in the project
	link, to string // a symbolic link in the project; "" = none
	client   string // "allows", "asks" or "refuses"
	answers  bool
}

// promises returns the rows of the table, with the column of a version.
func promises(version string) (list []promise, err error) {
	table, err := readTable("rules")
	for _, row := range table.rows {
		parts := append(code(row[0]), "", "")
		list = append(list, promise{parts[0], parts[1], parts[2], row[table.column(version)],
			row[len(row)-1] == "yes"})
	}
	return list, err
}

// prepare makes the link of a row in a project.
func (p promise) prepare(project string) error {
	if p.link == "" {
		return nil
	}
	link := filepath.Join(project, p.link)
	if err := os.MkdirAll(filepath.Dir(link), 0o700); err != nil {
		return err
	}
	if _, err := os.Lstat(link); err == nil { // another row has made it
		return nil
	}
	return os.Symlink(p.to, link)
}

// rules compares the table "rules" with the clients of two sessions: one that has the rule, and one
// that has none, whose dialogs are answered.
func (st *stage) rules(ruled, asking string) error {
	list, err := promises(st.version)
	if err != nil {
		return err
	}
	results := newTally()
	for i, p := range list {
		if err := p.prepare(st.home.work); err != nil {
			return err
		}
		client := st.reaction(ruled, p, fmt.Sprintf("ruled.%d.", i))
		if p.file != p.link { // else the next client would want to read it first
			_ = os.Remove(filepath.Join(st.home.work, p.file)) // it may not have been written
		}
		answers := st.ruleAnswers(asking, p, fmt.Sprintf("asking.%d.", i))
		results.count(fmt.Sprintf("%s: %s, --if says yes: %t", p.file, client, answers))
		if client != p.client || answers != p.answers {
			results.blame(fmt.Errorf("%s: it %s, --if says yes: %t; the document says %s, %t", p.file, client, answers,
				p.client, p.answers))
		}
		if answers && client != "allows" {
			results.blame(fmt.Errorf("%s: --if gives more than Claude Code", p.file))
		}
	}
	return results.print(st.version)
}

// writes has the client of a session write a file with some content, and returns whether it asks.
func (st *stage) writes(name string, p promise, mark string) (asks bool) {
	input, err := json.Marshal(map[string]string{
		"file_path": st.home.work + "/" + p.file, "content": mark,
	})
	if err != nil {
		st.tb.Fatal(err)
	}
	st.meanings.Store("write "+mark, "use: Write "+string(input))
	st.say(name, "write "+mark)
	return st.asks(name, mark)
}

// asks waits until a session asks for a call, which it returns, or the call has its result.
func (st *stage) asks(name, mark string) (asks bool) {
	st.until(name, mark+" is asked for, or over", func() bool {
		asks = st.truth(name) == "attention"
		u, err := st.home.use(mark)
		return asks || err == nil && u.ended && st.truth(name) == "idle"
	})
	return asks
}

func (st *stage) truth(name string) string {
	return st.monitor.seen(st.actors[name].pane).truth.at(time.Now())
}

// rests waits until a session waits for a prompt. A dialog that is open is denied before.
func (st *stage) rests(name string) {
	if st.truth(name) == "attention" {
		st.awaited(name)
		st.answer(st.actors[name].pane, "no")
	}
	st.until(name, "the session is at rest", func() bool { return st.truth(name) == "idle" })
}

// reaction says what a client does about a file.
func (st *stage) reaction(name string, p promise, mark string) string {
	asks := st.writes(name, p, mark)
	st.rests(name)
	u, err := st.written(mark)
	switch {
	case asks:
		return "asks"
	case err != nil || u.failed:
		return "refuses"
	}
	return "allows"
}

// ruleAnswers reports whether atm answer says yes by the rule.
func (st *stage) ruleAnswers(name string, p promise, mark string) bool {
	defer st.rests(name)
	if !st.writes(name, p, mark) {
		return false
	}
	st.awaited(name)
	r := st.answer(st.actors[name].pane, "yes", "--if", "Edit(**)")
	if r.exit != 0 && !strings.Contains(r.output, "no rule of --if matches") {
		st.tb.Fatalf("%s: %v", p.file, r)
	}
	return r.exit == 0
}
