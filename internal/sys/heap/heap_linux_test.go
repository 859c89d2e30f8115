//go:build !race

package heap

import (
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"testing"
)

// faultsVariable has a new process print how many page faults it takes to use a new megabyte of the heap, of which it
// asks for so many bytes before.
const faultsVariable = "ATM_TEST_HEAP"

func TestMain(m *testing.M) {
	text, isChild := os.LookupEnv(faultsVariable)
	if !isChild {
		os.Exit(m.Run())
	}
	bytes, _ := strconv.Atoi(text)
	if bytes > 0 && populate(uintptr(bytes)) != 0 {
		os.Stdout.WriteString("refused")
		return
	}
	var before, after syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &before)
	var pages [256]*[4 << 10]byte
	for i := range pages {
		pages[i] = new([4 << 10]byte)
		pages[i][0] = 1
	}
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &after)
	os.Stdout.WriteString(strconv.FormatInt(after.Minflt-before.Minflt, 10))
}

// TestPopulate: memory that was asked for needs no page faults; to ask for more than there is does no harm. (The race
// detector has page faults of its own.) Where the
// heap of a process begins is random, and sometimes it is just before the end of a part.
func TestPopulate(t *testing.T) {
	t.Parallel()
	faults := func(bytes int) (fewest int) {
		fewest = 1 << 30
		for range 10 {
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), faultsVariable+"="+strconv.Itoa(bytes))
			out, err := cmd.Output()
			if err != nil {
				t.Fatal(err)
			}
			if string(out) == "refused" {
				t.Skip("this kernel refuses it")
			}
			n, err := strconv.Atoi(string(out))
			if err != nil {
				t.Fatal(err)
			}
			fewest = min(fewest, n)
		}
		return fewest
	}
	without, with, all := faults(0), faults(2<<20), faults(1<<40)
	if with > without/2 || all > without/2 {
		t.Errorf("%d page faults without, %d with 2 MB, %d with far too much", without, with, all)
	}
}
