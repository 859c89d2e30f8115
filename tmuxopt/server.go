package tmuxopt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// Server is the way to one tmux server.
type Server struct {
	Binary string // the tmux program; "" = tmux on PATH
	Socket string // path of the server's socket; "" = tmux's own default
	PID    string // the server's process id as $TMUX names it; "" = not known
}

// FromEnv returns the server that $TMUX names, by the program that $ATM_TMUX
// names. Without $TMUX it is tmux's default server.
func FromEnv(getenv func(string) string) Server {
	// TMUX is "socket,pid,session". The socket's path may have commas itself.
	s := Server{Binary: getenv("ATM_TMUX"), Socket: getenv("TMUX")}
	if i := strings.LastIndexByte(s.Socket, ','); i >= 0 {
		s.Socket = s.Socket[:i]
		if i = strings.LastIndexByte(s.Socket, ','); i >= 0 {
			s.Socket, s.PID = s.Socket[:i], s.Socket[i+1:]
		}
	}
	if !digits(s.PID) {
		s.PID = ""
	}
	return s
}

// Reply is what tmux said to an invocation.
type Reply struct {
	Stdout string
	Stderr string
	Code   int // exit status; -1 if the process did not end by itself
}

// ErrTmux is what tmux refused to do, with what it said.
var ErrTmux = errors.New("tmux")

// Run has tmux carry out the commands as one transaction, and returns what it
// said. The error is nil, [ErrTmux] with tmux's own words, the context's, or
// that of starting the program.
func (s Server) Run(ctx context.Context, cmds [][]string) (Reply, error) {
	binary := s.Binary
	if binary == "" {
		binary = "tmux"
	}
	// Without -u tmux prints _ for every non-ASCII byte under LC_ALL=C.
	args := []string{"-u"}
	if s.Socket != "" {
		args = append(args, "-S", s.Socket)
	}
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, binary, append(args, Argv(cmds)...)...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	// A client that was killed may have left its output to a child.
	cmd.WaitDelay = 50 * time.Millisecond
	err := cmd.Run()
	reply := Reply{Stdout: stdout.String(), Stderr: stderr.String(), Code: -1}
	if cmd.ProcessState != nil {
		reply.Code = cmd.ProcessState.ExitCode()
	}
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return reply, fmt.Errorf("tmux: %w", ctx.Err())
	case errors.As(err, &exit):
		return reply, fmt.Errorf("%w: %s", ErrTmux, strings.TrimSpace(reply.Stderr))
	}
	return reply, err
}

// PaneID reports whether s names a pane as tmux does: "%" and a number.
func PaneID(s string) bool {
	number, found := strings.CutPrefix(s, "%")
	return found && digits(number)
}

func digits(s string) bool {
	return s != "" && len(s) <= 20 && strings.Trim(s, "0123456789") == ""
}
