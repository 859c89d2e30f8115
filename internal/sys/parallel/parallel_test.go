package parallel_test

import (
	"sync/atomic"
	"testing"

	"atm/internal/sys/parallel"
)

// TestEach: each index is used exactly once, and Each returns after the last call.
func TestEach(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 1, 1000} {
		calls := make([]atomic.Int32, n)
		parallel.Each(n, func(i int) { calls[i].Add(1) })
		for i := range calls {
			if got := calls[i].Load(); got != 1 {
				t.Errorf("%d of %d: called %d times", i, n, got)
			}
		}
	}
}
