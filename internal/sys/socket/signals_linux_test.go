package socket

import (
	"os"
	"strconv"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestSignals: signals do not prolong the wait for a process that says nothing.
func TestSignals(t *testing.T) {
	t.Parallel()
	go func() {
		for t.Context().Err() == nil {
			threads, _ := os.ReadDir("/proc/self/task")
			for _, thread := range threads {
				id, _ := strconv.Atoi(thread.Name())
				_ = unix.Tgkill(os.Getpid(), id, unix.SIGURG) // the thread may have ended
			}
			time.Sleep(50 * time.Millisecond)
		}
	}()
	begin := time.Now()
	conn, err := Dial(listen(t).Name(), begin.Add(time.Second))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	n, err := DeadlineReader{conn, begin.Add(time.Second)}.Read(make([]byte, 1))
	if took := time.Since(begin); n != 0 || err == nil || took > 10*time.Second {
		t.Errorf("%d bytes after %v, error %v", n, took, err)
	}
}
