package permission_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/claude/permission"
)

// Suggestions as Claude Code 2.1.197 and 2.1.330 make them.
const (
	modeAdded   = `{"type":"setMode","mode":"acceptEdits","destination":"session"}`
	directories = `{"type":"addDirectories","directories":["/home/ada"],"destination":"session"}`
)

// rules returns a suggestion of rules for a tool.
func rules(tool, destination string, contents ...string) string {
	list := make([]string, len(contents))
	for i, content := range contents {
		list[i] = fmt.Sprintf(`{"toolName":%q,"ruleContent":%q}`, tool, content)
	}
	return fmt.Sprintf(`{"type":"addRules","rules":[%s],"behavior":"allow","destination":%q}`,
		strings.Join(list, ","), destination)
}

// whole returns a suggestion of a rule for all calls of a tool.
func whole(tool string) string {
	return fmt.Sprintf(`{"type":"addRules","rules":[{"toolName":%q}],"behavior":"allow",`+
		`"destination":"localSettings"}`, tool)
}

// TestAlways: the answer gives what the choice of the dialog gives, and nothing else that
// Claude Code suggests.
func TestAlways(t *testing.T) {
	t.Parallel()
	var many []string
	for i := range 9 {
		many = append(many, fmt.Sprintf("x%d *", i))
	}
	push, read := rules("Bash", "localSettings", "git push *"), rules("Read", "session", "//etc/**")
	for _, tt := range []struct {
		name, tool, input string
		suggested, want   []string
	}{
		{"a command", "Bash", `{}`, []string{push}, []string{push}},
		{"a directory, and no mode", "Bash", `{}`, []string{directories, modeAdded}, []string{directories}},
		{"a directory to read", "Bash", `{}`, []string{read}, []string{read}},
		{"nothing", "Bash", `{}`, nil, nil},
		{"a mode alone", "Bash", `{}`, []string{modeAdded}, nil},
		{"any command", "Bash", `{}`, []string{whole("Bash")}, nil},
		{"any file to read", "Bash", `{}`, []string{whole("Read")}, nil},
		{"edits, by a command", "Bash", `{}`, []string{rules("Edit", "session", "src/**")}, nil},
		{"for all projects", "Bash", `{}`, []string{rules("Bash", "userSettings", "git push *")}, nil},
		{"for everybody", "Bash", `{}`, []string{rules("Bash", "projectSettings", "git push *")}, nil},
		{"a denial", "Bash", `{}`, []string{strings.Replace(push, "allow", "deny", 1)}, nil},
		{"something else", "Bash", `{}`,
			[]string{`{"type":"removeRules","destination":"session"}`, `1`, `{"x":1}`}, nil},
		{"one of two rules that no dialog would show", "Bash", `{}`,
			[]string{rules("Bash", "localSettings", "git *", "a\nb")}, nil},
		{"eight rules", "Bash", `{}`, []string{rules("Bash", "session", many[:8]...)},
			[]string{rules("Bash", "session", many[:8]...)}},
		{"more than a dialog shows", "Bash", `{}`, []string{rules("Bash", "session", many...)}, nil},
		{"wider than a dialog shows", "Bash", `{}`,
			[]string{rules("Bash", "session", strings.Repeat("x", 157)+" *", "git *")}, nil},
		{"reading", "Read", `{}`, []string{read}, []string{read}},
		{"a host", "WebFetch", `{}`, []string{rules("WebFetch", "localSettings", "domain:example.com")},
			[]string{rules("WebFetch", "localSettings", "domain:example.com")}},
		{"a tool of a server", "mcp__git__log", `{}`, []string{whole("mcp__git__log")},
			[]string{whole("mcp__git__log")}},
		{"its whole server", "mcp__git__log", `{}`, []string{whole("mcp__git")}, nil},
		{"what another tool reads", "mcp__git__log", `{}`, []string{read}, nil},
		{"a skill, and not with any arguments", "Skill", `{"skill":"deploy"}`,
			[]string{rules("Skill", "localSettings", "deploy"), rules("Skill", "localSettings", "deploy:*")},
			[]string{rules("Skill", "localSettings", "deploy")}},
		{"any skill", "Skill", `{}`, []string{whole("Skill")}, nil},
		{"a plan", "ExitPlanMode", `{}`, []string{modeAdded}, nil},
	} {
		raw := fmt.Sprintf(`{"tool_name":%q,"tool_input":%s,"permission_suggestions":[%s]}`, tt.tool, tt.input,
			strings.Join(tt.suggested, ","))
		if diff := cmp.Diff(tt.want, given(parse(t, raw))); diff != "" {
			t.Errorf("%s: (-want +got):\n%s", tt.name, diff)
		}
	}
}

// given returns what the answer always gives.
func given(r permission.Request) (updates []string) {
	for _, update := range r.Always() {
		updates = append(updates, string(update))
	}
	return updates
}

// TestAlwaysForEdits: the mode is changed where both versions change it, and directories are
// allowed where both do.
func TestAlwaysForEdits(t *testing.T) {
	t.Parallel()
	const parser = "/home/ada/parser/"
	both := []string{modeAdded, directories}
	for _, tt := range []struct {
		name, file, target string
		want               []string
	}{
		{"a file", "a.go", parser + "a.go", both},
		{"a file that is protected", ".git/config", parser + ".git/config", both},
		{"a link to another directory", "src/a", "/srv/a", []string{directories}},
		{"a link to what is protected", "h/x", parser + ".git/hooks/x", nil},
		{"of which nobody knows where it leads", "a.go", "", nil},
		{"a name that Windows takes for another one", "GIT~1/x", parser + "GIT~1/x", nil},
		{"of the project's own Claude Code", ".claude/settings.json", parser + ".claude/settings.json", nil},
		{"of the person's", "/home/ada/.claude/x", "/home/ada/.claude/x", nil},
		{"in a working tree", ".claude/worktrees/x/a.go", parser + ".claude/worktrees/x/a.go", both},
	} {
		for _, tool := range []string{"Edit", "Write"} {
			r := linked(t, tool, "file_path", tt.file, tt.target)
			r.Suggestions = parse(t, `{"tool_name":"x","tool_input":{},"permission_suggestions":[`+
				strings.Join(append(both, rules("Edit", "session", "/.claude/skills/x/**")), ",")+`]}`).Suggestions
			if diff := cmp.Diff(tt.want, given(r)); diff != "" {
				t.Errorf("%s: %s (-want +got):\n%s", tt.name, tool, diff)
			}
			if _, err := r.Decide(words("accept-edits")); err != nil {
				t.Errorf("%s: %v", tt.name, err)
			}
		}
	}
}
