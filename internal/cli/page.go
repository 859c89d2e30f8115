package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"atm/internal/words"
	"atm/tmuxopt"
)

// defaultPager shows colours (-R), leaves the text on the screen (-X), and ends at once if all of it fits
// (-F).
const defaultPager = "less -FRX"

// Page prints a text of several lines. On a terminal [tmuxopt.Lines] makes it safe, and a text that is longer
// than the screen is shown by the pager, a shell command ("" = less, "cat" = none). Elsewhere it is printed
// unchanged.
func Page(out io.Writer, text, pager string) error {
	_, err := ShowPaged(out, text, pager)
	return err
}

// ShowPaged is Page, and reports whether the pager has shown the text. If so, the person has already left it;
// else it is on the screen.
func ShowPaged(out io.Writer, text, pager string) (paged bool, err error) {
	if Width(out) < 0 {
		_, err := io.WriteString(out, text)
		return false, err
	}
	text = tmuxopt.Lines(text)
	if pager == "" {
		pager = defaultPager
	}
	program, _, _ := strings.Cut(pager, " ")
	if _, missing := exec.LookPath(program); missing == nil && program != "cat" &&
		rows(text, Width(out)) >= Height(out) {
		return true, runPager(out, text, pager)
	}
	_, err = io.WriteString(out, text)
	return false, err
}

// runPager runs the pager by the shell. Its exit status means nothing: a person may leave it at any time.
func runPager(out io.Writer, text, pager string) error {
	cmd := exec.Command("/bin/sh", "-c", pager)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(text), out, os.Stderr
	err := cmd.Run()
	if left := new(exec.ExitError); errors.As(err, &left) || err != nil && cmd.ProcessState != nil {
		return nil
	}
	return err
}

// tabWidth is the distance between tab stops.
const tabWidth = 8

// rows returns how many rows of a terminal a text needs at most.
func rows(text string, width int) int {
	count := 0
	for line := range strings.Lines(text) {
		columns := words.Columns(strings.TrimSuffix(line, "\n")) + tabWidth*strings.Count(line, "\t")
		count += 1 + max(columns-1, 0)/max(width, 1)
	}
	return count
}

// Edit lets a person change a text in an editor, as a file of that name. The editor is a shell command, as
// for git, and may have arguments. It draws on screen.
func (d Dialog) Edit(editor, name, text string, screen io.Writer) (edited string, err error) {
	dir, err := os.MkdirTemp("", "atm-edit-")
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	file := filepath.Join(dir, name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		return "", err
	}
	cmd := exec.Command("/bin/sh", "-c", editor+` "$1"`, "sh", file)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = d.In, screen, d.Out
	if err := cmd.Run(); err != nil {
		return "", Hint(fmt.Errorf("editor %q: %w", editor, err), "nothing was changed")
	}
	changed, err := os.ReadFile(file)
	return string(changed), err
}
