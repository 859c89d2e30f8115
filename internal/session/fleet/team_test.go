package fleet

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestBelowLeads: teammates follow their lead, and forks what they were forked from; all others keep their order, and
// those in a circle are last.
func TestBelowLeads(t *testing.T) {
	t.Parallel()
	var names []string
	for _, s := range BelowLeads([]Session{
		{ID: "mate1", Lead: "lead"}, {ID: "other"}, {ID: "lead"}, {ID: "orphan", Lead: "gone"}, {ID: "mate2", Lead: "lead"},
		{ID: "self", Lead: "self"}, {ID: "loop1", Lead: "loop2"}, {ID: "loop2", Lead: "loop1"},
		{ID: "fork of fork", Fork: "fork"}, {ID: "fork", Fork: "other"}, {ID: "fork of an ended one", Fork: "gone"},
	}) {
		names = append(names, s.ID)
	}
	want := []string{
		"other", "fork", "fork of fork", "lead", "mate1", "mate2", "orphan", "fork of an ended one",
		"self", "loop1", "loop2",
	}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
