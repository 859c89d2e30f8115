package proc

import (
	"bytes"
	"fmt"
	"strconv"

	"golang.org/x/sys/unix"
)

// Fields of /proc/PID/stat, as indexes into what stands after the name of the
// command. In proc(5) they are the fields 3, 4, 5, 7, 8 and 22.
const (
	fieldState      = 0
	fieldParent     = 1
	fieldGroup      = 2
	fieldTerminal   = 4
	fieldForeground = 5
	fieldStart      = 19
)

// readStat reads the file in three system calls. A list of sessions asks for hundreds of
// processes, and os.ReadFile takes twice as long.
func readStat(pid int) ([]byte, error) {
	fd, err := unix.Open("/proc/"+strconv.Itoa(pid)+"/stat", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("process %d: %w", pid, err)
	}
	defer unix.Close(fd)
	text := make([]byte, 1024) // 52 numbers, and a name of at most 64 bytes
	n, err := unix.Read(fd, text)
	if err != nil {
		return nil, fmt.Errorf("process %d: %w", pid, err)
	}
	return text[:n], nil
}

// statusOf reads /proc/PID/stat.
func statusOf(pid int) (status, error) {
	text, err := readStat(pid)
	if err != nil {
		return status{}, err
	}
	// The name of the command may itself have blanks and parentheses: what follows
	// begins after the last closing one.
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	if len(fields) <= fieldStart {
		return status{}, fmt.Errorf("process %d: unexpected %q", pid, text)
	}
	var numbers [fieldForeground + 1]int
	for _, i := range []int{fieldParent, fieldGroup, fieldTerminal, fieldForeground} {
		if numbers[i], err = strconv.Atoi(string(fields[i])); err != nil {
			return status{}, fmt.Errorf("process %d: %w", pid, err)
		}
	}
	state := string(fields[fieldState])
	return status{
		parent:    numbers[fieldParent],
		group:     numbers[fieldGroup],
		inFront:   numbers[fieldForeground],
		terminal:  uint64(uint32(numbers[fieldTerminal])),
		start:     string(fields[fieldStart]),
		ended:     state == "Z" || state == "X",
		suspended: state == "T",
	}, nil
}

// The device numbers of pseudo-terminals, from Documentation/admin-guide/devices.txt of Linux.
const (
	firstTerminal = 136
	lastTerminal  = 143
)

// terminalPath returns the path of a pseudo-terminal.
func terminalPath(device uint64) string {
	major, minor := unix.Major(device), unix.Minor(device)
	if major < firstTerminal || major > lastTerminal {
		return ""
	}
	return "/dev/pts/" + strconv.Itoa(int(major-firstTerminal)<<8+int(minor))
}
