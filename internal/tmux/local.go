package tmux

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"atm/internal/sys/proc"
	"atm/internal/sys/socket"
)

// Local reports whether the process ids that the server names mean the same
// processes here. They do not where the server's socket has been mounted into a
// container, or is the near end of one that ssh forwards: there a process of the
// same number is another one, or none. Socket and PID must be known; see
// [Server.Locate].
//
// That a process with the server's number runs here proves nothing. So the kernel
// is asked who listens on the socket: in our own numbers it must be the process that
// the server says it is. Where systemd opened the socket for a server (since tmux
// 3.4) that one listens, and is the server's parent.
func (s Server) Local() bool {
	if s.PID == "" || s.Host != "" {
		return false
	}
	listener, err := s.listener()
	return err == nil && s.IsListener(listener)
}

// IsListener is Local where it is known already which process listens on the socket: see [Reply].
func (s Server) IsListener(listener int) bool {
	pid, err := strconv.Atoi(s.PID)
	if err != nil || pid <= 0 || s.Host != "" || listener <= 0 {
		return false
	}
	if listener == pid {
		return true
	}
	parent, err := proc.Parent(pid)
	return err == nil && parent == listener
}

// connectTimeout is how long a server that has much to do may take to have room for one
// more connection in its queue.
const connectTimeout = 500 * time.Millisecond

// listener returns the process that listens on the server's socket. It need not
// answer for that.
func (s Server) listener() (pid int, err error) {
	conn, err := socket.Dial(s.Socket, time.Now().Add(connectTimeout))
	if err != nil {
		return 0, err
	}
	defer conn.Close()
	return proc.Listener(int(conn.Fd()))
}

// Locate is Local for a server whose socket or process id is not known, or may be out
// of date: $TMUX may be missing, or name a server that has been restarted since. It
// returns the server with both.
func (s Server) Locate(ctx context.Context) (located Server, local bool, err error) {
	if s.Local() {
		return s, true, nil
	}
	if s, err = s.Identify(ctx); err != nil {
		return s, false, err
	}
	return s, s.Local(), nil
}

// Identify asks the server for its process id and, where that is not known, for the
// path of its socket.
func (s Server) Identify(ctx context.Context) (Server, error) {
	reply, err := s.Run(ctx, [][]string{{"display-message", "-p", "#{pid} #{socket_path}"}})
	if err != nil {
		return s, err
	}
	pid, path, _ := strings.Cut(strings.TrimSuffix(reply.Stdout, "\n"), " ")
	if !digits(pid) {
		return s, fmt.Errorf("%w: unexpected %q of display-message", ErrTmux, reply.Stdout)
	}
	s.PID = pid
	if s.Socket == "" {
		s.Socket = path
	}
	return s, nil
}
