package proc

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
)

// Fields of /proc/PID/stat, as indexes into what stands behind the name of the
// command. In proc(5) they are the fields 3, 4 and 22.
const (
	fieldState  = 0
	fieldParent = 1
	fieldStart  = 19
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
	parent, err := strconv.Atoi(string(fields[fieldParent]))
	if err != nil {
		return status{}, fmt.Errorf("process %d: parent %w", pid, err)
	}
	state := string(fields[fieldState])
	return status{
		parent:    parent,
		start:     string(fields[fieldStart]),
		ended:     state == "Z" || state == "X",
		suspended: state == "T",
	}, nil
}
