package manualtest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// Documents checks that the README and the documents below docs speak of a program as
// its grammar does: they name every command, and no command and no flag that it does not
// have. A foreign program hands what it does not know to another one.
func Documents(t *testing.T, root string, program *kong.Node, foreign bool) {
	t.Helper()
	called := map[string]bool{}
	for path, text := range documents(t, root) {
		for _, call := range calls(program.Name, text) {
			node := child(program, call.command)
			if node == nil {
				if !foreign {
					t.Errorf("%s: %s has no command %s", path, program.Name, call.command)
				}
				continue
			}
			called[call.command] = true
			for _, flag := range call.flags {
				if !slices.Contains(flagsOf(program, node), flag) {
					t.Errorf("%s: %s %s has no flag %s", path, program.Name, call.command, flag)
				}
			}
		}
	}
	for _, node := range program.Children {
		if !node.Hidden && !called[node.Name] {
			t.Errorf("neither the README nor docs name %s %s", program.Name, node.Name)
		}
	}
}

// documents returns the texts of the README and of what is below docs by their names.
func documents(t *testing.T, root string) map[string]string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("documents: %q, %v", paths, err)
	}
	texts := map[string]string{}
	for _, path := range append(paths, filepath.Join(root, "README.md")) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts[path] = string(text)
	}
	return texts
}

// call is a command as a document calls it.
type call struct {
	command string
	flags   []string
}

var (
	comment  = regexp.MustCompile(`(^|\s)#\s.*`)
	codeSpan = regexp.MustCompile("`[^`]+`")
	flagName = regexp.MustCompile(`(^|\s)--[a-z][a-z-]*`)
)

// calls returns the calls of a program in the code of a text. In blocks of code,
// comments are not code.
func calls(program, text string) []call {
	// Before and after the words of a call are signs of the shell, of tmux, or of Markdown.
	before, behind := "(?:^|[\\s(\"'=`])", "([^|;&)(\"'<>#`]*)"
	pattern := regexp.MustCompile(before + program + ` ([a-z][a-z-]*)` + behind)
	var found []call
	for _, code := range code(text) {
		for _, match := range pattern.FindAllStringSubmatch(code, -1) {
			c := call{command: match[1]}
			own, _, _ := strings.Cut(match[2], " -- ") // the rest is for another program
			for _, flag := range flagName.FindAllString(own, -1) {
				c.flags = append(c.flags, strings.TrimSpace(flag))
			}
			found = append(found, c)
		}
	}
	return found
}

// code returns what is code in a text: lines of blocks without their comments, and
// spans within lines.
func code(text string) []string {
	var found []string
	block := false
	for line := range strings.Lines(text) {
		switch {
		case strings.HasPrefix(strings.TrimSpace(line), "```"):
			block = !block
		case block:
			found = append(found, comment.ReplaceAllString(line, ""))
		default:
			found = append(found, codeSpan.FindAllString(line, -1)...)
		}
	}
	return found
}

// child returns the command of that name, nil if there is none.
func child(program *kong.Node, name string) *kong.Node {
	for _, node := range program.Children {
		if node.Name == name {
			return node
		}
	}
	return nil
}

// flagsOf returns the flags that a command takes, as they are typed.
func flagsOf(program, command *kong.Node) []string {
	names := []string{"--help"}
	for _, flag := range slices.Concat(program.Flags, command.Flags) {
		names = append(names, "--"+flag.Name)
	}
	return names
}
