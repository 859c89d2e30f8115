package tmux

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"atm/tmuxopt"
)

// separator is printed between the answers of several commands. No option of tmux's own contains such a line,
// unless somebody sets it on purpose.
const separator = ":: atm ::"

// Globals reads global options, including those of the server and of windows, in one invocation. An option
// that is not set is "". It also returns the version of the server.
func (s Server) Globals(
	ctx context.Context,
	names ...string,
) (values map[string]string, version string, err error) {
	return s.values(ctx, names, func(name string) []string { return []string{"show-options", "-gqv", name} })
}

// OptionsOf reads the options that apply to a target: its own, or those of its window, its session, or the
// server. tmux uses these when it draws. Options that are on or off are "1" and "0"; an option that is not
// set is "". If the target does not exist tmux takes the current one without an error.
func (s Server) OptionsOf(ctx context.Context, target string, names ...string) (map[string]string, error) {
	values, _, err := s.values(ctx, names, func(name string) []string {
		return []string{"display-message", "-pt", target, "#{" + name + "}"}
	})
	return values, err
}

// ServerOption reads an option of the server, "" if it is not set.
func (s Server) ServerOption(ctx context.Context, name string) (string, error) {
	reply, err := s.Run(ctx, [][]string{{"show-options", "-sqv", name}})
	return strings.TrimSpace(reply.Stdout), err
}

// Changes returns how many changes of states the server has counted so far.
func (s Server) Changes(ctx context.Context) (int, error) {
	value, err := s.ServerOption(ctx, tmuxopt.ChangesOption)
	count, _ := strconv.Atoi(value) // the option is not set before the first change
	return count, err
}

// values reads an option for each name, by the command that ask returns, and the version of the server.
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
