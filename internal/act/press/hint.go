package press

import (
	"errors"

	"atm/internal/act/typing"
	"atm/internal/claude/dialog"
)

// Hint says what to do if keys have not answered the dialog in a pane.
func Hint(err error, pane string) string {
	focus := "atm focus " + pane + " goes there"
	for _, known := range []struct {
		err  error
		hint string
	}{
		{ErrLate, "somebody else has answered it, and the key was taken out of the input again: " +
			"atm ls shows what has become of it"},
		{ErrSeveral, "atm answer --show " + pane + " shows the one that stands on its screen; --keys without " +
			"--call answers that one"},
		{dialog.ErrPanel, "a click on its ✕ closes the panel of changes (or /diff, where there is an input): " + focus},
		{typing.ErrMode, "q ends it: " + focus},
		{ErrUnproven, "look before you answer again, the key may stand in the input: " + focus},
	} {
		if errors.Is(err, known.err) {
			return known.hint
		}
	}
	return focus
}
