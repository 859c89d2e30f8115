package words

import (
	"cmp"
	"fmt"
	"path"
	"strings"
)

// ToolInput has the members of a tool's input that [Request] uses. A member that is missing, or no string, is
// empty.
type ToolInput struct {
	Command      string // command
	FilePath     string // file_path
	NotebookPath string // notebook_path
	Path         string // path
	URL          string // url
	Query        string // query
	Pattern      string // pattern
	Description  string // description
	Prompt       string // prompt

	OldString string // old_string of Edit
	NewString string // new_string of Edit
	Content   string // content of Write
	Truncated bool   // one of these three is incomplete, so its lines cannot be counted
	Edits     int    // the length of edits, of MultiEdit

	Skill string // skill
	Args  string // args of Skill
	Plan  string // plan of ExitPlanMode

	Question  string // questions[0].question of AskUserQuestion
	Questions int    // the length of questions
}

// Directories are the directories to which paths are shown relative.
type Directories struct {
	CWD  string // absolute
	Home string // absolute
}

// Request describes in one line the tool call on which a person decides: "Bash: rm -rf build/", "Edit:
// src/a.go (+3 −1)", the text of a question, the title of a plan. If the input has no such text, it returns
// the name of the tool. The text is foreign, and may be longer than an option.
func Request(tool string, in ToolInput, at Directories) string {
	subject := ""
	switch server, name, isMCP := strings.Cut(strings.TrimPrefix(tool, "mcp__"), "__"); {
	case isMCP && strings.HasPrefix(tool, "mcp__"):
		return "mcp " + server + ": " + name
	case tool == "AskUserQuestion":
		return cmp.Or(in.question(), tool)
	case tool == "ExitPlanMode":
		return cmp.Or(planTitle(in.Plan), tool)
	case tool == "WebFetch":
		subject = host(in.URL)
	case in.FilePath != "" && in.Command == "":
		subject = oneLine(at.shorten(in.FilePath)) + in.changes()
	default:
		subject = firstOf(in.Command, at.shorten(in.NotebookPath), at.shorten(in.Path), in.URL, in.Query, in.Pattern,
			in.Skill+" "+in.Args, in.Description, in.Prompt)
	}
	if subject == "" {
		return tool
	}
	return tool + ": " + subject
}

func (in ToolInput) question() string {
	text := oneLine(in.Question)
	if text != "" && in.Questions > 1 {
		text += fmt.Sprintf(" (+%d more)", in.Questions-1)
	}
	return text
}

// planTitle returns the first heading of the top level, or else the first line.
func planTitle(plan string) string {
	first, code := "", fence("")
	for line := range strings.Lines(plan) {
		line = strings.TrimSpace(line)
		if code.encloses(line) || !hasWord(line) {
			continue
		}
		if title, found := strings.CutPrefix(line, "# "); found {
			return plain(title)
		}
		first = cmp.Or(first, line)
	}
	_, mark := kindOf(first)
	return plain(first[mark:])
}

// changes returns how much a tool changes in its file: the edits, the lines that it writes, or those that it
// adds and removes. A line that is only moved does not count.
func (in ToolInput) changes() string {
	switch {
	case in.Edits > 0:
		return counted(in.Edits, "edit")
	case in.Truncated:
		return ""
	case in.Content != "":
		return counted(strings.Count(strings.TrimSuffix(in.Content, "\n"), "\n")+1, "line")
	}
	surplus := make(map[string]int, strings.Count(in.NewString, "\n"))
	for line := range strings.Lines(in.NewString) {
		surplus[strings.TrimSuffix(line, "\n")]++
	}
	for line := range strings.Lines(in.OldString) {
		surplus[strings.TrimSuffix(line, "\n")]--
	}
	added, removed := 0, 0
	for _, n := range surplus {
		added += max(n, 0)
		removed += max(-n, 0)
	}
	if added+removed == 0 {
		return ""
	}
	return fmt.Sprintf(" (+%d −%d)", added, removed)
}

// counted returns " (1 line)" or " (2 lines)".
func counted(n int, noun string) string {
	if n > 1 {
		noun += "s"
	}
	return fmt.Sprintf(" (%d %s)", n, noun)
}

// shorten makes a path relative to the directory of the session, or to the home directory.
func (at Directories) shorten(file string) string {
	if !path.IsAbs(file) {
		return file
	}
	file = path.Clean(file) // a path that is shown as below the project must be there
	for _, root := range []struct{ dir, shown string }{{at.CWD, ""}, {at.Home, "~/"}} {
		rest, below := strings.CutPrefix(file, strings.TrimRight(root.dir, "/")+"/")
		if below && root.dir != "" {
			return root.shown + rest
		}
	}
	return file
}

// host returns the host of an address, with its port: it shows who gets the request. The text before an @
// only looks like a host.
func host(address string) string {
	address = oneLine(address)
	_, rest, found := strings.Cut(address, "://")
	if !found {
		return address
	}
	if end := strings.IndexAny(rest, `/\?#`); end >= 0 { // browsers read \ as /
		rest = rest[:end]
	}
	return rest[strings.LastIndexByte(rest, '@')+1:]
}

// firstOf returns the first line of the first text that is not blank, with " …" if more lines follow.
func firstOf(texts ...string) string {
	for _, text := range texts {
		first, rest, _ := strings.Cut(strings.TrimSpace(text), "\n")
		if rest != "" {
			return oneLine(first) + " …"
		}
		if first != "" {
			return oneLine(first)
		}
	}
	return ""
}

// maxLine is how many bytes of a text are used: more than fit into an option.
const maxLine = 2 << 10

// oneLine replaces white space by single blanks, so that it cannot move text out of view.
func oneLine(text string) string {
	if len(text) > maxLine {
		text = strings.ToValidUTF8(text[:maxLine], "")
	}
	return strings.Join(strings.Fields(text), " ")
}
