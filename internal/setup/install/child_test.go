package install_test

import (
	"errors"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"atm/internal/dev/tmuxtest"
	"atm/internal/setup/install"
	"atm/internal/tmux"
)

// background creates a program that prints a line and leaves a process which keeps its output open.
func background(t *testing.T, line string) string {
	t.Helper()
	dir := t.TempDir()
	script := "#!/bin/sh\nsleep 60 &\necho $! >>" + dir + "/pids\necho '" + line + "'\n"
	tmuxtest.WriteProgram(t, dir+"/program", script)
	t.Cleanup(func() {
		text, err := os.ReadFile(dir + "/pids")
		if err != nil {
			t.Error(err)
		}
		for field := range strings.FieldsSeq(string(text)) {
			pid, err := strconv.Atoi(field)
			if err := errors.Join(err, syscall.Kill(pid, syscall.SIGKILL)); err != nil {
				t.Error(err)
			}
		}
	})
	return dir + "/program"
}

// TestBackground: a wrapper may leave a process in the background. The output of the program is used all the
// same.
func TestBackground(t *testing.T) {
	t.Parallel()
	client, err := install.FindClaude(t.Context(), background(t, "2.1.329 (Claude Code)"), "")
	if err != nil || client.Version != "2.1.329" {
		t.Errorf("claude: %+v, %v", client, err)
	}
	way := tmux.Server{Binary: background(t, "tmux 3.3a"), Socket: t.TempDir() + "/none",
		Transport: tmux.Native}
	server, err := install.FindServer(t.Context(), way)
	if err != nil || server.Runs || server.Version != "3.3a" {
		t.Errorf("tmux: %+v, %v", server, err)
	}
}
