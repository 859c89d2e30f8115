package press

import "context"

// PressLate presses a key for what it has seen before something else happens.
func (t Target) PressLate(ctx context.Context, key string, between func()) error {
	seen, err := t.read(ctx, nil)
	if err != nil {
		return err
	}
	if seen, err = t.read(ctx, seen.dialog.Rows()); err != nil {
		return err
	}
	between()
	return t.press(ctx, seen, key)
}

// OpeningDelay is how long a dialog must have been open before a key is pressed.
const OpeningDelay = openingDelay
