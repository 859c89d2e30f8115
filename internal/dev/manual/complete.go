package manual

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// Bash returns the completion for bash 3.2, which macOS has, and later.
func (m Manual) Bash() string {
	var b strings.Builder
	var first []string // what the first word can be
	for _, node := range m.commands() {
		first = append(first, node.Name)
	}
	first = append(first, m.names(m.Node)...)
	fmt.Fprintf(&b, bashHead, m.Name, strings.Join(first, " "))
	for _, node := range m.commands() {
		for _, flag := range m.flags(node) {
			if takesValue(flag) {
				b.WriteString(bashValue(node, flag))
			}
		}
		next := append(words(node), m.names(node)...)
		fmt.Fprintf(&b, "\t\t%s:*) words='%s' ;;\n", node.Name, strings.Join(next, " "))
	}
	fmt.Fprintf(&b, bashTail, m.Name, m.Name)
	return b.String()
}

const bashHead = `# Written by scripts/docs.
_%s() {
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} words=''
	COMPREPLY=()
	if [ "$COMP_CWORD" = 1 ]; then
		words='%s'
	else
		case ${COMP_WORDS[1]}:$prev in
`

const bashTail = `		esac
	fi
	COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _%s %s
`

// bashValue completes the value of a flag.
func bashValue(node *kong.Node, flag *kong.Flag) string {
	pattern := node.Name + ":--" + flag.Name
	if s := short(flag); s != "" {
		pattern += " | " + node.Name + ":" + s
	}
	action := "words='" + strings.Join(values(flag.Value), " ") + "'"
	if files(flag) {
		action = `COMPREPLY=($(compgen -f -- "$cur")); return`
	} else if len(values(flag.Value)) == 0 {
		action = "return"
	}
	return fmt.Sprintf("\t\t%s) %s ;;\n", pattern, action)
}

// names returns the flags of a command as they are typed.
func (m Manual) names(node *kong.Node) []string {
	var names []string
	for _, flag := range m.flags(node) {
		names = append(names, "--"+flag.Name)
		if s := short(flag); s != "" {
			names = append(names, s)
		}
	}
	return names
}

// Zsh returns the completion for zsh, a file of a directory of $fpath.
func (m Manual) Zsh() string {
	var b strings.Builder
	fmt.Fprintf(&b, "#compdef %s\n# Written by scripts/docs.\nlocal -a commands\ncommands=(\n", m.Name)
	for _, node := range m.commands() {
		fmt.Fprintf(&b, "  %s\n", single(strings.ReplaceAll(node.Name, ":", `\:`)+":"+line(node.Help)))
	}
	fmt.Fprintf(&b, zshCommands, strings.Join(m.zshFlags(m.Node), " "))
	for _, node := range m.commands() {
		spec := m.zshFlags(node)
		switch w := words(node); {
		case len(w) > 0:
			spec = append(spec, single("*: :("+strings.Join(w, " ")+")"))
		case m.Foreign:
			spec = append(spec, single("*: :_default"))
		}
		const command = "  %s) shift words; (( CURRENT-- )); _arguments %s ;;\n"
		fmt.Fprintf(&b, command, node.Name, strings.Join(spec, " "))
	}
	if m.Foreign {
		b.WriteString("  *) _default ;;\n")
	}
	b.WriteString("esac\n")
	return b.String()
}

const zshCommands = `)
if (( CURRENT == 2 )); then
  _describe command commands
  _arguments %s
  return
fi
case $words[2] in
`

func (m Manual) zshFlags(node *kong.Node) []string {
	var specs []string
	for _, flag := range m.flags(node) {
		help := "[" + strings.NewReplacer("[", `\[`, "]", `\]`, ":", `\:`).Replace(line(flag.Help)) + "]"
		value := ""
		if takesValue(flag) {
			value = ": :(" + strings.Join(values(flag.Value), " ") + ")"
			if files(flag) {
				value = ": :_files"
			}
			help = "=" + help
		}
		specs = append(specs, single("--"+flag.Name+help+value))
		if s := short(flag); s != "" {
			specs = append(specs, single(s+strings.TrimPrefix(help, "=")+value))
		}
	}
	return specs
}

// Fish returns the completion for fish.
func (m Manual) Fish() string {
	var b strings.Builder
	b.WriteString("# Written by scripts/docs.\n")
	if !m.Foreign {
		fmt.Fprintf(&b, "complete -c %s -f\n", m.Name)
	}
	for _, flag := range m.flags(m.Node) {
		b.WriteString(m.fishFlag("__fish_use_subcommand", flag))
	}
	for _, node := range m.commands() {
		seen := "__fish_seen_subcommand_from " + node.Name
		const command = "complete -c %s -n __fish_use_subcommand -a %s -d %s\n"
		fmt.Fprintf(&b, command, m.Name, node.Name, fish(line(node.Help)))
		if w := words(node); len(w) > 0 {
			fmt.Fprintf(&b, "complete -c %s -n %s -a %s\n", m.Name, fish(seen), fish(strings.Join(w, " ")))
		}
		for _, flag := range node.Flags {
			if !flag.Hidden {
				b.WriteString(m.fishFlag(seen, flag))
			}
		}
	}
	return b.String()
}

func (m Manual) fishFlag(condition string, flag *kong.Flag) string {
	text := fmt.Sprintf("complete -c %s -n %s -l %s", m.Name, fish(condition), flag.Name)
	if flag.Short != 0 {
		text += fmt.Sprintf(" -s %c", flag.Short)
	}
	switch v := values(flag.Value); {
	case !takesValue(flag):
	case files(flag):
		text += " -r -F"
	case len(v) > 0:
		text += " -x -a " + fish(strings.Join(v, " "))
	default:
		text += " -x"
	}
	return text + " -d " + fish(line(flag.Help)) + "\n"
}

// single quotes a word for zsh and bash, fish for fish.
func single(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

func fish(s string) string { return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(s) + "'" }
