package proc

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
)

// Fields of /proc/PID/stat, as indexes into what stands behind the name of the
// command. In proc(5) they are the fields 3, 4, 5, 8 and 22.
const (
	fieldState      = 0
	fieldParent     = 1
	fieldGroup      = 2
	fieldForeground = 5
	fieldStart      = 19
)

// statusOf reads /proc/PID/stat.
func statusOf(pid int) (status, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return status{}, err
	}
	// The name of the command may itself have blanks and parentheses: what follows
	// begins behind the last closing one.
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	if len(fields) <= fieldStart {
		return status{}, fmt.Errorf("process %d: unexpected %q", pid, text)
	}
	var numbers [fieldForeground + 1]int
	for _, i := range []int{fieldParent, fieldGroup, fieldForeground} {
		if numbers[i], err = strconv.Atoi(string(fields[i])); err != nil {
			return status{}, fmt.Errorf("process %d: %w", pid, err)
		}
	}
	state := string(fields[fieldState])
	return status{
		parent:    numbers[fieldParent],
		group:     numbers[fieldGroup],
		inFront:   numbers[fieldForeground],
		start:     string(fields[fieldStart]),
		ended:     state == "Z" || state == "X",
		suspended: state == "T",
	}, nil
}
