package tmux

import (
	"context"
	"fmt"
	"strings"
)

// separator stands between the answers of several commands. No option of tmux's
// has such a line in its value unless it is meant to mislead.
const separator = ":: atm ::"

// Globals reads global options, those of the server and of windows among them,
// in one invocation. What is not set is "". It also returns the version of the
// server.
func (s Server) Globals(
	ctx context.Context,
	names ...string,
) (values map[string]string, version string, err error) {
	return s.values(ctx, names, func(name string) []string { return []string{"show-options", "-gqv", name} })
}

// OptionsOf reads options as they are for a target, which its own values or those of
// its window, its session, the server may be: what tmux uses when it draws. Options
// that are on or off are "1" and "0"; what is not set is "". Of a target that is not
// there tmux says nothing: it takes the current one.
func (s Server) OptionsOf(ctx context.Context, target string, names ...string) (map[string]string, error) {
	values, _, err := s.values(ctx, names, func(name string) []string {
		return []string{"display-message", "-pt", target, "#{" + name + "}"}
	})
	return values, err
}

// values asks for each of the names, and for the version of the server.
func (s Server) values(
	ctx context.Context, names []string, ask func(name string) []string,
) (values map[string]string, version string, err error) {
	cmds := [][]string{{"display-message", "-p", "#{version}"}}
	for _, name := range names {
		cmds = append(cmds, []string{"display-message", "-p", separator}, ask(name))
	}
	reply, err := s.Run(ctx, cmds)
	if err != nil {
		return nil, "", err
	}
	answers := strings.Split(reply.Stdout, separator+"\n")
	if len(answers) != len(names)+1 {
		return nil, "", fmt.Errorf("%w: %d answers to %d questions", ErrTmux, len(answers)-1, len(names))
	}
	version = strings.TrimSpace(answers[0])
	values = map[string]string{}
	for i, name := range names {
		values[name] = unmangle(version, strings.TrimSuffix(answers[i+1], "\n"))
	}
	return values, version, nil
}
