package proc

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
)

// Parent returns the process id of the parent of a process.
func Parent(pid int) (int, error) {
	fields, err := stat(pid)
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(fields[4])
}

// Start returns when a process that runs was started, in the words of Claude
// Code's registry: field 22 of /proc/PID/stat, clock ticks since the boot.
func Start(pid int) (string, error) {
	fields, err := stat(pid)
	if err != nil {
		return "", err
	}
	if state := fields[3]; state == "Z" || state == "X" {
		return "", fmt.Errorf("process %d: has ended", pid)
	}
	return fields[22], nil
}

// stat returns the fields of /proc/PID/stat from the third on, numbered as
// proc(5) does. The second field, the command's name, may itself have blanks
// and parentheses: what follows is counted from the last closing one.
func stat(pid int) (map[int]string, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil, err
	}
	fields := map[int]string{}
	for i, field := range bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:]) {
		fields[i+3] = string(field)
	}
	if len(fields) < 20 {
		return nil, fmt.Errorf("process %d: unexpected %q", pid, text)
	}
	return fields, nil
}
