package tmux

import "strings"

// Argv joins commands to the arguments of one tmux invocation. An argument that ends in a semicolon would
// end its command, so it gets a backslash before the semicolon.
//
// The semicolon between two commands is appended to the last argument of the first one where possible: tmux
// 3.2 to 3.3a keep 32 bytes for ever for each semicolon that is an argument of its own.
func Argv(cmds [][]string) []string {
	argv := make([]string, 0, 8*len(cmds))
	for i, cmd := range cmds {
		for _, arg := range cmd {
			if body, found := strings.CutSuffix(arg, ";"); found {
				arg = body + `\;`
			}
			argv = append(argv, arg)
		}
		if i == len(cmds)-1 {
			break
		}
		last := argv[len(argv)-1]
		if last == "" || strings.HasSuffix(last, ";") || strings.HasSuffix(last, `\`) {
			argv = append(argv, ";")
		} else {
			argv[len(argv)-1] = last + ";"
		}
	}
	return argv
}
