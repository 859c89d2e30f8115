package press

import "context"

// PressLate presses a key for what it has seen before something else happens.
func (p Presser) PressLate(ctx context.Context, target Target, key string, between func()) error {
	seen, err := p.read(ctx, target, nil)
	if err != nil {
		return err
	}
	if seen, err = p.read(ctx, target, seen.dialog.Rows()); err != nil {
		return err
	}
	between()
	return p.press(ctx, target, seen, key)
}

// OpeningDelay is how long a dialog must have been open before a key is pressed.
const OpeningDelay = openingDelay
