package press_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"atm/internal/act/press"
	"atm/internal/act/typing"
)

// TestHint: someone who has answered by keys in vain is told what to do, or what nobody has to do.
func TestHint(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		err  error
		want string
	}{
		{name: "somebody was quicker", err: press.ErrLate, want: "atm ls shows what has become of it"},
		{name: "several calls", err: press.ErrSeveral,
			want: "--keys without --call answers that one"},
		{name: "no proof", err: press.ErrUnproven, want: "before you answer again"},
		{name: "wrapped", err: fmt.Errorf("pane %%3: %w", press.ErrUnproven),
			want: "before you answer again"},
		{name: "something has changed", err: typing.ErrChanged, want: "atm focus %3 goes there"},
		{name: "any other", err: errors.New("x"), want: "atm focus %3 goes there"},
	} {
		if got := press.Hint(tt.err, "%3"); !strings.Contains(got, tt.want) {
			t.Errorf("%s: %q, not %q", tt.name, got, tt.want)
		}
	}
}
