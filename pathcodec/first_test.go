package pathcodec_test

import (
	"context"

	"atm/pathcodec"
)

// first returns the first path that is found for a name.
func first(ctx context.Context, d pathcodec.Decoder, name string) (string, error) {
	found, err := d.All(ctx, name)
	if len(found) == 0 {
		return "", err
	}
	return found[0], err
}
