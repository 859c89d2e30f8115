package truth

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"strconv"
	"time"

	"golang.org/x/sys/unix"

	"atm/internal/sys/proc"
	"atm/tmuxopt"
)

// FollowerOption is the server option that names the one job that corrects the panes of the server, by its
// [proc.ID]. Every attached client starts a copy of the job.
const FollowerOption = "@atm_follower"

// jobTimeout is how long a job waits for tmux.
const jobTimeout = 5 * time.Second

// Job corrects panes as "#(atm sync --follow)" in a status line, without output. tmux never ends its jobs,
// so the job ends by itself: when its server has ended, when nobody reads its output, or when its program
// was replaced. When a job ends, tmux (3.2 to 3.8) draws the status line and so starts it again within a
// hundredth of a second, with the new program. Meanwhile tmux shows what the job printed last, which is
// nothing. Started in another way, as by run-shell, the job becomes the new program instead.
type Job struct {
	Corrector Corrector
	Output    *os.File // what tmux reads
	Program   string   // path of the program that runs; "" = it is never replaced
}

// Run corrects panes until the job has a reason to end.
func (j Job) Run(ctx context.Context) error {
	// tmux shows the last line of a job, and "not ready" as long as there is none.
	if _, err := fmt.Fprintln(j.Output); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		defer cancel()
		WaitClosed(ctx, j.Output)
	}()
	started, _ := os.Stat(j.Program) // without it a replacement is never noticed
	bounded, stop := context.WithTimeout(ctx, jobTimeout)
	server, err := j.Corrector.sources.Tmux.Identify(bounded)
	stop()
	if ctx.Err() != nil {
		return nil
	}
	if err != nil {
		return err
	}
	if !server.Local() { // its processes cannot be seen: there is nothing to correct
		<-ctx.Done()
		return nil
	}
	pid, _ := strconv.Atoi(server.PID)
	serverID, err := proc.IDOf(pid)
	if err != nil { // the server has ended
		return nil
	}
	go func() {
		defer cancel()
		serverID.Wait(ctx)
	}()
	self, err := proc.Self()
	if err != nil {
		return err
	}
	for ctx.Err() == nil {
		switch leader, err := j.leader(ctx, self); {
		case err != nil: // the server did not answer, or another job was faster
			select {
			case <-ctx.Done():
			case <-time.After(maxInterval):
			}
		case leader != "" && leader != self: // it corrects the panes; when it ends, one of those that wait takes over
			leader.Wait(ctx)
		default:
			err := j.lead(ctx, started)
			switch {
			case ctx.Err() != nil:
				return nil
			case err == nil && !j.isStatusJob(): // its program was replaced, and nobody starts it again
				_, err = proc.Become([]string{j.Program, "sync", "--follow"}, os.Environ())
			}
			return err
		}
	}
	return nil
}

// lead corrects the panes, and saves the sessions, until ctx ends or the program was replaced. started is the file of
// the program at its start.
func (j Job) lead(ctx context.Context, started fs.FileInfo) error {
	var saveDue time.Time
	f := newFollower(func(ctx context.Context) (Report, error) {
		if now := j.Corrector.sources.Now(); now.After(saveDue) {
			saveDue = now.Add(j.saveIfWanted(ctx))
		}
		return j.Corrector.correctAll(ctx)
	}, j.Corrector.sources.Now)
	return f.run(ctx, func(ctx context.Context) bool { return j.mayRestart(ctx, started) })
}

// How often a script of all sessions is saved, and how often the job checks whether the user wants that.
const (
	saveInterval = 5 * time.Minute
	saveRecheck  = time.Minute
)

// saveIfWanted starts atm save, which writes a script of all sessions, if the server's option asks for it.
// It returns when to call it again. A failure shows in the age of the script.
func (j Job) saveIfWanted(ctx context.Context) time.Duration {
	ctx, cancel := context.WithTimeout(ctx, jobTimeout)
	defer cancel()
	wanted, err := j.Corrector.sources.Tmux.ServerOption(ctx, tmuxopt.SaveOption)
	if err != nil || wanted != tmuxopt.On || j.Program == "" {
		return saveRecheck
	}
	command := exec.Command(j.Program, "save", "--auto") // it runs on if this job ends
	if command.Start() == nil {
		go func() { _ = command.Wait() }()
	}
	return saveInterval
}

// mayRestart reports whether the job may end, so that tmux starts the new program: an update has replaced the file
// of the program, or has made a link point to another file. tmux starts it when it draws the status line of a client:
// without a client the job goes on. It also goes on while the file is missing, or still new: an update may be writing
// it.
func (j Job) mayRestart(ctx context.Context, started fs.FileInfo) bool {
	now, err := os.Stat(j.Program)
	if err != nil || started == nil || os.SameFile(now, started) && now.ModTime().Equal(started.ModTime()) {
		return false
	}
	isNew := j.Corrector.sources.Now().Sub(now.ModTime()).Abs() < minInterval
	if isNew || !now.Mode().IsRegular() || now.Mode()&0o111 == 0 {
		return false
	}
	if !j.isStatusJob() {
		return true
	}
	ctx, cancel := context.WithTimeout(ctx, jobTimeout)
	defer cancel()
	clients, err := j.Corrector.sources.Tmux.Clients(ctx)
	return err == nil && len(clients) > 0
}

// isStatusJob reports whether tmux has started the job for a status line, and starts it again: it reads the output by a
// socket.
func (j Job) isStatusJob() bool {
	info, err := j.Output.Stat()
	return err == nil && info.Mode().Type() == fs.ModeSocket
}

// WaitClosed waits until nobody reads the output any more, on macOS until ctx ends.
func WaitClosed(ctx context.Context, output *os.File) {
	for ctx.Err() == nil {
		poll := []unix.PollFd{{Fd: int32(output.Fd())}} // poll always reports hang-ups and errors
		n, err := unix.Poll(poll, int(maxInterval.Milliseconds()))
		if n > 0 || err != nil && !errors.Is(err, unix.EINTR) {
			return
		}
	}
}

// leader returns the process of the server's leading job, "" if this job has become the leader.
func (j Job) leader(ctx context.Context, self proc.ID) (proc.ID, error) {
	ctx, cancel := context.WithTimeout(ctx, jobTimeout)
	defer cancel()
	return Take(ctx, j.Corrector.sources.Tmux, FollowerOption, self, "-s")
}

// Follows reports whether the job that FollowerOption names still runs.
func Follows(leader string) bool {
	id, ok := proc.ParseID(leader)
	return ok && id.Runs()
}
