package tmuxconf

import (
	_ "embed"
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
	Default string   // "" = no key is bound unless the option names one
	Others  []string // used if the default is bound to something else
	Command string   // of tmux
	Note    string

	mark  string // a text that only our command for this key contains
	bound string // the option that keeps the key which we have bound
}

// Keys lists the keys that setup binds, for that program.
func Keys(program string) []Key {
	run := func(command string) string {
		return "run-shell -b " + word(shell.Word(program)+" "+command+` "#{client_name}" || :`)
	}
	// The popup shows the request and asks for confirmation. After an error it stays open until Enter.
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

// Ours names the option that keeps the key which our file has set; a key that the user has chosen is not there.
func (k Key) Ours() string { return now(k.Option) }

// key writes the commands that bind a key, unless it is bound to something else.
func (w *writer) key(k Key) {
	w.section("%s, unless the key is bound to something else", k.Note)
	bind := fmt.Sprintf(`bind-key -N %s "#{q:%s}" %s`, literal(word(k.Note)), k.Option, literal(k.Command))
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
	w.ifNot("#{!=:#{"+k.Option+"},}",
		"set -goq "+k.Option+" "+word(k.Default), setGlobal(k.Ours(), "#{"+k.Option+"}"))
	w.line("%s", strings.Join(commands, "\n"))
}

//go:embed taken.sh
var takenScript string

// isTaken is a shell command that succeeds if the key is bound to something else. It runs when tmux reads our
// file, because only then the user's own bindings are known. It also unbinds the key that our file has bound
// earlier, if that was another one.
//
// It searches all keys of the prefix, because tmux 3.7 lists nothing for a single key. list-keys may have
// another name for a key than the user (C-m is Enter), so the shell function "name" binds the key in a table
// of its own and lists that, with two more keys because of tmux 3.7. In our file the command is one line.
func (k Key) isTaken() string {
	command := regexp.MustCompile(`\s*\n\s*`).ReplaceAllString(strings.TrimSpace(takenScript), " ")
	return strings.NewReplacer("OPTION", k.Option, "BOUND", k.bound, "MARK", k.mark).Replace(command)
}

// Binding returns the key in a line of list-keys -T prefix, "" if there is none, and whether it is bound to a
// command of atm.
func Binding(line string) (key string, isOurs bool) {
	_, rest, _ := strings.Cut(line, "-T prefix ")
	key, command, _ := strings.Cut(strings.TrimSpace(rest), " ")
	if len(key) == 2 {
		key = strings.TrimPrefix(key, "\\") // tmux escapes the special characters of its parser
	}
	return key, ourCommand().MatchString(strings.TrimSpace(command))
}

// BoundIn returns the option that says that our file has bound a key after the prefix, "" if none does, given the
// values of [Options]. A user may bind other keys to the same commands.
func BoundIn(key string, values map[string]string) (option string) {
	for _, k := range Keys("") {
		if values[k.bound] == key {
			return k.bound
		}
	}
	return ""
}

// ourCommand matches the commands of [Keys] as tmux prints them. Regular expressions are compiled when they
// are used: at the start of the program they would take a tenth of the millisecond in which a hook starts.
func ourCommand() *regexp.Regexp {
	return regexp.MustCompile(`^run-shell -b .*\batm'?\\?'? (?:next|pick) --client ` +
		`|^display-popup -E .* answer yes .*/` + ownname.Atm + `\b`)
}
