package tmuxconf

import (
	"fmt"
	"strings"

	"atm/internal/sys/shell"
	"atm/tmuxopt"
)

// presenceVariable names the file by which Claude Code learns that somebody is here. As long as there is one, what
// happens in a session is not pushed to the telephone.
const presenceVariable = "CLAUDE_CLIENT_PRESENCE_FILE"

// presenceEnd is how the name of our file ends.
const presenceEnd = ".here"

// presenceIndex is the index of our commands in the hooks of tmux after which somebody may have come or gone. Another
// one of ours, for what is seen, stands in some of them.
const presenceIndex = tmuxopt.HookIndex + 2

func presenceHooks() []string {
	return []string{"client-focus-in", "client-focus-out", "client-attached", "client-detached"}
}

// presence has new panes know the file, one for each server, and tmux make and remove it. A file that the user has
// named stays.
func (c Conf) presence(w *writer) {
	const name = "#{b:socket_path}" + presenceEnd
	dir := literal(c.Presence + "/")
	w.section("Keep a file while somebody is here, for Claude Code's notifications on the telephone: atm setup --help")
	w.unless("#{"+presenceVariable+"}", "set-environment -gF "+presenceVariable+" "+word(dir+name))
	command := "run-shell -b " + word(tmuxopt.Lit(shell.Word(c.Program)).String()+" here "+
		literal(shell.Word(c.Presence+"/"))+"#{q;b:socket_path}"+presenceEnd+" >/dev/null 2>&1 || :")
	for _, hook := range presenceHooks() {
		w.line("set-option -gq %s[%d] %s", hook, presenceIndex, word(command)) // -q: tmux 3.2 does not have all
	}
	w.line("%s", command)
}

// undoPresence removes our file, and what makes it.
func undoPresence() [][]string {
	ours := "#{m:*/.local/state/atm/*" + presenceEnd + ",#{" + presenceVariable + "}}"
	remove := `f=#{q:` + presenceVariable + `}; rm -f -- "$f"; rmdir -- "$(dirname -- "$f")" 2>/dev/null || :`
	cmds := [][]string{
		{"run-shell", "-t", tmuxopt.NoTarget, "#{?" + ours + "," + remove + ",:}"},
		{"if-shell", "-Ft", tmuxopt.NoTarget, ours, "set-environment -gu " + presenceVariable},
	}
	for _, hook := range presenceHooks() {
		cmds = append(cmds, forget(fmt.Sprintf("%s[%d]", hook, presenceIndex)))
	}
	return cmds
}

// TellsPresence reports whether our configuration file has tmux keep the file.
func TellsPresence(text string) bool {
	return strings.Contains(text, "set-environment -gF "+presenceVariable)
}
