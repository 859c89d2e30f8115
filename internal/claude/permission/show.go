package permission

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/rogpeppe/go-internal/diff"
)

// Show returns the whole request for a person, in rows of at most so many columns (0: of
// any length; never less than 20): what is asked, by whom, where links lead, and what each answer
// would give beyond this call. It has no control characters but line breaks.
func (r Request) Show(width int) string {
	p := &page{width: width, filePlan: r.Plan}
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

// editsMode stands after approve for the other mode.
const editsMode = " --mode acceptEdits"

// Gives says for a person what an answer allows beyond this call, in rows of at most so many columns; "" if
// it allows nothing more.
func (r Request) Gives(word string, width int) string {
	var updates []jsontext.Value
	switch mode := r.acceptEdits(); {
	case word == always:
		updates = r.Always()
	case word == accept && mode != nil:
		updates = []jsontext.Value{mode}
	case word == approve && r.Tool == "ExitPlanMode":
		updates = []jsontext.Value{setMode("default")}
	case word == approve+editsMode && r.Tool == "ExitPlanMode":
		updates = []jsontext.Value{setMode("acceptEdits")}
	}
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

// input writes the input of a tool. Members without a format of their own come after the others, by name.
func (p *page) input(tool string, input jsontext.Value) {
	members, err := parseObject(input)
	var shown []string
	if err == nil {
		switch tool {
		case "Bash":
			shown = p.command(members)
		case "Edit":
			shown = p.edit(members)
		case "MultiEdit":
			shown = p.edits(members)
		case "Write":
			shown = p.content(members)
		case "AskUserQuestion":
			shown = p.questions(members)
		case "EnterPlanMode", "ExitPlanMode":
			shown = p.plan(members)
		}
	}
	if shown == nil {
		p.json("", input)
		return
	}
	p.others("  ", members, shown...)
}

// others writes the members that are not shown yet, except empty texts.
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

// maxDepth is how deep JSON may be nested to be indented: the blanks of a million levels
// would fill the memory.
const maxDepth = 64

// json writes a JSON value.
func (p *page) json(indent string, value jsontext.Value) {
	if depth(value) <= maxDepth {
		value = slices.Clone(value)
		_ = value.Indent(jsontext.WithIndent("  ")) // else it stays as it is
	}
	p.block(indent, "", string(value))
}

// depth returns how deep a JSON value is nested.
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

// texts returns the texts of some members, if all of them exist.
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

// command writes the input of Bash. Like the ones below it returns the names of the
// members that it has written, nil if the input is not of the form that is expected.
func (p *page) command(in object) (shown []string) {
	texts, all := in.texts("command")
	if !all {
		return nil
	}
	p.block("", "", texts[0])
	return []string{"command"}
}

// edit writes the input of Edit.
func (p *page) edit(in object) (shown []string) {
	texts, all := in.texts("file_path", "old_string", "new_string")
	if !all {
		return nil
	}
	p.line(visibleLine(texts[0]))
	p.diff(texts[1], texts[2])
	return []string{"file_path", "old_string", "new_string"}
}

// edits writes the input of MultiEdit.
func (p *page) edits(in object) (shown []string) {
	path, all := in.texts("file_path")
	list, err := elements(in.value("edits"))
	if !all || err != nil {
		return nil
	}
	edits := make([]object, len(list))
	for i, value := range list {
		edits[i], _ = parseObject(value)
		if _, all := edits[i].texts("old_string", "new_string"); !all {
			return nil
		}
	}
	p.line(visibleLine(path[0]))
	for _, edit := range edits {
		p.diff(edit.text("old_string"), edit.text("new_string"))
		p.others("  ", edit, "old_string", "new_string")
	}
	return []string{"file_path", "edits"}
}

// content writes the input of Write.
func (p *page) content(in object) (shown []string) {
	texts, all := in.texts("file_path", "content")
	if !all {
		return nil
	}
	p.line(visibleLine(texts[0]))
	p.block("", "+", texts[1])
	return []string{"file_path", "content"}
}

// plan writes the input of the tools for plans. Where Claude Code keeps the plan in a
// file of its own, the input may not have it.
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

// diff writes what changes between two texts: whole lines, and the ones around them.
func (p *page) diff(before, after string) {
	if !strings.HasSuffix(before, "\n") && !strings.HasSuffix(after, "\n") {
		before, after = endInNewline(before), endInNewline(after) // both are parts of lines
	}
	text := string(diff.Diff("", []byte(before), "", []byte(after)))
	for range 3 { // the names of the texts, which have none
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
