package tmuxconf_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/setup/tmuxconf"
)

// TestKeys: a key is bound only if it is free or already ours.
func TestKeys(t *testing.T) {
	t.Parallel()
	const program = "/opt/atm"
	s := start(t, tmuxconf.Conf{Program: program, Keys: tmuxconf.Keys(program)})
	for _, tt := range []struct {
		name, option string
		listed       string // the key, as list-keys writes it
		before       []string
		want         string
	}{
		{name: "free", option: "", listed: "a", want: "atm next"},
		{name: "ours already", option: "", listed: "a", want: "atm next"},
		{
			name: "the user has bound it meanwhile", option: "", listed: "a",
			before: []string{"bind-key", "a", "last-window"}, want: "last-window",
		},
		{name: "another one", option: "C-n", listed: "C-n", want: "atm next"},
		{name: "yet another one", option: "M-x", listed: "M-x", want: "atm next"},
		{name: "one that tmux itself binds", option: "n", listed: "n", want: "next-window"},
		{
			name: "one that means something to shells and tmux", option: ";", listed: `\;`,
			before: []string{"unbind-key", `\;`}, want: "atm next",
		},
		{
			name: "one that is bound, and the like", option: ";", listed: `\;`,
			before: []string{"bind-key", `\;`, "last-pane"}, want: "last-pane",
		},
		{
			name: "another name of a key that tmux itself binds", option: "PageUp",
			listed: "PPage", want: "copy-mode",
		},
		{
			name: "another name of a bound key", option: "^g", listed: "C-g",
			before: []string{"bind-key", "C-g", "last-window"}, want: "last-window",
		},
		{name: "one that is used to find names", option: "F12", listed: "F12", want: "atm next"},
		{
			name: "a quote", option: "'", listed: `\'`, before: []string{"unbind-key", "'"},
			want: "atm next",
		},
		{
			name: "another one", option: `"`, listed: `\"`, before: []string{"unbind-key", `"`},
			want: "atm next",
		},
		{name: "a backslash", option: `\`, listed: `\\`, want: "atm next"},
		{name: "a dollar", option: "$", listed: `\$`, before: []string{"unbind-key", "$"}, want: "atm next"},
	} {
		if tt.before != nil {
			s.Tmux(tt.before...)
		}
		if tt.option != "" {
			s.Tmux("set-option", "-g", "@atm-key-next", strings.ReplaceAll(tt.option, ";", `\;`))
		}
		s.read()
		var got string
		// tmux 3.7 lists nothing for a single key.
		for line := range strings.Lines(s.Tmux("list-keys", "-T", "prefix")) {
			if fields := strings.Fields(line); fields[3] == tt.listed {
				got += line
			}
		}
		if !strings.Contains(got, tt.want) {
			t.Errorf("%s: %q", tt.name, got)
		}
		if all := s.Tmux("list-keys", "-T", "prefix"); tt.option == "M-x" &&
			strings.Count(all, "atm next") != 1 {
			t.Errorf("%s: the one before is still bound:\n%s", tt.name, all)
		}
	}
}

// TestEachKey: each command has its key, optional commands have none by default, and the user's bindings
// stay.
func TestEachKey(t *testing.T) {
	t.Parallel()
	const program = "/opt/atm"
	s := start(t, tmuxconf.Conf{Program: program, Keys: tmuxconf.Keys(program)})
	bound := func() string {
		var list []string
		for line := range strings.Lines(s.Tmux("list-keys", "-T", "prefix")) {
			for _, command := range []string{"next --client", "pick --client", "answer yes"} {
				if strings.Contains(line, command) {
					list = append(list, strings.Fields(line)[3]+" "+command)
				}
			}
		}
		slices.Sort(list)
		return strings.Join(list, ", ")
	}
	for _, step := range []struct {
		name, want string
		before     []string
	}{
		{name: "those that are free", want: "A pick --client, a next --client"},
		{
			name: "one for an answer is asked for", want: "A pick --client, Y answer yes, a next --client",
			before: []string{"set-option", "-g", "@atm-key-answer", "Y"},
		},
		{
			name: "the same again, and another one for it", want: "A pick --client, M-y answer yes, a next --client",
			before: []string{"set-option", "-g", "@atm-key-answer", "M-y"},
		},
		{
			name: "one that the user has bound", want: "M-y answer yes, a next --client",
			before: []string{"bind-key", "A", "last-window"},
		},
		{
			name: "one for another of our commands", want: "M-y answer yes, a next --client",
			before: []string{"set-option", "-g", "@atm-key-pick", "a"},
		},
	} {
		if step.before != nil {
			s.Tmux(step.before...)
		}
		s.read()
		if got := bound(); got != step.want {
			t.Errorf("%s: %q, want %q", step.name, got, step.want)
		}
	}
}

// TestBinding: our bindings are recognized as tmux prints them, and no others.
func TestBinding(t *testing.T) {
	t.Parallel()
	for _, program := range []string{"/opt/atm", "/a b/é/atm"} {
		s := start(t, tmuxconf.Conf{Program: program, Keys: tmuxconf.Keys(program)})
		s.Tmux("set-option", "-g", "@atm-key-next", `\;`, ";", "unbind-key", `\;`, ";",
			"set-option", "-g", "@atm-key-answer", "Y")
		s.read()
		var bound []string
		for line := range strings.Lines(s.Tmux("list-keys", "-T", "prefix")) {
			if key, isOurs := tmuxconf.Binding(line); isOurs {
				bound = append(bound, key)
			}
		}
		if diff := cmp.Diff([]string{";", "A", "Y"}, bound); diff != "" {
			t.Errorf("%s (-want +got):\n%s", program, diff)
		}
	}
}
