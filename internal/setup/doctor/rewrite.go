package doctor

import (
	"regexp"
	"slices"
	"strings"

	"atm/tmuxopt"
)

// To see what tmux draws, tmux itself has to expand its formats: only then conditions,
// loops and limits of length count. But our parts are empty where no session runs, and
// a format may have commands in it, which nobody has asked doctor to run. So a format
// is rewritten before: a mark stands for each of our parts, the values of options
// stand where tmux would expand them, and commands are gone.

// mark is what stands in a rewritten format for a part. It is as wide as a small
// count.
type mark string

const (
	countsMark mark = "~atmc~" // #{E:@atm_counts}
	windowMark mark = "~atmw~" // #{E:@atm_window}
	paneMark   mark = "~atmp~" // #{E:@atm_pane}, #{E:@atm_meter}
	syncMark   mark = "~atms~" // #(atm sync --follow)
	ownMark    mark = "~atmo~" // anything else that shows options of the contract
	tabMark    mark = "~atmt~" // the name of a window, which has a format of its own
)

// format is what puts the mark into the text that tmux expands. (A condition that is
// plain text is the name of a variable for tmux.)
func (m mark) format() string { return "#{l:" + string(m) + "}" }

func allMarks() []mark { return []mark{countsMark, windowMark, paneMark, syncMark, ownMark, tabMark} }

// marksIn returns the marks in a text, each once.
func marksIn(text string) []mark {
	return slices.DeleteFunc(allMarks(), func(m mark) bool { return !strings.Contains(text, string(m)) })
}

// ourMarks are the marks that stand for options of ours.
func ourMarks() map[string]mark {
	return map[string]mark{
		"@atm_counts": countsMark,
		"@atm_window": windowMark,
		"@atm_pane":   paneMark,
		"@atm_meter":  paneMark, // it has the icon in it
	}
}

// rewriter rewrites formats.
type rewriter struct {
	values map[string]string // of options
	whole  bool              // nothing is cut off: for commands, which tmux runs all the same

	missing   map[string]bool // options that were met and have no value here
	used      map[string]bool // options whose values were put in
	undefined map[string]bool // options of ours that are used and have no value
	length    int             // of the values that were put in
	syncs     []string        // the commands that correct panes
}

func newRewriter(values map[string]string) *rewriter {
	return &rewriter{
		values:    values,
		missing:   map[string]bool{},
		used:      map[string]bool{},
		undefined: map[string]bool{},
	}
}

// Bounds of a rewritten format, should options lead back to each other. tmux itself
// goes a hundred levels deep.
const (
	maxDepth  = 20
	maxLength = 64 << 10
)

// rewrite rewrites a format. What it returns can stand in any argument of another
// format: what would end one there is escaped.
func (r *rewriter) rewrite(format string, depth int) string {
	var b strings.Builder
	for i := 0; i < len(format); {
		rest := format[i:]
		switch {
		case strings.HasPrefix(rest, "#("):
			end := closingParenthesis(rest)
			if end < 0 {
				return b.String() // where tmux stops, too
			}
			b.WriteString(r.command(rest[2:end]))
			i += end + 1
		case strings.HasPrefix(rest, "#{"):
			end := skip(rest, "}")
			if end < 0 {
				return b.String()
			}
			b.WriteString(r.replacement(rest[2:end], depth))
			i += end + 1
		case rest[0] == '#' && len(rest) > 1: // an escape, a style, or the short name of a variable
			b.WriteString(rest[:2])
			i += 2
		case rest[0] == ',' || rest[0] == '}':
			b.WriteString("#" + rest[:1])
			i++
		default:
			b.WriteByte(rest[0])
			i++
		}
	}
	return b.String()
}

// command returns what stands for a command of a status line.
func (r *rewriter) command(command string) string {
	switch {
	case ourSync().MatchString(command):
		r.syncs = append(r.syncs, command)
		return syncMark.format()
	case ourIcons().MatchString(command):
		return ownMark.format()
	}
	return ""
}

