package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"atm/cldresume"
	"atm/hookmap"
	"atm/internal/cli"
	"atm/internal/gate"
	"atm/internal/sys/ownname"
	"atm/internal/sys/proc"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// claudeArgs are the arguments after "--", which are for claude.
type claudeArgs []string

// claudeName returns the name of Claude Code's program.
func (s streams) claudeName() string { return cmp.Or(s.getenv("CLD_CLAUDE"), "claude") }

// claude returns the path of Claude Code's program.
func (s streams) claude() (string, error) {
	found, err := s.reader().Claude()
	// If claude is a link to cld, cld would start itself for ever. On macOS os.Executable may return another link.
	self, _ := os.Executable()
	self, selfErr := filepath.EvalSymlinks(self)
	real, realErr := filepath.EvalSymlinks(found)
	if err == nil && selfErr == nil && realErr == nil && real == self {
		err = cli.Hint(fmt.Errorf("program %q is cld itself", found), "name the real one in CLD_CLAUDE")
	}
	if withHint, ok := errors.AsType[*cli.Error](err); ok {
		withHint.Code = proc.NotFound
	}
	return found, err
}

// handOver becomes claude with these arguments.
func (s streams) handOver(args []string) error {
	program, err := s.claude()
	if err != nil {
		return err
	}
	s.startFollower()
	return become(program, args, os.Environ())
}

// carryOut carries out the plan.
func (s streams) carryOut(p cldresume.Plan, program string) error {
	if p.Pane != "" {
		return s.goTo(p.Pane)
	}
	env := os.Environ()
	if p.Dir != "" {
		if err := os.Chdir(p.Dir); err != nil {
			return cli.Hint(err, "cld resume -n resumes in the current directory")
		}
		env = slices.DeleteFunc(env, func(kv string) bool { return strings.HasPrefix(kv, "PWD=") })
		env = append(env, "PWD="+p.Dir)
	}
	// If the mark fails, the pane shows nothing until the first hook: claude is resumed all the same. A
	// background job already runs, and so has no first hook.
	if p.Job == "" {
		dir, _ := os.Getwd() // without it, only the row of the pane has no name for a moment
		_ = s.mark(hookmap.Starting(os.Getpid(), dir, s.now()))
	}
	s.startFollower()
	err := become(program, p.Command(), env)
	_ = s.mark(hookmap.NotStarting())
	return err
}

// mark edits the options of our own pane, if there is one. In a container it does nothing: our process id
// would not show the outside that claude has failed.
func (s streams) mark(edits []tmuxopt.Edit) error {
	pane := s.getenv("TMUX_PANE")
	if !tmux.PaneID(pane) || !s.tmux.Local() {
		return nil
	}
	_, err := s.server().Send(context.Background(), tmuxopt.Batch{Pane: pane, ServerPID: s.tmux.PID, Edits: edits})
	return err
}

// goTo switches the terminal of the person who typed here to another pane.
func (s streams) goTo(pane string) error {
	// tmux's own client sends the server the pane in which it was started, which selects one of several attached
	// terminals.
	server := s.server()
	server.Transport = tmux.Exec
	if _, err := server.Run(context.Background(), [][]string{{"switch-client", "-t", pane}}); err != nil {
		return cli.Hint(err, "tmux attach -t "+pane+" shows it in another terminal")
	}
	return nil
}

// become replaces the process by the program, which so gets its standard streams, signals and exit status. It
// returns only after an error.
func become(program string, args, env []string) error {
	return notExecutable(program, syscall.Exec(program, append([]string{program}, args...), env))
}

// notExecutable returns the error for a program that could not be started.
func notExecutable(program string, err error) error {
	return &cli.Error{
		Err:  fmt.Errorf("program %q: %w", program, err),
		Hint: "name another one in CLD_CLAUDE",
		Code: proc.NotExecutable,
	}
}

// startFollower starts a follower if the pane is behind a gate: on this side no job of tmux's status line is
// a follower. The follower ends with this process, whatever program that becomes. Without it only changes are
// missing that no hook reports, so errors are not shown to the person.
func (s streams) startFollower() {
	if _, ok := gate.FromEnv(s.getenv); !ok {
		return
	}
	program, err := atmProgram()
	if err != nil {
		return
	}
	follower := proc.Detached{
		Program: program, Args: []string{"atm", "sync", "--follow", "--while", strconv.Itoa(os.Getpid())},
		Env: os.Environ(),
	}
	_, _ = follower.Start()
}

// atmProgram returns the atm in the directory of this program, or else the one on PATH.
func atmProgram() (string, error) {
	name := ownname.BesideCld(os.Args[0])
	if self, err := os.Executable(); err == nil {
		sibling := filepath.Join(filepath.Dir(self), name)
		if _, err := os.Stat(sibling); err == nil {
			return sibling, nil
		}
	}
	return exec.LookPath(name)
}
