package e2e

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/google/go-cmp/cmp"
)

// marked matches a prompt that 2.1.329 has marked as pasted.
var marked = regexp.MustCompile(`(?s)^\n\n<pasted_content id="\w+">\n(.*)\n</pasted_content id="\w+">\n$`)

// escaped matches such a mark in a text that was pasted, as 2.1.329 has changed it.
var escaped = regexp.MustCompile(`<\\(/?pasted_content)`)

// asked compares the prompts of the client's session with files.
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
		arrived := arrives(string(text))
		if i := len(want); i < len(got) && slices.Contains(arrived, got[i]) {
			arrived[0] = got[i]
		}
		want = append(want, arrived[0])
	}
	if diff := cmp.Diff(want, got); diff != "" {
		return fmt.Errorf("the prompts (-sent +arrived):\n%s", diff)
	}
	return nil
}

// arrives returns how a text may arrive: to the letter, but that
//
//   - the client makes four blanks of a tab,
//   - takes the white space at the end away,
//   - and that a blank keeps the shell's sign from the beginning.
//
// What it shows in its input, and does not fold up as it does with a long text, it composes:
// letters and their accents. From the others it does not take away the blank that we put
// after what [completes] matches.
func arrives(text string) []string {
	text = strings.ReplaceAll(text, "\t", "    ")
	text = strings.TrimRightFunc(text, unicode.IsSpace)
	if strings.HasPrefix(text, "!") {
		text = " " + text
	}
	forms := []string{text, composed.Replace(text)}
	if completes.MatchString(text) {
		forms = append(forms, text+" ")
	}
	return forms
}

// composed composes what can be composed in the texts of [hostileTexts].
var composed = strings.NewReplacer("e\u0301", "\u00e9", "a\u0308\u0323", "\u1ea1\u0308")

// completes matches a text after which Enter would not send it, but begin a new line or
// choose a completion.
var completes = regexp.MustCompile(`(\\|(^|\s)(/\S*|\S*@\S*))$`)

// writeHostile writes so many hostile texts into the files of a directory.
func writeHostile(dir, number string) error {
	n, err := strconv.Atoi(number)
	if err == nil {
		err = os.MkdirAll(dir, 0o700)
	}
	for i, text := range hostileTexts(hostileSeed, n) {
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, fmt.Sprintf("%03d", i)), []byte(text), 0o600))
	}
	return err
}

// hostileSeed makes the texts the same in each run.
const hostileSeed = 13

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
		if match := marked.FindStringSubmatch(prompt); match != nil {
			prompt = match[1]
		}
		prompts = append(prompts, escaped.ReplaceAllString(prompt, "<$1"))
	}
	return prompts, nil
}
