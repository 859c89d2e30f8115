package words_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/words"
)

func TestRequest(t *testing.T) {
	t.Parallel()
	at := words.Directories{CWD: "/home/ada/parser", Home: "/home/ada"}
	tests := []struct {
		name, tool string
		in         words.ToolInput
		want       string
	}{
		{"a command says everything", "Bash", words.ToolInput{Command: "rm -rf build/", Description: "Clean"},
			"Bash: rm -rf build/"},
		{"more lines of a command are announced", "Bash", words.ToolInput{Command: "\ncd a\nrm -rf *\n"},
			"Bash: cd a …"},
		{"a line break at the end is no more line", "Bash", words.ToolInput{Command: "ls\n"}, "Bash: ls"},
		{"blanks push nothing out of sight", "Bash", words.ToolInput{Command: "ls  \t     ; rm -rf ~"},
			"Bash: ls ; rm -rf ~"},
		{"a command without text", "Bash", words.ToolInput{}, "Bash"},
		{"only lines that differ count", "Edit", words.ToolInput{FilePath: "/home/ada/parser/src/a.go",
			OldString: "a\nb\nc", NewString: "a\nx\ny\nz\nc\n"}, "Edit: src/a.go (+3 −1)"},
		{"a repeated line counts once more", "Edit", words.ToolInput{FilePath: "a.go", OldString: "a",
			NewString: "a\na"},
			"Edit: a.go (+1 −0)"},
		{"lines that only move", "Edit", words.ToolInput{FilePath: "a.go", OldString: "a\nb",
			NewString: "b\na"}, "Edit: a.go"},
		{"lines that are not all known are not counted", "Edit", words.ToolInput{FilePath: "a.go",
			OldString: "a",
			NewString: "b", Truncated: true}, "Edit: a.go"},
		{"a file above the project, below the home", "Write", words.ToolInput{FilePath: "/home/ada/notes.md",
			Content: "a"},
			"Write: ~/notes.md (1 line)"},
		{"the last line may lack its end", "Write", words.ToolInput{FilePath: "/etc/hosts",
			Content: "a\nb\nc"},
			"Write: /etc/hosts (3 lines)"},
		{"an empty file has no lines", "Write", words.ToolInput{FilePath: "/home/ada/parser/a"}, "Write: a"},
		{"a big file is not counted", "Write", words.ToolInput{FilePath: "a", Content: "a\nb",
			Truncated: true}, "Write: a"},
		{"a path out of the project does not look as if below it", "Read",
			words.ToolInput{FilePath: "/home/ada/parser/../../eve/key"}, "Read: /home/eve/key"},
		{"a neighbour with the same beginning", "Read", words.ToolInput{FilePath: "/home/ada/parser2/a"},
			"Read: ~/parser2/a"},
		{"a relative path stays", "Read", words.ToolInput{FilePath: "a/b"}, "Read: a/b"},
		{"several edits", "MultiEdit", words.ToolInput{FilePath: "a.go", Edits: 3},
			"MultiEdit: a.go (3 edits)"},
		{"a notebook", "NotebookEdit", words.ToolInput{NotebookPath: "/home/ada/parser/n.ipynb"},
			"NotebookEdit: n.ipynb"},
		{"only the host of an address", "WebFetch", words.ToolInput{URL: "https://example.org/a?b=c",
			Prompt: "x"},
			"WebFetch: example.org"},
		{"a user that looks like a host", "WebFetch",
			words.ToolInput{URL: "https://github.com@evil.example:8080/"},
			"WebFetch: evil.example:8080"},
		{"a backslash ends the host as in browsers", "WebFetch",
			words.ToolInput{URL: `https://evil.example\@github.com/`},
			"WebFetch: evil.example"},
		{"an @ in the path is no user", "WebFetch", words.ToolInput{URL: "https://example.org/@ada"},
			"WebFetch: example.org"},
		{"no address", "WebFetch", words.ToolInput{URL: "example"}, "WebFetch: example"},
		{"words to search for", "WebSearch", words.ToolInput{Query: "tmux hooks"}, "WebSearch: tmux hooks"},
		{"a tool of an MCP server", "mcp__github__create_issue", words.ToolInput{Description: "x"},
			"mcp github: create_issue"},
		{"a tool whose name has two underscores", "mcp__a__b__c", words.ToolInput{}, "mcp a: b__c"},
		{"a name that only begins like one of MCP", "mcp__x", words.ToolInput{Query: "q"}, "mcp__x: q"},
		{"one question", "AskUserQuestion", words.ToolInput{Question: "Which\ncolour?", Questions: 1},
			"Which colour?"},
		{"several questions", "AskUserQuestion", words.ToolInput{Question: "Which?", Questions: 3},
			"Which? (+2 more)"},
		{"a question without text", "AskUserQuestion", words.ToolInput{Questions: 2}, "AskUserQuestion"},
		{"the title of a plan", "ExitPlanMode",
			words.ToolInput{Plan: "Intro\n\n# Fix `a.go` **now**\n\n## Steps"}, "Fix a.go now"},
		{"a comment in code is no title", "ExitPlanMode",
			words.ToolInput{Plan: "Install\n```\n# root\n```\n"}, "Install"},
		{"a plan whose headings are of a lower level", "ExitPlanMode",
			words.ToolInput{Plan: "\n## Goal\ntext"}, "Goal"},
		{"a plan that is a list", "ExitPlanMode", words.ToolInput{Plan: "- one\n- two"}, "one"},
		{"a plan that is elsewhere", "ExitPlanMode", words.ToolInput{}, "ExitPlanMode"},
		{"planning", "EnterPlanMode", words.ToolInput{}, "EnterPlanMode"},
		{"a skill with arguments", "Skill", words.ToolInput{Skill: "deploy", Args: "prod"},
			"Skill: deploy prod"},
		{"a skill without", "Skill", words.ToolInput{Skill: "deploy"}, "Skill: deploy"},
		{"an agent is described", "Task", words.ToolInput{Description: "Find callers", Prompt: "Long"},
			"Task: Find callers"},
		{"an agent is not described", "Agent", words.ToolInput{Prompt: "Find\nall"}, "Agent: Find …"},
		{"an unknown tool: a file tells more than a pattern", "Future",
			words.ToolInput{Pattern: "x", Path: "/home/ada/parser/src"}, "Future: src"},
		{"an unknown tool without words", "Future", words.ToolInput{}, "Future"},
		{"no tool", "", words.ToolInput{}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, words.Request(tt.tool, tt.in, at)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestRequestWithoutPlace(t *testing.T) {
	t.Parallel()
	in := words.ToolInput{FilePath: "/etc/hosts"}
	if diff := cmp.Diff("Read: /etc/hosts", words.Request("Read", in, words.Directories{})); diff != "" {
		t.Errorf("nothing is known of the place (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff("Read: etc/hosts", words.Request("Read", in, words.Directories{CWD: "/"})); diff != "" {
		t.Errorf("the session runs in / (-want +got):\n%s", diff)
	}
}
