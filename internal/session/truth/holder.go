package truth

import (
	"context"
	"slices"
	"strings"

	"atm/internal/sys/proc"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// Take makes an option of tmux name this process, unless the option names another process that runs: then it returns
// that process. scope is the scope of the option for set-option: "-s", or "-p", "-t" and a pane. If several processes
// take the option at the same time, tmux decides which one is first; the others get an error that [tmuxopt.Refused]
// knows.
func Take(
	ctx context.Context, server tmux.Server, option string, self proc.ID, scope ...string,
) (holder proc.ID, err error) {
	reply, err := server.Run(ctx, [][]string{slices.Concat([]string{"show-options", "-qv"}, scope, []string{option})})
	named := strings.TrimSuffix(reply.Stdout, "\n")
	if err != nil || Follows(named) {
		return proc.ID(named), err
	}
	name := tmuxopt.NameIf(isFree(option, named), option)
	_, err = server.Once(ctx, [][]string{slices.Concat([]string{"set-option"}, scope, []string{name, string(self)})})
	return "", err
}

// isFree is the condition that an option still names the process that was read there, which has ended, or still names
// none. A value that names no process may not be from atm, so it must not be part of a format: tmux compares it with
// the form of a process. That form has at most nine digits, so that a value in it is a process for [proc.ParseID], too.
func isFree(option, named string) tmuxopt.Format {
	if ended, isProcess := proc.ParseID(named); isProcess {
		return tmuxopt.Eq(tmuxopt.ServerFormat("#{"+option+"}"), tmuxopt.Lit(ended))
	}
	process := "^[1-9]" + strings.Repeat("[0-9]?", 8) + "-[A-Za-z0-9-]+$"
	return tmuxopt.Not(tmuxopt.ServerFormat("#{m/r:" + process + ",#{" + option + "}}"))
}
