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
func (s Server) Globals(ctx context.Context, names ...string) (values map[string]string, version string, err error) {
	cmds := [][]string{{"display-message", "-p", "#{version}"}}
	for _, name := range names {
		cmds = append(cmds, []string{"display-message", "-p", separator}, []string{"show-options", "-gqv", name})
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
