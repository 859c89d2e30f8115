package proc

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
)

// Parent returns the process id of the parent of a process.
func Parent(pid int) (int, error) {
	ppid, err := stat(pid, 4)
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(ppid)
}

// stat returns a field of /proc/PID/stat, counted from 1 as proc(5) does. The
// second field, the command's name, may itself have blanks and parentheses:
// what follows is counted from the last closing one.
func stat(pid, field int) (string, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return "", err
	}
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	if field-3 >= len(fields) {
		return "", fmt.Errorf("process %d: no field %d in %q", pid, field, text)
	}
	return string(fields[field-3]), nil
}
