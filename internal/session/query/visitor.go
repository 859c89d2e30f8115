package query

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"atm/internal/session/fleet"
)

// Visitor returns the person at the client of that name. An empty name means the person who has called us: the
// one at the client that shows the session of this pane, else that of this process, else at the client that was
// used last.
func (r Reader) Visitor(ctx context.Context, name string) (fleet.Visitor, error) {
	// A popup has no pane, but $TMUX ends in the number of the session.
	variable := r.Getenv("TMUX")
	session := "$" + variable[strings.LastIndexByte(variable, ',')+1:]
	visitor, err := fleet.FindVisitor(ctx, r.Tmux, name, cmp.Or(r.Getenv("TMUX_PANE"), session))
	visitor.Attach = r.attach
	return visitor, err
}

// Refuse shows the client why it stays in its pane, and returns the reason as an error.
func Refuse(ctx context.Context, visitor fleet.Visitor, reason string) error {
	if err := visitor.ShowMessage(ctx, "atm: "+reason); err != nil {
		return err
	}
	return errors.New(reason)
}
