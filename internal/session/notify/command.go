package notify

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"

	"atm/tmuxopt"
)

// commandTimeout is how long the user's command may take, so that commands that never end do not pile up.
// What the command leaves in the background may run on.
const commandTimeout = time.Minute

// runCommand runs the user's command. Values reach it through its environment.
func (n Notifier) runCommand(news News) error {
	if n.Settings.Command == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), commandTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", n.Settings.Command)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	if info, err := os.Stat(n.Home); err == nil && info.IsDir() { // tmux may start us in any directory
		cmd.Dir = n.Home
	}
	cmd.Env = slices.Concat(n.Environ, news.environ(), []string{"ATM_FOCUS=" + n.focusCommand(news)})
	// With a pipe we would wait for what the command leaves in the background ("&"), and that would be
	// killed when it prints something after we have ended. With a file neither happens.
	output, err := os.CreateTemp("", "atm-notify-")
	if err == nil {
		defer output.Close()
		_ = os.Remove(output.Name()) // the file exists as long as it is open
		cmd.Stdout, cmd.Stderr = output, output
	} // without the file, the output of the command is lost
	err = cmd.Run()
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("%s: still running after %v", tmuxopt.NotifyCommandOption, commandTimeout)
	case err != nil:
		return fmt.Errorf("%s: %w: %s", tmuxopt.NotifyCommandOption, err, lastLine(output))
	}
	return nil
}

// lastLine returns the last line of a file, "" if there is none.
func lastLine(file *os.File) string {
	if file == nil {
		return ""
	}
	size, _ := file.Seek(0, io.SeekEnd)
	end, _ := io.ReadAll(io.NewSectionReader(file, max(0, size-4096), 4096)) // without it, the error has no more to say
	text := strings.TrimSpace(string(end))
	return text[strings.LastIndexByte(text, '\n')+1:]
}
