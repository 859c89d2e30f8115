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

// Private starts a private server as the next start of tmux by this user would, and returns it, and the
// function that ends it. files are the configurations that the server reads; without files it reads those
// that tmux finds below home. The server has one session with two windows, and no client, so it draws nothing
// and starts no job of a status line.
func (s Server) Private(
	ctx context.Context, home string, files []string,
) (private Server, end func(), err error) {
	dir, err := os.MkdirTemp("/tmp", "atm-restart") // the path of a socket may have about 100 bytes
	if err != nil {
		return Server{}, nil, err
	}
	private = Server{Binary: s.Binary, Socket: filepath.Join(dir, "s"), Transport: Exec}
	end = func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), privateEndTimeout)
		defer cancel()
		_, _ = private.Run(ctx, [][]string{{"kill-server"}}) // the server may not have been started
		_ = os.RemoveAll(dir)
	}
	var flags []string
	for _, file := range files {
		flags = append(flags, "-f", file)
	}
	transport := execTmux{binary: s.Binary, socket: private.Socket, flags: flags, env: privateEnv(home)}
	// If end is not called, the server ends with the last of its programs.
	const program = "exec sleep 60"
	_, err = transport.run(ctx, private.Until, [][]string{
		{"new-session", "-d", "-s", "atm-restart", "-x", "200", "-y", "50", program},
		{"new-window", "-d", "-t", "atm-restart:", program},
	})
	if err != nil {
		end()
		return Server{}, nil, err
	}
	return private, end, nil
}

// privateEnv returns the environment without the variables of the tmux around this process.
func privateEnv(home string) []string {
	isTmux := func(variable string) bool { return strings.HasPrefix(variable, "TMUX") }
	return append(slices.DeleteFunc(os.Environ(), isTmux), "HOME="+home)
}
