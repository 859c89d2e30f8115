package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/google/go-cmp/cmp"
)

// marked matches a prompt that 2.1.329 has marked as pasted.
var marked = regexp.MustCompile(`(?s)^\n\n<pasted_content id="\w+">\n(.*)\n</pasted_content id="\w+">\n$`)

// escaped matches a mark in such a paste.
var escaped = regexp.MustCompile(`<\\(/?pasted_content)`)

// asked compares the prompts of the client's session with files. They arrive to the
// letter, but that the client makes four blanks of a tab and takes the blanks at the end
// away, and that a blank keeps the shell's sign from its beginning.
func (st *stage) asked(name, dir string) error {
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		return err
	}
	got, err := st.prompts(name)
	if err != nil {
		return err
	}
	var want []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		prompt := strings.TrimRight(strings.ReplaceAll(string(text), "\t", "    "), "\n")
		if strings.HasPrefix(prompt, "!") {
			prompt = " " + prompt
		}
		want = append(want, prompt)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		return fmt.Errorf("the prompts (-sent +arrived):\n%s", diff)
	}
	return nil
}

// prompts returns what the transcript of the client's session says that it was asked. The
// tests read it by themselves, and not through the package that they test.
func (st *stage) prompts(name string) ([]string, error) {
	id := st.monitor.seen(st.actors[name].pane).client.SessionID
	files, err := filepath.Glob(filepath.Join(st.home.claude(), "projects", "*", id+".jsonl"))
	if err != nil || len(files) != 1 {
		return nil, fmt.Errorf("transcripts of %s: %d, %w", id, len(files), err)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		return nil, err
	}
	var prompts []string
	for line := range bytes.Lines(text) {
		var l struct {
			Type    string
			IsMeta  bool
			Message struct{ Content any }
		}
		prompt := ""
		if json.Unmarshal(line, &l) == nil {
			prompt, _ = l.Message.Content.(string)
		}
		if l.Type != "user" || l.IsMeta || prompt == "" {
			continue
		}
		if match := marked.FindStringSubmatch(prompt); match != nil { // which it escapes in the paste
			prompt = escaped.ReplaceAllString(match[1], "<$1")
		}
		prompts = append(prompts, prompt)
	}
	return prompts, nil
}
