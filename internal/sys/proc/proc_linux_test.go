package proc

import (
	"os"
	"os/exec"
	"runtime"
	"slices"
	"syscall"
	"testing"
)

// becomeVariable makes TestIsBecoming the process that the test looks at.
const becomeVariable = "ATM_TEST_BECOME"

// TestIsBecoming: a process with threads that becomes another program never stops running.
func TestIsBecoming(t *testing.T) {
	if os.Getenv(becomeVariable) != "" {
		becomeSleep()
	}
	t.Parallel()
	for range 50 {
		cmd := exec.Command(os.Args[0], "-test.run=^TestIsBecoming$")
		cmd.Env = append(os.Environ(), becomeVariable+"=1")
		pid := run(t, cmd).Process.Pid
		start, err := Start(pid)
		if err != nil {
			t.Fatal(err)
		}
		until(t, "it is a sleep", func() bool {
			if !Is(pid, start) {
				t.Fatal("it does not run")
			}
			return slices.Contains(Args(pid), "sleep")
		})
	}
}

// becomeSleep becomes another program, in a thread that is not the first one, while other threads exist.
func becomeSleep() {
	sleep, err := exec.LookPath("sleep")
	if err != nil {
		panic(err)
	}
	for range 8 {
		go func() {
			runtime.LockOSThread() // each has a thread of its own
			if syscall.Gettid() != os.Getpid() {
				_ = syscall.Exec(sleep, []string{"sleep", "1000"}, nil) // the first one to come here
			}
			select {}
		}()
	}
	select {}
}
