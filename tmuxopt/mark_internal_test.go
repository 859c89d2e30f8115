package tmuxopt

import (
	"strings"
	"testing"
)

// TestMark: programs that have changed have another mark, so that servers store them.
func TestMark(t *testing.T) {
	t.Parallel()
	if _, got, _ := strings.Cut(mark, "atm-programs-"); got != digest() {
		t.Errorf("the programs have changed: the mark has to end with %s", digest())
	}
}
