package permission

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/rogpeppe/go-internal/diff"
)

// Show returns the complete request for a person, in rows of at most width columns (0 = of any length; never
// less than 20): what is asked, who asks, where links lead, and what each answer would allow beyond this
// call. The only control characters in it are line breaks.
func (r Request) Show(width int) string {
	p := &page{width: width, filePlan: r.Plan}
	if r.Target() != "" {
		p.overwrites, p.before = r.Resolved.Exists, r.Resolved.Before
	}
	asked := visibleLine(r.Tool)
	if r.CWD != "" {
		asked += " in " + visibleLine(r.CWD)
	}
	p.line(asked)
	if r.AgentID != "" {
		agent := visibleLine(r.AgentType) + " (" + visibleLine(r.AgentID) + ")"
		p.line("asked by a subagent: " + strings.TrimSpace(agent))
	}
	if target := r.Target(); target != r.path() && target != "" {
		p.line("links lead to " + visibleLine(target))
	}
	p.gap()
	p.input(r.Tool, r.Input)
	for _, word := range []string{always, accept, approve, approve + editsMode} {
		if effect := r.Gives(word, width); effect != "" {
			p.gap()
			p.WriteString(effect)
		}
	}
	return p.String()
}

// editsMode follows approve to select the other mode.
const editsMode = " --mode acceptEdits"

// Gives tells a person what an answer allows beyond this call, in rows of at most width columns; "" if it
// allows nothing more.
func (r Request) Gives(word string, width int) string {
	updates := r.grants(word)
	if len(updates) == 0 {
		return ""
	}
	p := &page{width: width}
	p.line("The answer " + word + " would:")
	for _, update := range updates {
		p.rows("  - ", "      ", grant(update))
	}
	return p.String()
}

// input writes the input of a tool. Members without a format of their own follow the others, with their
// names.
func (p *page) input(tool string, input jsontext.Value) {
	members, err := parseObject(input)
	var shown []string
	if err == nil {
		shown = p.known(tool, members)
	}
	if shown == nil {
		p.json("", input)
		return
	}
	p.others("  ", members, shown...)
}

// known writes the members of a tool's input that have a format of their own, and returns their names; nil if
// the input does not have the expected form. The other functions with such a result do the same.
func (p *page) known(tool string, in object) (shown []string) {
	switch tool {
	case "Bash":
		shown = []string{"command"}
	case "Edit":
		shown = []string{"file_path", "old_string", "new_string"}
	case "Write":
		shown = []string{"file_path", "content"}
	case "AskUserQuestion":
		return p.questions(in)
	case "EnterPlanMode":
		shown = []string{} // there is no plan yet
	case "ExitPlanMode":
		return p.plan(in)
	}
	texts, all := in.texts(shown...)
	switch {
	case !all:
		return nil
	case tool == "Bash":
		p.block("", "", texts[0])
	case tool == "Edit":
		p.line(visibleLine(texts[0]))
		p.diff(texts[1], texts[2])
	case tool == "Write":
		p.line(visibleLine(texts[0]))
		p.written(texts[1])
	}
	return shown
}

// written writes the content of Write, as a diff if it replaces a text that is known.
func (p *page) written(content string) {
	if p.overwrites {
		p.line("overwrites the file that exists:")
	}
	if p.before != "" {
		p.diff(p.before, content)
		return
	}
	p.block("", "+", content)
}

// others writes the members that are not in shown, except empty texts.
func (p *page) others(indent string, members object, shown ...string) {
	for _, m := range members {
		if slices.Contains(shown, m.name) || string(m.value) == `""` {
			continue
		}
		name := indent + visibleLine(m.name) + ":"
		value, isText := text(m.value)
		switch {
		case isText && strings.Contains(value, "\n"):
			p.line(name)
			p.block(indent, "", value)
		case isText:
			p.rows(name+" ", indent+"    ", visible(value))
		case m.value.Kind() == jsontext.KindBeginObject, m.value.Kind() == jsontext.KindBeginArray:
			p.line(name)
			p.json(indent, m.value)
		default:
			p.rows(name+" ", indent+"    ", visible(string(m.value)))
		}
	}
}

// maxDepth is how deep indented JSON may be nested: the blanks of a million levels would fill the memory.
const maxDepth = 64

func (p *page) json(indent string, value jsontext.Value) {
	if depth(value) <= maxDepth {
		value = slices.Clone(value)
		_ = value.Indent(jsontext.WithIndent("  ")) // else it stays as it is
	}
	p.block(indent, "", string(value))
}

func depth(value jsontext.Value) int {
	deepest := 0
	d := decoder(value)
	for {
		if _, err := d.ReadToken(); err != nil {
			return deepest
		}
		deepest = max(deepest, d.StackDepth())
	}
}

// texts returns the texts of these members; all is false if one is missing or no text.
func (o object) texts(names ...string) (list []string, all bool) {
	for _, name := range names {
		value, exact := text(o.value(name))
		if !exact {
			return nil, false
		}
		list = append(list, value)
	}
	return list, true
}

// plan writes the input of the tools for plans. The input may lack the plan if Claude Code keeps it in a
// file.
func (p *page) plan(in object) (shown []string) {
	texts, all := in.texts("plan")
	if !all {
		texts = []string{p.filePlan}
	}
	if texts[0] == "" {
		p.line("The plan is not part of the request: it stands at its dialog.")
		return []string{}
	}
	p.block("", "", texts[0])
	return []string{"plan"}
}

// diff writes the lines that differ between two texts, and some lines around them.
func (p *page) diff(before, after string) {
	if !strings.HasSuffix(before, "\n") && !strings.HasSuffix(after, "\n") {
		before, after = endInNewline(before), endInNewline(after) // both end within a line
	}
	text := string(diff.Diff("", []byte(before), "", []byte(after)))
	for range 3 { // the header with the names of the texts, which are empty
		_, text, _ = strings.Cut(text, "\n")
	}
	if text == "" {
		p.line("(nothing changes)")
	}
	p.block("", "", text)
}

func endInNewline(text string) string {
	if text == "" {
		return ""
	}
	return text + "\n"
}
