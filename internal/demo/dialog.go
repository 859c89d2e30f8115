package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"atm/internal/claudehome"
)

// dialog is the open dialog of an example. It does what Claude Code does: its registry says
// that the session waits, and a hook, which may print an answer, runs until it is closed.
type dialog struct {
	running
	pid   string        // of the process in the pane
	out   *bytes.Buffer // what the hook prints
	ended chan error    // gets the hook's end
}

// dialogTimeout is how long the hook, or an answer, may take.
const dialogTimeout = 10 * time.Second

// transcript is the path of the transcript.
func (r running) transcript() string {
	return filepath.Join(r.server.claudeHome(), "projects", "-home-dev-"+r.dir, r.session+".jsonl")
}

// ask registers the session, sends its events, and opens its dialog.
func (r running) ask() (*dialog, error) {
	pid, err := r.server.run("display-message", "-p", "-t", r.pane, "#{pane_pid}")
	if err != nil {
		return nil, err
	}
	d := &dialog{running: r, pid: pid, out: new(bytes.Buffer), ended: make(chan error, 1)}
	for _, file := range []string{d.registryEntry(), d.transcript()} {
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			return nil, err
		}
	}
	const prompt = `{"type":"user","message":{"role":"user","content":"go on"}}` + "\n"
	if err := errors.Join(d.register(claudehome.StatusBusy), appendTo(d.transcript(), prompt)); err != nil {
		return nil, err
	}
	env := append(r.server.exampleEnv(), "CLAUDE_PID="+pid, "CLAUDE_CODE_ENTRYPOINT=cli")
	if err := r.sendAll(env); err != nil {
		return nil, err
	}
	return d, d.open(env)
}

func (d *dialog) registryEntry() string {
	return filepath.Join(d.server.claudeHome(), "sessions", d.pid+".json")
}

// register writes what the registry says of the session from now on.
func (d *dialog) register(status string) error {
	ms := time.Now().UnixMilli()
	entry := fmt.Sprintf(`{"pid":%s,"sessionId":%q,"cwd":"/home/dev/%s","startedAt":%d,"kind":"interactive",`+
		`"entrypoint":"cli","version":"2.1.329","status":%q,"waitingFor":"permission prompt",`+
		`"statusUpdatedAt":%d,"updatedAt":%d}`, d.pid, d.session, d.dir, ms, status, ms, ms)
	return os.WriteFile(d.registryEntry(), []byte(entry), 0o600)
}

// open has the hook of the dialog begin, and returns when it waits for an answer. The hook
// ends with its pane at the latest.
func (d *dialog) open(env []string) error {
	hook := exec.Command(d.server.atm, "hook")
	hook.Stdout = d.out
	go func() { d.ended <- d.server.tell(hook, d.pane, d.payload(d.asks), env...) }()
	if err := d.register(claudehome.StatusWaiting); err != nil {
		return err
	}
	for deadline := time.Now().Add(dialogTimeout); time.Now().Before(deadline); time.Sleep(lookAgain) {
		calls, err := d.server.run("show-options", "-pqvt", d.pane, "@meta.claude.answerable")
		if err != nil || calls != "" {
			return err
		}
	}
	return errors.New("the hook of the dialog does not wait for an answer")
}

// close waits until the hook has printed that the call is allowed, and goes on as Claude
// Code does then.
func (d *dialog) close() error {
	select {
	case err := <-d.ended:
		if err != nil {
			return err
		}
	case <-time.After(dialogTimeout):
		return errors.New("nobody answers the dialog")
	}
	var printed struct {
		Output struct {
			Decision struct {
				Behavior string `json:"behavior"`
			} `json:"decision"`
		} `json:"hookSpecificOutput"`
	}
	if err := json.Unmarshal(d.out.Bytes(), &printed); err != nil {
		return fmt.Errorf("the hook has printed %q: %w", d.out.String(), err)
	}
	if answer := printed.Output.Decision.Behavior; answer != "allow" {
		return fmt.Errorf("the answer is %q", answer)
	}
	const decided = `{"type":"attachment","attachment":{"type":"hook_permission_decision","decision":"allow",` +
		`"hookEvent":"PermissionRequest"}}` + "\n"
	const screen = "\x1b[H\x1b[2J● Bash(go test ./parser/...)\n  ⎿ Running…\n"
	return errors.Join(d.register(claudehome.StatusBusy), appendTo(d.transcript(), decided), appendTo(d.file, screen))
}

// appendTo appends text to a file, which it creates if there is none.
func appendTo(file, text string) error {
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}
