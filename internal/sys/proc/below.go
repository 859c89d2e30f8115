package proc

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// psTimeout bounds how long is waited for the list of all processes.
const psTimeout = time.Second

// Below returns the names of the programs that run below a process: its youngest child, the youngest child of that,
// and so on. The youngest is taken for the one with the highest id.
func Below(ctx context.Context, pid int) []string {
	ctx, cancel := context.WithTimeout(ctx, psTimeout)
	defer cancel()
	out, err := exec.CommandContext(ctx, "ps", "-A", "-o", "pid=,ppid=,comm=").Output()
	if err != nil {
		return nil // nobody knows
	}
	youngest, names := map[int]int{}, map[int]string{}
	for line := range strings.Lines(string(out)) {
		var child, parent int
		var name string
		if n, _ := fmt.Sscanf(line, "%d %d %s", &child, &parent, &name); n == 3 {
			youngest[parent] = max(youngest[parent], child)
			names[child] = filepath.Base(name)
		}
	}
	var below []string
	for at := youngest[pid]; at > 1 && len(below) < len(names); at = youngest[at] {
		below = append(below, names[at])
	}
	return below
}
