package hook

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"slices"
	"time"

	"atm/hookmap"
	"atm/internal/claudehome"
	"atm/internal/proc"
	"atm/internal/reply"
	"atm/internal/reply/proof"
)

// proveFlag makes the process look for the proof that Claude Code has taken the decision of
// a hook behind a gate: the hook has to end for it to be taken, and whoever has answered cannot
// read the transcript. It is no part of the grammar: only this package starts one.
const proveFlag = "--prove"

// gateConnection is the file descriptor of the connection to the gate in that process.
const gateConnection = 3

// mostPlan bounds the plan that goes through a gate beside its request.
const mostPlan = 32 << 10

// remote waits for the answer to a request that was handed over to a gate.
func (c call) remote(asked request, r reply.Request, d reply.Dialog) reply.Remote {
	transcript := claudehome.TranscriptAt(asked.payload.TranscriptPath)
	kind := hookmap.KindOf(asked.payload.Tool)
	if kind == hookmap.CallPlan {
		// One that is not there, or very long, is at the dialog.
		if plan, err := claudehome.Plan(os.DirFS(d.Home), transcript); err == nil && len(plan) <= mostPlan {
			r.Plan = plan
		}
	}
	return reply.Remote{
		Gate: *asked.gate, Request: r, Dialog: d, Prove: startProof, Out: c.stdout, Now: c.now,
		Call: proof.Call{
			Home: d.Home, PID: d.Client, Transcript: transcript, Agent: asked.payload.AgentID, Kind: kind,
		},
	}
}

// startProof starts the process that looks for the proof. It gets what is wanted on its
// standard input.
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
	control := raw.Control(func(fd uintptr) {
		_, err = proc.Detached{
			Program: program, Args: []string{os.Args[0], "hook", proveFlag}, Env: os.Environ(),
			Files: map[int]uintptr{0: in.Fd(), gateConnection: fd},
		}.Start()
	})
	if err := errors.Join(err, control); err != nil {
		return err
	}
	_ = in.Close() // so that a process that has ended at once is an error of the write
	_, err = out.Write(text)
	return err
}

// prove looks for the proof, and tells the gate.
func prove(stdin io.Reader, now func() time.Time) {
	conn := os.NewFile(gateConnection, "gate")
	if conn == nil {
		return
	}
	defer conn.Close()
	var wanted proof.Wanted
	if json.NewDecoder(stdin).Decode(&wanted) != nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), proof.Limit)
	defer cancel()
	_ = reply.SayProven(conn, wanted.Await(ctx, now)) // the gate may be gone
}

// proves reports whether these arguments ask for that process.
func proves(args []string) bool { return slices.Equal(args, []string{"hook", proveFlag}) }