func ourSync() *regexp.Regexp { return regexp.MustCompile(`\batm'? +sync\b`) }

func ourIcons() *regexp.Regexp {
	return regexp.MustCompile(`\batm'? +(pane-icon|window-icon|status)\b`)
}

// replacement returns what stands for "#{body}".
func (r *rewriter) replacement(body string, depth int) string {
	if condition, found := strings.CutPrefix(body, "?"); found {
		return r.conditional(split(condition, ","), depth)
	}
	modifiers, rest := cutModifiers(body)
	if modifiers == "l" {
		return "#{" + strings.ReplaceAll(body, "#(", "(") + "}"
	}
	var kept []string
	expands := false
	for _, modifier := range split(modifiers, ";") {
		if modifier == "E" || modifier == "T" {
			expands = true
		} else if modifier != "" && !strings.Contains(modifier, "#(") && !(r.whole && cutsOff(modifier)) {
			kept = append(kept, modifier)
		}
	}
	inner := r.arguments(split(rest, ","), depth)
	named := !strings.ContainsAny(rest, "#,")
	switch {
	case named && strings.HasPrefix(rest, tmuxopt.Prefix):
		return ownMark.format()
	case named && expands:
		inner = r.option(rest, depth)
	}
	if marks := marksIn(inner); len(marks) > 0 && slices.ContainsFunc(kept, changesText) {
		return formats(marks)
	}
	switch {
	case len(kept) > 0 && expands:
		return "#{" + strings.Join(kept, ";") + ":" + asFormat(inner) + "}"
	case len(kept) > 0:
		return "#{" + strings.Join(kept, ";") + ":" + inner + "}"
	case named && !expands:
		return "#{" + inner + "}"
	}
	return inner
}

// conditional rewrites a choice. One that asks for our parts shows them if there is
// anything to show.
func (r *rewriter) conditional(arguments []string, depth int) string {
	var texts []string
	asksForOurs := false
	for i, argument := range arguments {
		text := r.rewrite(argument, depth)
		if i%2 == 0 && i+1 < len(arguments) { // since 3.6 there may be several conditions
			asksForOurs = asksForOurs || len(marksIn(text)) > 0
			if strings.Contains(argument, "#{") {
				text = asFormat(text)
			}
		}
		texts = append(texts, text)
	}
	text := "#{?" + strings.Join(texts, ",") + "}"
	if asksForOurs {
		return formats(marksIn(text))
	}
	return text
}

// asFormat returns a text that has something to be expanded in it: any other one
// tmux takes for the name of a variable where it wants one.
func asFormat(text string) string {
	if strings.Contains(text, "#{") {
		return text
	}
	return text + "#{l:}"
}

func (r *rewriter) arguments(arguments []string, depth int) string {
	var texts []string
	for _, argument := range arguments {
		texts = append(texts, r.rewrite(argument, depth))
	}
	return strings.Join(texts, ",")
}

// option returns what stands for the expanded value of an option.
func (r *rewriter) option(name string, depth int) string {
	value, known := r.values[name]
	ours, isOurs := ourMarks()[name]
	switch {
	case name == "window-status-format" || name == "window-status-current-format":
		r.used[name] = true
		return tabMark.format()
	case !isOurs && strings.HasPrefix(name, "@atm_"): // a colour, which shows nothing by itself
		return ""
	case !known:
		r.missing[name] = true
		return ""
	case isOurs && value == "":
		r.undefined[name] = true
		return ""
	case isOurs:
		return ours.format()
	case depth == maxDepth || r.length > maxLength:
		return ""
	}
	r.used[name] = true
	r.length += len(value)
	return r.rewrite(value, depth+1)
}

func formats(marks []mark) string {
	var b strings.Builder
	for _, m := range marks {
		b.WriteString(m.format())
	}
	return b.String()
}
