package reply

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"atm/hookmap"
	"atm/internal/act/proof"
	"atm/internal/sys/proc"
	"atm/internal/sys/socket"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// The errors of a visit, besides [ErrOver].
var (
	ErrNobody  = errors.New("no hook waits for the answer")
	ErrAsleep  = errors.New("its hook does not respond: it may be suspended")
	ErrRefused = errors.New("its hook has refused the answer")
	ErrSilent  = errors.New("its hook does not say whether it has printed the answer")
)

// How long a hook may take to send its request, and to report the result of a decision. It needs
// milliseconds, but prints nothing before its dialog is open.
const (
	requestTimeout = 2 * time.Second
	receiptTimeout = hookmap.DialogOpens + time.Second
)

// Visit is a visit to the hook that waits for the answer to a call. It has no connection while a person decides.
type Visit struct {
	Request []byte    // as the hook has sent it: see the type [Request]
	Call    string    // the key of the call
	Since   time.Time // when the hook began to listen; zero = not known, as for a hook that a pane lists

	hook hookAddress
	conn *os.File // on which the decision was sent; open until the program ends
}

// Open gets the request from the hook that waits for the answer to a call. process is the process that the
// pane lists: the hook, or the gate that serves it.
func Open(ctx context.Context, server tmux.Server, call, process string) (*Visit, error) {
	pid, err := strconv.Atoi(process)
	if err != nil || pid <= 0 {
		return nil, ErrNobody
	}
	limited, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	deadline, _ := limited.Deadline()
	hook := hookAddress{tmuxSocket: server.Socket, process: pid, call: call}
	conn, request, err := hook.connect(deadline)
	if err != nil {
		return nil, err
	}
	return &Visit{Request: request, Call: call, hook: hook}, conn.Close()
}

// WorkerVisits gets the requests from the hooks that wait for the background session of a worker. No pane lists
// these hooks: a hook belongs to the worker if it descends from it.
func WorkerVisits(worker int) (visits []*Visit) {
	dir := socket.Dir("/tmp")
	if socket.MakePrivate(dir) != nil {
		return nil // nor could a hook listen there
	}
	entries, _ := os.ReadDir(dir) // if there are too many, some are missed
	for _, entry := range entries {
		number, _, _ := strings.Cut(entry.Name(), ".")
		pid, err := strconv.Atoi(number)
		if err != nil || !slices.Contains(proc.Ancestors(pid), worker) {
			continue
		}
		if v := visit(pid, filepath.Join(dir, entry.Name())); v != nil {
			if info, err := entry.Info(); err == nil {
				v.Since = info.ModTime()
			}
			visits = append(visits, v)
		}
	}
	return visits
}

// visit gets the request from the hook that listens at path, nil if it has none.
func visit(pid int, path string) *Visit {
	conn, process, err := socket.Connect(path)
	if err != nil {
		return nil
	}
	defer conn.Close()
	if process != pid {
		return nil
	}
	request, call, err := receiveRequest(conn, time.Now().Add(requestTimeout))
	v := &Visit{Request: request, Call: call, hook: hookAddress{process: pid, call: call}}
	if err != nil || v.hook.paths()[0] != path {
		return nil
	}
	return v
}

// Decide sends the hook a decision, as the JSON that it is to print, and returns when the hook has printed
// it. The hook must still have the request that was shown. After [ErrSilent] the hook may print the decision
// at any time.
func (v *Visit) Decide(decision []byte) error {
	conn, request, err := v.hook.connect(time.Now().Add(requestTimeout))
	if errors.Is(err, ErrNobody) || err == nil && !bytes.Equal(request, v.Request) {
		return ErrOver
	}
	if err != nil {
		return err
	}
	v.conn = conn
	if (Link{conn, maxMessage}).Send(Verdict{Decision: decision}) != nil {
		return ErrOver
	}
	report, err := v.report(receiptTimeout)
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded), err == nil && (report.Receipt == nil || report.Receipt.Unknown):
		return ErrSilent
	case err != nil: // the hook has ended, or has taken an earlier answer
		return ErrOver
	case !report.Receipt.Printed:
		return fmt.Errorf("%w: %s", ErrRefused, tmuxopt.Text(report.Receipt.Refused))
	}
	return nil
}

func (v *Visit) report(within time.Duration) (Report, error) {
	if err := v.conn.SetReadDeadline(time.Now().Add(within)); err != nil {
		return Report{}, err
	}
	return receive[Report](Link{v.conn, maxMessage})
}

// Proven waits for the report whether Claude Code has taken the decision. It is sent only from behind a gate.
func (v *Visit) Proven() bool {
	for {
		report, err := v.report(proof.Limit + receiptTimeout)
		if err != nil {
			return false
		}
		if report.Proven != nil { // otherwise the report is a late receipt
			return *report.Proven
		}
	}
}
