package main

import (
	"cmp"
	"context"
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
	"atm/internal/claude/claudehome"
	"atm/internal/cli"
	"atm/internal/gate"
	"atm/internal/sys/ownname"
	"atm/internal/sys/proc"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// claudeArgs is what follows "--" and is for claude.
type claudeArgs []string

// claudeName returns the name of Claude Code's program.
func (s streams) claudeName() string { return cmp.Or(s.getenv("CLD_CLAUDE"), "claude") }

// claude returns the path of Claude Code's program.
func (s streams) claude() (string, error) {
	name := s.claudeName()
	found, err := claudehome.Program(name, s.getenv("HOME"))
	if err == nil {
		found, err = filepath.Abs(found) // the path must hold in another directory, too
	}
	if err != nil {
		return "", &cli.Error{
			Err:  fmt.Errorf("no program %q: %w", name, err),
			Hint: "install Claude Code, put it on PATH, or name the program in CLD_CLAUDE",
			Code: proc.NotFound,
		}
	}
	// A claude that is a link to cld would start itself for ever.
	self, selfErr := os.Executable()
	real, realErr := filepath.EvalSymlinks(found)
	if selfErr == nil && realErr == nil && real == self {
		return "", &cli.Error{
			Err:  fmt.Errorf("program %q is cld itself", found),
			Hint: "name the real one in CLD_CLAUDE",
			Code: proc.NotFound,
		}
	}
	return found, nil
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

// carryOut does what the plan says.
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
	// A pane that shows nothing until the first hook is no reason not to resume. What runs
	// already has no first hook.
	if p.Job == "" {
		_ = s.mark(hookmap.Starting(os.Getpid(), s.now()))
	}
	s.startFollower()
	err := become(program, p.Command(), env)
	_ = s.mark(hookmap.NotStarting())
	return err
}

// mark edits the options of the pane that we are in, if there is one. In a container
// it does not: nobody outside could see by our process id that claude has failed.
func (s streams) mark(edits []tmuxopt.Edit) error {
	pane := s.getenv("TMUX_PANE")
	if !tmux.PaneID(pane) || !s.tmux.Local() {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	_, err := s.tmux.Send(ctx, tmuxopt.Batch{Pane: pane, ServerPID: s.tmux.PID, Edits: edits})
	return err
}

// goTo switches the terminal of the person who typed here to another pane.
func (s streams) goTo(pane string) error {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	// tmux's own client tells the server in which pane it was started, and so which of
	// several attached terminals is meant.
	server := s.tmux
	server.Transport = tmux.Exec
	if _, err := server.Run(ctx, [][]string{{"switch-client", "-t", pane}}); err != nil {
		return cli.Hint(err, "tmux attach -t "+pane+" shows it in another terminal")
	}
	return nil
}

// become replaces the process, and so hands on its standard streams, its signals and
// its exit status. It returns only if it could not.
func become(program string, args, env []string) error {
	return notExecutable(program, syscall.Exec(program, append([]string{program}, args...), env))
}

// notExecutable is the error of a program that could not be started.
func notExecutable(program string, err error) error {
	return &cli.Error{
		Err:  fmt.Errorf("program %q: %w", program, err),
		Hint: "name another one in CLD_CLAUDE",
		Code: proc.NotExecutable,
	}
}

// startFollower starts a follower if the pane is behind a gate: over there no job of tmux's status
// line is one. It ends with this process, whatever that becomes. Without it only what no hook
// tells is missing, so an error is none of the person's concern.
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

// atmProgram returns the atm beside this program, else that on PATH.
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
