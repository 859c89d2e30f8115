package hook

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"time"

	"atm/hookmap"
	"atm/internal/act/proof"
	"atm/internal/act/reply"
	"atm/internal/claude/claudehome"
	"atm/internal/gate/message"
	"atm/internal/sys/proc"
)

// searchProofFlag makes the process search for the proof that Claude Code has applied the decision of a hook behind
// a gate. Claude Code applies a decision after the hook has ended, and the side of the person who answers
// cannot read the transcript. The flag is not part of the command line grammar: only this package uses it.
const searchProofFlag = "--search-proof"

// gateConnection is the file descriptor of the connection to the gate in that process.
const gateConnection = 3

// maxPlan is the length of the longest plan that goes through a gate with its request, in bytes.
const maxPlan = 32 << 10

// waiterBehindGate prepares a waiter for a gate: it adds the plan to the request, and searches for the proof
// on this side.
func (c invocation) waiterBehindGate(p hookmap.Payload, w reply.Waiter) reply.Waiter {
	transcript := claudehome.TranscriptAt(p.TranscriptPath)
	kind := hookmap.KindOf(p.Tool)
	if p.Tool == "ExitPlanMode" {
		// A plan that cannot be read, or is too long, is shown only in the dialog.
		if plan, err := claudehome.Plan(os.DirFS(w.Dialog.Home), transcript); err == nil && len(plan) <= maxPlan {
			w.Request.Plan = plan
		}
	}
	call := proof.Call{
		Home: w.Dialog.Home, PID: w.Dialog.Claude, Transcript: transcript, Agent: p.AgentID, Kind: kind,
	}
	w.PrepareProof = func(decision []byte, gate reply.Link) (func() error, error) {
		wanted, err := call.Prepare(decision)
		return func() error { return startProof(wanted, gate.Conn.(*os.File)) }, err
	}
	return w
}

// startProof starts the process that searches for the proof, and writes what to search for to its standard
// input.
func startProof(wanted proof.Wanted, conn *os.File) error {
	text, err := json.Marshal(wanted)
	if err != nil {
		return err
	}
	program, err := os.Executable()
	if err != nil {
		return err
	}
	in, out, err := os.Pipe()
	if err != nil {
		return err
	}
	defer out.Close()
	defer in.Close()
	raw, err := conn.SyscallConn()
	if err != nil {
		return err
	}
	controlErr := raw.Control(func(fd uintptr) {
		_, err = proc.Detached{
			Program: program, Args: []string{os.Args[0], "hook", searchProofFlag}, Env: os.Environ(),
			Files: map[int]uintptr{0: in.Fd(), gateConnection: fd},
		}.Start()
	})
	if err := errors.Join(err, controlErr); err != nil {
		return err
	}
	_ = in.Close() // so that the write fails if the process has ended
	_, err = out.Write(text)
	return err
}

// searchProof searches for the proof and reports to the gate.
func searchProof(stdin io.Reader, now func() time.Time) {
	conn := os.NewFile(gateConnection, "gate")
	if conn == nil {
		return
	}
	defer conn.Close()
	var wanted proof.Wanted
	if json.NewDecoder(stdin).Decode(&wanted) != nil {
		return
	}
	gate := reply.Link{Conn: conn, Limit: message.MaxLength}
	_ = gate.Send(reply.Proof(wanted.Await(context.Background(), now))) // the gate may have ended
}
