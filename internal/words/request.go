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
	if mcp, found := strings.CutPrefix(tool, "mcp__"); found && strings.Contains(mcp, "__") {
		return "mcp " + strings.Replace(mcp, "__", ": ", 1)
	}
	switch tool {
	case "AskUserQuestion":
		return cmp.Or(question(in), tool)
	case "ExitPlanMode":
		return cmp.Or(planTitle(in.Plan), tool)
	}
	if subject := subject(tool, in, at); subject != "" {
		return tool + ": " + subject
	}
	return tool
}

// subject returns the command, file, address or description of a tool call.
func subject(tool string, in ToolInput, at Directories) string {
	switch tool {
	case "Edit":
		return at.shorten(in.FilePath) + in.changedLines()
	case "Write":
		return at.shorten(in.FilePath) + in.writtenLines()
	case "MultiEdit":
		return at.shorten(in.FilePath) + counted(in.Edits, "edit")
	case "NotebookEdit":
		return at.shorten(in.NotebookPath)
	case "WebFetch":
		return host(in.URL)
	case "Skill":
		return oneLine(in.Skill + " " + in.Args)
	case "Task", "Agent":
		return firstOf(in.Description, in.Prompt)
	}
	return firstOf(in.Command, at.shorten(in.FilePath), at.shorten(in.Path), in.URL, in.Query, in.Pattern,
		in.Description, in.Prompt)
}

func question(in ToolInput) string {
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
		switch {
		case code.encloses(line):
		case strings.HasPrefix(line, "# "):
			return plain(line[2:])
		case first == "" && hasWord(line):
			first = line
		}
	}
	_, mark := kindOf(first)
	return plain(first[mark:])
}

// changedLines returns how many lines were added and removed. A line that was only moved does not count.
func (in ToolInput) changedLines() string {
	if in.Truncated {
		return ""
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

func (in ToolInput) writtenLines() string {
	if in.Truncated {
		return ""
	}
	lines := 0
	for range strings.Lines(in.Content) {
		lines++
	}
	return counted(lines, "line")
}

// counted returns " (1 line)", " (2 lines)", or nothing for none.
func counted(n int, noun string) string {
	switch n {
	case 0:
		return ""
	case 1:
		return " (1 " + noun + ")"
	}
	return fmt.Sprintf(" (%d %ss)", n, noun)
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
		text = strings.TrimSpace(text)
		first, rest, _ := strings.Cut(text, "\n")
		if first == "" {
			continue
		}
		if rest != "" {
			return oneLine(first) + " …"
		}
		return oneLine(first)
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
