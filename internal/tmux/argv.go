package tmux

import "strings"

// Argv joins commands to the arguments of one tmux invocation. An argument that
// ends in a semicolon would end its command: tmux takes a backslash before it.
func Argv(cmds [][]string) []string {
	argv := make([]string, 0, 8*len(cmds))
	for i, cmd := range cmds {
		if i > 0 {
			argv = append(argv, ";")
		}
		for _, arg := range cmd {
			if body, found := strings.CutSuffix(arg, ";"); found {
				arg = body + `\;`
			}
			argv = append(argv, arg)
		}
	}
	return argv
}
