package reply

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"atm/internal/sys/proc"
	"atm/internal/sys/socket"
)

// hookAddress is the address at which a hook waits for the answer to a call.
type hookAddress struct {
	tmuxSocket string // of the server whose pane shows the call; "" = in the background
	process    int
	call       string
}

// paths returns where the socket may be, best first: in the directory of tmux's own socket, which both ends
// can reach, or in /tmp. The first path may be too long for a socket, or its directory may belong to another
// user. No part of a path is copied from an option.
func (a hookAddress) paths() []string {
	h := fnv.New64a()
	h.Write([]byte(a.call))
	name := fmt.Sprintf("%d.%016x", a.process, h.Sum64())
	everywhere := filepath.Join(socket.Dir("/tmp"), name)
	if a.tmuxSocket == "" {
		return []string{everywhere}
	}
	return []string{filepath.Join(socket.Dir(filepath.Dir(a.tmuxSocket)), name), everywhere}
}

// listen opens the socket, and removes those of processes that were killed.
func (a hookAddress) listen() (l socket.Listener, failures error) {
	for _, path := range a.paths() {
		dir := filepath.Dir(path)
		err := socket.MakePrivate(dir)
		if err == nil {
			removeStaleSockets(dir)
			_ = os.Remove(path) // left by a killed process with the same id
			if l, err = socket.Listen(path, maxBacklog); err == nil {
				return l, nil
			}
		}
		failures = errors.Join(failures, err)
	}
	return l, failures
}

// CanListen returns why a hook cannot open a socket for answers, nil if it can.
func CanListen(tmuxSocket string) error {
	l, err := hookAddress{tmuxSocket: tmuxSocket, process: os.Getpid(), call: "none"}.listen()
	if err == nil {
		l.Close()
	}
	return err
}

// removeStaleSockets removes the sockets of killed processes. A process that is not visible may run in
// another container that shares the directory, so the socket is tried, too.
func removeStaleSockets(dir string) {
	entries, _ := os.ReadDir(dir) // what cannot be read is kept
	for _, entry := range entries {
		number, _, found := strings.Cut(entry.Name(), ".")
		pid, err := strconv.Atoi(number)
		path := filepath.Join(dir, entry.Name())
		if found && err == nil && !proc.Is(pid, "") && socket.Abandoned(path) {
			_ = os.Remove(path) // another hook may have removed it
		}
	}
}

// connect connects to exactly that process, and returns its request.
func (a hookAddress) connect(deadline time.Time) (conn *os.File, request []byte, err error) {
	for _, path := range a.paths() {
		conn, process, err := socket.Connect(path)
		if err != nil || process != a.process {
			_ = conn.Close() // there may be no connection
			continue
		}
		request, call, err := receiveRequest(conn, deadline)
		if err == nil && call != a.call {
			err = ErrNobody
		}
		if err != nil {
			_ = conn.Close()
			return nil, nil, err
		}
		return conn, request, nil
	}
	return nil, nil, ErrNobody
}

// receiveRequest receives the first message of a hook, its request, and returns which call the request is for.
func receiveRequest(conn *os.File, deadline time.Time) (text []byte, call string, err error) {
	if err := conn.SetReadDeadline(deadline); err != nil {
		return nil, "", err
	}
	text, err = receive[json.RawMessage](Link{conn, maxMessage})
	var request Request
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, "", ErrAsleep
	case err != nil || json.Unmarshal(text, &request) != nil:
		return nil, "", ErrNobody
	}
	return text, request.Call, nil
}
