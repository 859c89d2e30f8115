package query

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"atm/internal/cli"
	"atm/internal/session/fleet"
)

// Visitor returns who is at the client of that name or, if it is empty, who has called
// us: the person at the client that shows the session of this pane, else of this
// process, else at the client that was used last.
func (r Reader) Visitor(ctx context.Context, name string) (fleet.Visitor, error) {
	// In a popup there is no pane, but $TMUX ends in the number of the session.
	outside := r.Getenv("TMUX")
	session := "$" + outside[strings.LastIndexByte(outside, ',')+1:]
	visitor, err := fleet.FindVisitor(ctx, r.Tmux, name, cmp.Or(r.Getenv("TMUX_PANE"), session))
	switch {
	case errors.Is(err, fleet.ErrNoClient):
		return visitor, cli.Hint(err, "tmux attach")
	case errors.Is(err, fleet.ErrNoSuchClient):
		return visitor, cli.Hint(err, "tmux list-clients shows them")
	}
	visitor.Attach = r.attach
	return visitor, err
}

// Refuse says at the client why it stays where it is, and returns that as an error.
func Refuse(ctx context.Context, visitor fleet.Visitor, reason string) error {
	if err := visitor.ShowMessage(ctx, "atm: "+reason); err != nil {
		return err
	}
	return errors.New(reason)
}
