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

// Local reports whether the process ids that the server names mean the same processes here. They do not if
// the server's socket has been mounted into a container, or is the near end of a socket that ssh forwards:
// then the process with that number is another one, or does not exist. Socket and PID must be known; see
// [Server.Locate].
//
// It proves nothing that a process with the server's number runs here. So the kernel is asked who listens on
// the socket: it must be the process that the server names. If systemd opened the socket for a server (since
// tmux 3.4), systemd listens, and is the server's parent.
func (s Server) Local() bool {
	if s.PID == "" || s.Host != "" {
		return false
	}
	conn, err := socket.Dial(s.Socket, time.Time{}) // the server need not answer
	if err != nil {
		return false
	}
	defer conn.Close()
	listener, err := proc.Listener(int(conn.Fd()))
	return err == nil && s.IsListener(listener)
}

// IsListener is Local for a caller that already knows which process listens on the socket: see [Listing].
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

// Locate is Local for a server whose socket or process id is not known or may be out of date: $TMUX may be
// missing, or name a server that has been restarted since. It returns the server with both.
func (s Server) Locate(ctx context.Context) (located Server, local bool, err error) {
	if s.Local() {
		return s, true, nil
	}
	if s, err = s.Identify(ctx); err != nil {
		return s, false, err
	}
	return s, s.Local(), nil
}

// Identify asks the server for its process id and, if that is not known, for the path of its socket.
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
