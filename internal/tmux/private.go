package tmux

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// privateEndTimeout is how long a private server may take to end.
const privateEndTimeout = 2 * time.Second

// Private starts a server of its own, as the next one of this user would start, and returns the way to it, and
// what ends it. files are the configurations that it reads; none stands for those that tmux reads by itself below
// home. It has one session with two windows, and no client: so it draws nothing, and starts no job of a status line.
func (s Server) Private(ctx context.Context, home string, files []string) (private Server, end func(), err error) {
	dir, err := os.MkdirTemp("/tmp", "atm-restart") // the path of a socket may have about 100 bytes
	if err != nil {
		return Server{}, nil, err
	}
	private = Server{Binary: s.Binary, Socket: filepath.Join(dir, "s"), Transport: Exec}
	end = func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), privateEndTimeout)
		defer cancel()
		_, _ = private.Run(ctx, [][]string{{"kill-server"}}) // it may not have been started
		_ = os.RemoveAll(dir)
	}
	var flags []string
	for _, file := range files {
		flags = append(flags, "-f", file)
	}
	transport := execTmux{binary: s.Binary, socket: private.Socket, flags: flags, env: privateEnv(home)}
	// Should nobody end the server, it ends with the last of its programs.
	const program = "exec sleep 60"
	reply, err := transport.run(ctx, private.Until, [][]string{
		{"new-session", "-d", "-s", "atm-restart", "-x", "200", "-y", "50", program},
		{"new-window", "-d", "-t", "atm-restart:", program},
	})
	if err == nil {
		err = reply.err()
	}
	if err != nil {
		end()
		return Server{}, nil, err
	}
	return private, end, nil
}

// privateEnv is the environment without what belongs to the tmux around us.
func privateEnv(home string) []string {
	env := slices.DeleteFunc(os.Environ(), func(variable string) bool { return strings.HasPrefix(variable, "TMUX") })
	return append(env, "HOME="+home)
}
