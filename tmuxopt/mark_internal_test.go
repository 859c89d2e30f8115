package tmuxopt

import (
	"hash/fnv"
	"strconv"
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

// digest is what [mark] has to end with.
func digest() string {
	h := fnv.New32a()
	h.Write([]byte(stateChanged.text()))
	h.Write([]byte(notify.text()))
	return strconv.FormatUint(uint64(h.Sum32()), 16)
}
