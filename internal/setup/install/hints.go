package install

import (
	"context"
	"errors"
	"syscall"

	"atm/internal/cli"
	"atm/internal/setup/settings"
	"atm/internal/setup/tmuxconf"
	"atm/internal/sys/edit"
)

// hints says what to do about an error. The first that fits is taken.
var hints = []struct {
	reason error
	hint   string
}{
	{settings.ErrShape, "nothing was changed: mend the file by hand, then run atm again"},
	{tmuxconf.ErrContinued, "nothing was changed: end the file with an empty line, then run atm again"},
	{ErrTmuxTooOld, "atm setup --no-tmux leaves tmux alone"},
	{ErrNoHome, "set HOME, or name the files: --claude-home DIR, --tmux-conf FILE"},
	{ErrTwoFiles, "nothing was changed: move the hooks into the first one, then run atm again"},
	{ErrSameFile, "nothing was changed: name another file"},
	{edit.ErrChanged, "nothing was changed: run atm again"},
	{edit.ErrReadOnly, "nothing was changed: if the file is yours to change, chmod u+w makes it so"},
	{edit.ErrForeign, "nothing was changed: run atm as that user"},
	{edit.ErrNoFile, "nothing was changed: atm changes regular files only"},
	{syscall.EFBIG, "nothing was changed: ulimit -f forbids files of that size"},
	{syscall.ENOSPC, "nothing was changed: make room on the disk, then run atm again"},
	{syscall.EROFS, "nothing was changed: the file system is read-only"},
	{syscall.EACCES, "nothing was changed: the directory is not yours to write"},
	{syscall.ENOTDIR, "nothing was changed: a file stands where a directory is needed"},
	{context.DeadlineExceeded, "is the tmux server suspended?"},
}

// Hinted adds to an error what to do next, where that is known.
func Hinted(err error) error {
	for _, h := range hints {
		if errors.Is(err, h.reason) {
			return cli.Hint(err, h.hint)
		}
	}
	return err
}
