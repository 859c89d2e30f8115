package fleet_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/hookmap"
	"atm/internal/session/fleet"
	"atm/tmuxopt"
)

// TestTemplate: what a template prints of a session of which much is known, and of one of
// which nothing is.
func TestTemplate(t *testing.T) {
	t.Parallel()
	list := panes(
		pane{id: "23e30f82", state: "working", options: tmuxopt.Options{
			tmuxopt.Title:      "fix\x1b[2J\n\u202ethe parser",
			tmuxopt.SessionDir: "/" + strings.Repeat("long/", 300) + "end",
			tmuxopt.ContextPct: "84",
			tmuxopt.Cost:       "0.35",
			tmuxopt.Agents:     " a1=Explore a2=Plan",
			tmuxopt.Said:       "{{.pane}} #(touch x)",
			tmuxopt.Intent:     "question",
		}},
		pane{state: "starting"},
	)
	sessions := fleet.List(list, noon)
	for _, tt := range []struct{ name, text, want string }{
		{
			name: "members by their names in JSON", text: "{{.pane}} {{.state}} {{.context_pct}} {{.cost_usd}}",
			want: "%1 working 84 0.35\n%2 starting  \n",
		},
		{name: "what a terminal would obey", text: "{{.title}}", want: "fix\ufffd[2J the parser\n\n"},
		{name: "a value is no template", text: "{{.said}}", want: "{{.pane}} #(touch x)\n\n"},
		{name: "a newline of its own", text: "{{.pane}}\n", want: "%1\n%2\n"},
		{name: "one that it prints", text: `{{.pane}}{{"\n"}}`, want: "%1\n%2\n"},
		{
			name: "tabs, for fzf and cut", text: `{{.pane}}{{"\t"}}{{.title}}`,
			want: "%1\tfix\ufffd[2J the parser\n%2\t\n",
		},
		{
			name: "a number that may not be known",
			text: "{{if .context_pct}}{{if ge .context_pct 80}}full{{end}}{{else}}unknown{{end}}",
			want: "full\nunknown\n",
		},
		{name: "subagents", text: "{{range .agents}}{{.type}}:{{.id}}{{.description}} {{end}}",
			want: "Explore:a1 Plan:a2 \n\n"},
		{name: "words", text: `{{if eq .intent "question"}}asks{{end}}`, want: "asks\n\n"},
		{
			name: "a path is not cut", text: `{{len .dir}}`,
			want: "1504\n0\n",
		},
	} {
		template, err := fleet.NewTemplate(tt.text)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		var out strings.Builder
		if err := template.Print(&out, fleet.Records(sessions, hookmap.Own)); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if diff := cmp.Diff(tt.want, out.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// TestTemplateMistakes are found without any session.
func TestTemplateMistakes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, text, want string }{
		{name: "it is no template", text: "{{.pane", want: "unclosed action"},
		{name: "no such member", text: "{{.nonsense}}", want: `"nonsense"`},
		{name: "no such member, where something is known", text: "{{if .context_pct}}{{.nonsense}}{{end}}",
			want: `"nonsense"`},
		{name: "no such function", text: "{{nonsense .pane}}", want: "not defined"},
		{name: "a number that may not be known", text: "{{ge .context_pct 80}}", want: "incompatible types"},
		{name: "a template that never ends", text: `{{define "a"}}{{template "a"}}{{end}}{{template "a"}}`,
			want: "exceeded maximum template depth"},
	} {
		if _, err := fleet.NewTemplate(tt.text); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}
