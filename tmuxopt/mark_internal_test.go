package tmuxopt

import (
	"hash/fnv"
	"strconv"
	"strings"
	"testing"
)

// TestVersionMark: stored programs that have changed have another mark, so that servers store them.
func TestVersionMark(t *testing.T) {
	t.Parallel()
	if _, got, _ := strings.Cut(versionMark, "atm-programs-"); got != programsHash() {
		t.Errorf("the stored programs have changed: the mark has to end with %s", programsHash())
	}
}

// programsHash is what [versionMark] has to end with.
func programsHash() string {
	h := fnv.New32a()
	h.Write([]byte(stateChanged.text()))
	h.Write([]byte(notify.text()))
	return strconv.FormatUint(uint64(h.Sum32()), 16)
}

// TestCommonMark: a version with other rare options has another mark, so that lists read them.
func TestCommonMark(t *testing.T) {
	t.Parallel()
	h := fnv.New32a()
	for _, f := range Schema() {
		if isRare(f.Option) {
			h.Write([]byte(f.Option + " "))
		}
	}
	if want := strconv.FormatUint(uint64(h.Sum32()), 16); CommonMark != want {
		t.Errorf("the rare options have changed: the mark has to be %s", want)
	}
}
