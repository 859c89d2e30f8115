package listener_test

import (
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"

	"atm/internal/dev/tmuxtest"
	"atm/internal/hooks/listener"
)

// TestManyOpen: of gates that are opened at the same time, as by the script of atm save, none takes
// the socket of another one for one that was left behind. Such a one is removed.
func TestManyOpen(t *testing.T) {
	t.Parallel()
	parent := tmuxtest.Dir(t)
	var open sync.WaitGroup
	for gate := range 8 {
		open.Go(func() {
			for i := range 25 {
				dir := filepath.Join(parent, strconv.Itoa(gate)+"."+strconv.Itoa(i))
				if err := os.Mkdir(dir, 0o700); err != nil {
					t.Error(err)
					return
				}
				socket, err := listener.Listen(dir + "/gate")
				if err != nil {
					t.Error(err)
					return
				}
				listener.Sweep(parent)
				if _, err := os.Lstat(dir + "/gate"); err != nil {
					t.Error(err)
				}
				socket.Close()
			}
		})
	}
	open.Wait()
	listener.Sweep(parent)
	if remaining, err := os.ReadDir(parent); len(remaining) > 0 || err != nil {
		t.Errorf("%d are left, error %v", len(remaining), err)
	}
}
