package settings_test

import (
	"fmt"
	"strings"
	"testing"

	"atm/internal/setup/settings"
)

// grower generates settings from bytes: each byte chooses between texts. Random bytes alone would rarely have
// the right shape.
type grower struct {
	choices []byte
	text    strings.Builder
}

func (g *grower) choose(n int) int {
	if len(g.choices) == 0 {
		return 0
	}
	c := int(g.choices[0]) % n
	g.choices = g.choices[1:]
	return c
}

func (g *grower) one(texts ...string) { g.text.WriteString(texts[g.choose(len(texts))]) }

// gap writes white space or a comment between two tokens.
func (g *grower) gap() {
	g.one("", "", " ", "\n", " \n", "  \n", "\r\n\t", "/* c */", " // c\n  ", "   ")
}

// container writes an object or a list of up to three items, perhaps with a comma
// after the last.
func (g *grower) container(brackets string, item func()) {
	g.text.WriteByte(brackets[0])
	n := g.choose(4)
	for i := range n {
		g.gap()
		item()
		g.gap()
		if i < n-1 || g.choose(4) == 1 {
			g.text.WriteByte(',')
		}
	}
	g.gap()
	g.text.WriteByte(brackets[1])
}

func (g *grower) member(names []string, value func()) func() {
	return func() {
		fmt.Fprintf(&g.text, "%q", names[g.choose(len(names))])
		g.gap()
		g.text.WriteByte(':')
		g.gap()
		value()
	}
}

func (g *grower) value() { g.one("1", `"x"`, "null", "[]", "{}", `{"hooks":[]}`) }

func (g *grower) handler() { g.one(ownSettings, theirs, `{"command":"'/b c/atm' hook"}`, "1") }

func (g *grower) group() {
	g.container("{}", func() {
		switch g.choose(3) {
		case 0:
			g.text.WriteString(`"matcher": "Bash"`)
		default:
			g.member([]string{"hooks"}, func() { g.container("[]", g.handler) })()
		}
	})
}

func (g *grower) statusLine() {
	if g.choose(8) == 1 {
		g.value()
		return
	}
	g.container("{}", func() {
		switch g.choose(4) {
		case 0:
			g.text.WriteString(`"type": "command"`)
		case 1:
			g.member([]string{"padding", "x"}, g.value)()
		default:
			g.member([]string{"command"}, g.command)()
		}
	})
}

func (g *grower) command() {
	g.one(`""`, `"it's \u0027\/x\u0027 | y"`, `"/x/atm statusline"`, `"'/b c/atm' statusline -- x | y"`,
		`"ATM_DEBUG=/l atm statusline -- sh -c \"x 'y'\""`, `"(/x/atm statusline)"`, "1",
		`"/x/atm statusline -- /bin/sh -c '/b/atm statusline -- x'"`)
}

func (g *grower) settings(form settings.Form) {
	element := g.group
	if form.Flat {
		element = g.handler
	}
	event := g.member([]string{"Stop", "Setup", "PermissionRequest", "Other"},
		func() { g.container("[]", element) })
	names := []string{"a", "model"}
	if form.Versioned {
		names[0] = "version"
	}
	g.one("", "\ufeff")
	g.gap()
	g.container("{}", func() {
		switch g.choose(3) {
		case 0:
			g.member(names, g.value)()
		case 1:
			if form.Bare {
				event()
				return
			}
			g.member([]string{"hooks"}, func() { g.container("{}", event) })()
		default:
			g.member([]string{"statusLine"}, g.statusLine)()
		}
	})
	g.gap()
}

// FuzzGrown is FuzzInverse for texts that look like settings.
func FuzzGrown(f *testing.F) {
	f.Add([]byte("\x00\x00\x01\x00\x01\x00\x00\x01\x00\x00\x00\x01"))
	f.Add([]byte{0, 1, 2, 0, 1, 0, 4, 0, 0, 5, 1, 0, 0, 0, 0, 4, 1, 2, 0, 3, 0, 0, 4, 0, 1, 0, 4})
	f.Fuzz(func(t *testing.T, choices []byte) {
		g := &grower{choices: choices}
		g.settings(settings.Form{})
		text := []byte(g.text.String())
		first := hook("Stop", "PermissionRequest", "SessionEnd")
		first.Hook.Program, first.Hook.Exec, first.StatusLine = "/it's/atm", false, settings.Wrap
		updated, err := settings.Install(text, first)
		if err != nil {
			return
		}
		invertible(t, text, first)
		updates(t, updated)
	})
}
