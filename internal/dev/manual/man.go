package manual

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"

	"atm/internal/cli"
)

// Man returns the manual page, in the macros of man(7). Behind the commands stand further
// sections: heading, text, heading, text.
func (m Manual) Man(sections ...string) string {
	var b strings.Builder
	upper := strings.ToUpper(m.Name)
	description, detail, _ := strings.Cut(m.Help, "\n\n")
	name := roff(strings.TrimSuffix(line(description), "."))
	fmt.Fprintf(&b, ".\\\" Written by scripts/docs.\n.TH %s 1\n.SH NAME\n%s \\- %s\n", upper, m.Name, name)
	fmt.Fprintf(&b, ".SH SYNOPSIS\n")
	for _, node := range m.commands() {
		fmt.Fprintf(&b, ".B %s\n%s\n.br\n", roff(m.Name+" "+node.Name), roff(synopsis(node)))
	}
	if m.Foreign {
		fmt.Fprintf(&b, ".B %s\n%s\n", roff(m.Name), roff("[ARGUMENTS OF CLAUDE...]"))
	}
	if detail != "" {
		fmt.Fprintf(&b, ".SH DESCRIPTION\n%s", paragraphs(detail))
	}
	b.WriteString(".SH COMMANDS\n")
	for _, node := range m.commands() {
		fmt.Fprintf(&b, ".SS %s\n%s", roff(m.Name+" "+node.Name+" "+synopsis(node)), paragraphs(node.Help))
		for _, flag := range node.Flags {
			if !flag.Hidden {
				b.WriteString(option(flag))
			}
		}
		b.WriteString(paragraphs(cli.Details(node)))
	}
	b.WriteString(".SH OPTIONS\n")
	for _, flag := range m.flags(m.Node) {
		b.WriteString(option(flag))
	}
	for i := 0; i+1 < len(sections); i += 2 {
		fmt.Fprintf(&b, ".SH %s\n%s", roff(sections[i]), paragraphs(sections[i+1]))
	}
	return b.String()
}

// synopsis is what follows the name of a command.
func synopsis(node *kong.Node) string {
	var parts []string
	if len(node.Flags) > 0 {
		parts = append(parts, "[FLAGS]")
	}
	for _, arg := range node.Positional {
		parts = append(parts, arg.Summary())
	}
	return strings.Join(parts, " ")
}

func option(flag *kong.Flag) string {
	name := "--" + flag.Name
	if s := short(flag); s != "" {
		name = s + ", " + name
	}
	switch words := values(flag.Value); {
	case takesValue(flag) && len(words) > 0:
		name += "=" + strings.Join(words, "|")
	case takesValue(flag):
		name += "=" + flag.FormatPlaceHolder()
	}
	return fmt.Sprintf(".TP\n.B %s\n%s\n", roff(name), roff(line(flag.Help)))
}

// paragraphs sets a text: lines that are indented stay as they are.
func paragraphs(text string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		if part == "" {
			continue
		}
		b.WriteString(".PP\n")
		example := false
		for one := range strings.Lines(part) {
			one = strings.TrimSuffix(one, "\n")
			if indented := strings.HasPrefix(one, "  "); indented != example {
				example = indented
				b.WriteString(map[bool]string{true: ".nf\n", false: ".fi\n"}[example])
			}
			b.WriteString(roff(one) + "\n")
		}
		if example {
			b.WriteString(".fi\n")
		}
	}
	return b.String()
}

// roff escapes what troff would take for its own.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}
