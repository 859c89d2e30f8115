package e2e

import (
	"strings"
	"time"
)

// late is how long a key may take to be drawn that has come when a dialog was over.
const late = 500 * time.Millisecond

// empty wants nothing to stand in the input of a client, and nothing to be drawn there late.
func (st *stage) empty(name string) {
	st.until(name, "the input is to be seen", func() bool {
		_, seen := st.input(name)
		return seen
	})
	text := ""
	isLate := func() (seen bool) {
		text, seen = st.input(name)
		return seen && text != ""
	}
	if within(st.stretch(late), isLate) {
		st.tb.Fatalf("%s: %q stands in the input\n%s\n%s", name, text, st.screen(st.actors[name]), st.diary())
	}
}

// input returns what stands in the first row of the input, if that is to be seen. The tests
// read it by themselves, and not through the package that they test.
func (st *stage) input(name string) (text string, seen bool) {
	rows := strings.Split(st.screen(st.actors[name]), "\n")
	for i := len(rows) - 1; i > 0; i-- {
		if rest, found := strings.CutPrefix(rows[i], "❯\u00a0"); found && strings.HasPrefix(rows[i-1], "───") {
			return strings.TrimSpace(rest), true
		}
	}
	return "", false
}
