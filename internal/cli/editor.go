package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

// Edit has a person change a text in an editor, as a file of that name. The editor may have arguments: the shell
// takes it apart, as git does. It draws on screen.
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
