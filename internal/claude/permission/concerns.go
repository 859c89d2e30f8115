package permission

import (
	"slices"
	"strings"
)

// Concerns reports whether the rule may be for this request. It is for rules that stop a call,
// where in doubt the person is to know: of a command it is enough that one of its parts could be
// what the rule says, also in quotes, after an expansion, or in a subshell; of a file that it lies
// where the rule says as it is written, protected or not. For everything else it is the same as
// [Rule.Matches].
func (r Rule) Concerns(request Request) bool {
	switch {
	case r.Matches(request):
		return true
	case !r.isFor(request.Tool):
		return false
	case r.file != nil:
		return r.file.matchesBelow(r.file.base(request.CWD, request.Home), request.path())
	case r.command != nil:
		command, _ := text(request.input().value("command"))
		return slices.ContainsFunc(PossibleCommands(command), r.command.matchesPart)
	}
	return pathMembers[request.Tool] != "" // any file
}

// PossibleCommands returns what a shell could run of a command, as simple commands, the
// arguments of which may be incomplete: the command is split wherever one could begin, whatever
// the quotes say. Variables that are set in front of a command, and words of the shell or
// programs that run another one, are left out as well as kept.
func PossibleCommands(command string) []string {
	split := func(c rune) bool { return strings.ContainsRune(";|&\n(){}<>`'\"", c) }
	var parts []string
	for _, part := range strings.FieldsFunc(command, split) {
		words := strings.Fields(part)
		for i, word := range words {
			word = strings.ReplaceAll(word, `\`, "") // \rm is rm, and no alias
			words[i] = word
			parts = append(parts, strings.Join(append([]string{word}, words[i+1:]...), " "))
			if !runsAnother(word) {
				break
			}
		}
	}
	return parts
}

// runners are the words of the shell and the programs after which a command may begin.
var runners = []string{
	"builtin", "command", "do", "doas", "else", "env", "eval", "exec", "if", "elif", "nice", "nohup", "setsid", "sudo",
	"then", "time", "timeout", "until", "while", "xargs", "!", "$",
}

// runsAnother reports whether a command may begin after a word.
func runsAnother(word string) bool {
	return slices.Contains(runners, word) || strings.HasPrefix(word, "-") || strings.Contains(word, "=") ||
		strings.Trim(word, "0123456789.smhd") == ""
}
