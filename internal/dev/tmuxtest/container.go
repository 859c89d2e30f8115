package tmuxtest

import (
	"os/exec"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"
)

// container is the command that runs another one as a container does: in a pid
// namespace of its own, with a /proc that shows nothing else.
var container = []string{"unshare", "--user", "--map-root-user", "--pid", "--fork", "--kill-child",
	"--mount-proc"}

// contains reports whether this machine has containers of that kind.
var contains = sync.OnceValue(func() bool {
	return exec.Command(container[0], append(container[1:len(container):len(container)],
		"true")...).Run() == nil
})

// contain runs a command in a container.
func contain(ts *testscript.TestScript, neg bool, args []string) {
	args = append(container[1:len(container):len(container)], args...)
	if err := ts.Exec(container[0], args...); (err != nil) != neg {
		ts.Fatalf("%q: %v", args, err)
	}
}
