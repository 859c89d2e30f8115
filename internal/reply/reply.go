// Package reply is the way from somebody who answers a permission request to the hook
// that Claude Code runs for it: it waits while its dialog is open, and what it prints
// closes the dialog. No key is pressed.
//
// [Waiter] is the hook's end, package visit the other one. Where the pane is behind a gate, [Remote]
// is the hook's end, and [Relay] stands at the gate for it. A visitor opens a private socket, and
// leaves word in the option [tmuxopt.Bell] of the pane. tmux wakes the hook, which connects
// to the socket, hands over the whole request, and gets a decision. So nothing of the
// request lies in a file or in tmux, and nothing is left behind whoever is killed.
//
// It promises that a decision reaches the very process that was asked for its request and
// no other; that it is printed once, and only while the call is open as far as tmux and the
// registry of Claude Code know; and that the hook ends when the call is over in any other
// way. It does not promise that the client takes the decision: a key that is pressed in the
// same moment wins if it is the first, and nothing tells the hook.
package reply

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Request is what a hook hands over, as Claude Code has told it. [permission.Parse] reads it.
type Request struct {
	Call        string          `json:"call"`
	Session     string          `json:"session_id"`
	CWD         string          `json:"cwd"`
	Home        string          `json:"home"`
	Mode        string          `json:"permission_mode,omitempty"`
	Agent       string          `json:"agent_id,omitempty"`
	AgentType   string          `json:"agent_type,omitempty"`
	Tool        string          `json:"tool_name"`
	Input       json.RawMessage `json:"tool_input"`
	Suggestions json.RawMessage `json:"permission_suggestions,omitempty"`
	Plan        string          `json:"plan,omitempty"` // of a plan that is in a file, behind a gate
}

// Verdict is what a visitor sends: the decision to print.
type Verdict struct {
	Decision json.RawMessage `json:"decision"`
}

// Receipt is the hook's answer to it.
type Receipt struct {
	Printed bool   `json:"printed"`
	Refused string `json:"refused,omitempty"` // why it was not
	Unknown bool   `json:"unknown,omitempty"` // it may have been: the hook was lost behind its gate
}

// Proof is what a hook behind a gate says after a decision that it has printed: whether
// Claude Code has taken it. Where the registry and the transcript can be read, the visitor
// looks for itself.
type Proof struct {
	Proven *bool `json:"proven"`
}

// MaxMessage bounds what a visitor reads of a hook's message, in bytes.
const MaxMessage = 64 << 20

// Write writes a message. Texts of JSON in it stay as they are.
func Write(w io.Writer, message any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(message)
}

// errDecision is a decision that the client does not know.
var errDecision = errors.New("no decision that Claude Code knows")

// check returns an error if a text is none of the decisions that are known, which
// Claude Code would drop at best.
func check(decision []byte) error {
	var printed struct {
		Output struct {
			Event    string `json:"hookEventName"`
			Decision struct {
				Behavior    string                       `json:"behavior"`
				Message     *string                      `json:"message"`
				Interrupt   *bool                        `json:"interrupt"`
				Input       *map[string]json.RawMessage  `json:"updatedInput"`
				Permissions []map[string]json.RawMessage `json:"updatedPermissions"`
			} `json:"decision"`
		} `json:"hookSpecificOutput"`
	}
	d := json.NewDecoder(bytes.NewReader(decision))
	d.DisallowUnknownFields()
	if err := d.Decode(&printed); err != nil {
		return fmt.Errorf("%w: %w", errDecision, err)
	}
	if d.More() {
		return fmt.Errorf("%w: there is something behind it", errDecision)
	}
	its := printed.Output.Decision
	allows, denies := its.Behavior == "allow", its.Behavior == "deny"
	forDenial := its.Message != nil || its.Interrupt != nil
	forApproval := its.Input != nil || its.Permissions != nil
	contradicts := allows && forDenial || denies && forApproval
	if printed.Output.Event != "PermissionRequest" || !allows && !denies || contradicts {
		return errDecision
	}
	return nil
}
