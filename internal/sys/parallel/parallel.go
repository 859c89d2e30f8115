// Package parallel uses all processors for independent work. It promises no order.
package parallel

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Each calls do for each index below n, on as many processors as there are, and returns when all calls have returned.
func Each(n int, do func(i int)) {
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	workers.Wait()
}
