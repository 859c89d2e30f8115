package install

import (
	"context"
	"errors"
	"os"
	"slices"
	"time"

	"atm/internal/setup/tmuxconf"
)

// ReadByTmux lists the configurations of the user in the order in which the next server reads them.
func (w Where) ReadByTmux() []string {
	files, own := w.ownConfs()
	if !own {
		files = slices.DeleteFunc(w.usualConfs(), func(file string) bool { return !isRegular(file) })
	}
	return slices.CompactFunc(files, sameFile)
}

// ownConfs lists the configurations that the server has read. own says that one of them is not in its usual
// place, so tmux was told to read it by tmux -f.
func (w Where) ownConfs() (files []string, own bool) {
	if w.TmuxConf != "" {
		return []string{w.TmuxConf}, true
	}
	usual := w.usualConfs()
	for _, file := range w.readByServer() {
		if isRegular(file) {
			own = own || !slices.ContainsFunc(usual, func(name string) bool { return sameFile(name, file) })
			files = append(files, file)
		}
	}
	return files, own
}

func isRegular(file string) bool {
	info, err := os.Stat(file)
	return err == nil && info.Mode().IsRegular()
}

// Losses lists the options without our part in the next tmux server, with the lines that set them anew. It starts a
// private server with the same files and reads its options. If that must not be done, it goes by the lines after ours.
func (w Where) Losses(ctx context.Context, server Server) ([]tmuxconf.Setter, error) {
	setters := tmuxconf.Later(w.ReadByTmux(), os.ReadFile)
	if !w.canTryRestart(ctx, server) {
		return slices.DeleteFunc(setters, func(s tmuxconf.Setter) bool { return s.Unsure }), nil
	}
	lost, err := w.lostAfterStart(ctx, server)
	var losses []tmuxconf.Setter
	for _, option := range lost {
		loss := tmuxconf.Setter{}
		for _, s := range slices.Backward(setters) {
			if s.Option == option || s.Unsure {
				loss = s
			}
		}
		loss.Option = option
		losses = append(losses, loss)
	}
	return losses, err
}

// canTryRestart reports whether a private server may be started with the user's configuration. It may not
// with the plugin tmux-continuum: that restores all sessions and their programs in a server that seems to be
// the first one.
func (w Where) canTryRestart(ctx context.Context, server Server) bool {
	if !server.Usable() || server.Home != w.Getenv("HOME") {
		return false
	}
	const continuum = "@continuum-restore"
	values, _, err := server.Tmux.Globals(ctx, continuum)
	return err == nil && values[continuum] != "on"
}

// settleTime is how long the options must stay the same until the configuration counts as read: it may run
// commands in the background.
const settleTime = 300 * time.Millisecond

// lostAfterStart starts a private server, and lists its options without our part.
func (w Where) lostAfterStart(ctx context.Context, server Server) ([]string, error) {
	files, own := w.ownConfs()
	if !own {
		files = nil // tmux finds them itself
	}
	private, end, err := server.Tmux.Private(ctx, w.Getenv("HOME"), files)
	if err != nil {
		return nil, err
	}
	defer end()
	var lost []string
	for first := true; ; first = false {
		values, _, err := private.Globals(ctx, tmuxconf.Options()...)
		if err != nil {
			return nil, err
		}
		if now := tmuxconf.Lost(values); !first && slices.Equal(now, lost) {
			return now, nil
		} else {
			lost = now
		}
		select {
		case <-time.After(settleTime):
		case <-ctx.Done():
			return nil, errors.Join(errRestart, ctx.Err())
		}
	}
}

var errRestart = errors.New("a private tmux server with these files does not come to rest")
