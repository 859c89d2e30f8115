package tmuxconf

import (
	"fmt"
	"regexp"
	"strings"

	"atm/internal/sys/ownname"
	"atm/internal/sys/shell"
	"atm/tmuxopt"
)

// Key is a key after the prefix.
type Key struct {
	Option  string   // the user's option that names another key
	Default string   // "" = none is bound unless the option names one
	Others  []string // where that is taken
	Command string   // of tmux
	Note    string

	mark  string // what is in our commands for such a key, and in no others
	bound string // the option that remembers the key that we have bound
}

// Keys lists the keys that setup binds, for that program.
func Keys(program string) []Key {
	run := func(command string) string {
		return "run-shell -b " + word(shell.Word(program)+" "+command+` "#{client_name}" || :`)
	}
	// The popup shows what is asked, and asks. What goes wrong stays until it is read.
	answer := `exec sh -c '"$0" answer yes || { printf "Press Enter. "; read -r _; }' `
	return []Key{
		{
			Option:  tmuxopt.NextKeyOption,
			Default: "a", Others: []string{"g", "y", "j"},
			Command: run("next --client"),
			Note:    "Go to the session that needs you",
			mark:    "next --client",
			bound:   "@atm_key",
		},
		{
			Option:  tmuxopt.PickKeyOption,
			Default: "A", Others: []string{"G", "Y", "J"},
			Command: run("pick --client"),
			Note:    "Choose a session",
			mark:    "pick --client",
			bound:   "@atm_key_pick",
		},
		{
			Option:  tmuxopt.AnswerKeyOption,
			Command: "display-popup -E " + word(answer+shell.Word(program)),
			Note:    "Answer yes to the session that needs you, after a look",
			mark:    "answer yes",
			bound:   "@atm_key_answer",
		},
	}
}

// key binds a key that is free.
func (w *writer) key(k Key) {
	w.section("%s, unless the key is bound to something else", k.Note)
	bind := fmt.Sprintf(`bind-key -N %s "#{%s}" %s`, literal(word(k.Note)), k.Option, literal(k.Command))
	commands := []string{
		fmt.Sprintf("if -t %s '%s' '' {", tmuxopt.NoTarget, k.isTaken()),
		"  " + setGlobal(k.bound, "#{"+k.Option+"}"),
		fmt.Sprintf("  run-shell -Ct %s %s", tmuxopt.NoTarget, word(bind)),
		"}",
	}
	if k.Default == "" {
		w.line("%s '#{%s}' {\n  %s\n}", ifGlobal, k.Option, strings.Join(commands, "\n  "))
		return
	}
	w.line("set -goq %s %s", k.Option, word(k.Default))
	w.line("%s", strings.Join(commands, "\n"))
}

// isTaken is a command of the shell that succeeds if the key is bound to something
// else: only when our file is read it is known what the user's own has bound. It also
// frees the key that we have bound before, if that was another one.
//
// It looks through all keys of the prefix, because of a single key tmux 3.7 lists
// nothing. list-keys may have another name for a key than the user (C-m is Enter), so
// the shell function "name" binds the key in a table of its own and lists that; two
// more keys are there for 3.7 to list anything.
func (k Key) isTaken() string {
	const functions = `bound() { tmux list-keys -T "$1" 2>/dev/null | ` +
		`sed "s/^bind-key *\(-r \)* *-T [^ ]* *//"; }; ` +
		`name() { n=$1; case $n in *\;) n=${n%?}\\\; ;; esac; ` +
		`tmux bind-key -T atm_probe F11 list-sessions \; bind-key -T atm_probe F12 list-sessions \; ` +
		`bind-key -T atm_probe "$n" list-keys 2>/dev/null && ` +
		`bound atm_probe | sed -n "s/ *list-keys$//p"; tmux unbind-key -aqT atm_probe 2>/dev/null; }; `
	search := `bound prefix | while read -r key command; do case $key:$command in ` +
		`"$k":*"` + k.mark + `"*) ;; ` +
		`"$was":*"` + k.mark + `"*) tmux unbind-key -T prefix "$was" ;; ` +
		`*"` + k.mark + `"*) ;; ` +
		`"$k":*) echo taken ;; ` +
		`esac; done | grep -q taken`
	return functions + "k=$(name #{q:" + k.Option + "}); was=$(name #{q:" + k.bound + "}); " + search
}

// Bound returns the key that list-keys says is bound to a command of atm, "" if
// it is bound to anything else. line is a line of list-keys -T prefix.
func Bound(line string) string {
	_, rest, found := strings.Cut(line, "-T prefix ")
	key, command, _ := strings.Cut(strings.TrimSpace(rest), " ")
	if !found || !ourCommand().MatchString(strings.TrimSpace(command)) {
		return ""
	}
	if len(key) == 2 {
		key = strings.TrimPrefix(key, "\\") // tmux escapes what its parser would take for more
	}
	return key
}

// ourCommand matches what [Keys] binds, as tmux prints it. Expressions are compiled
// where they are used: a hook starts in a millisecond, and what is compiled at the
// start of the program would be a tenth of it.
func ourCommand() *regexp.Regexp {
	return regexp.MustCompile(`^run-shell -b .*\batm'?\\?'? (?:next|pick) --client ` +
		`|^display-popup -E .* answer yes .*/` + ownname.Atm + `\b`)
}
