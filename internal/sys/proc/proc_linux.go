package proc

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Fields of /proc/PID/stat after the name of the command. In proc(5) they are the fields 3, 4, 5, 7, 8, 20
// and 22.
const (
	fieldState      = 0
	fieldParent     = 1
	fieldGroup      = 2
	fieldTerminal   = 4
	fieldForeground = 5
	fieldThreads    = 17
	fieldStart      = 19
)

// path returns the path of a file of a process.
func path(pid int, name string) string { return "/proc/" + strconv.Itoa(pid) + "/" + name }

// statusOf reads /proc/PID/stat. A list of 200 sessions does so hundreds of times, and os.ReadFile makes three times as
// many system calls.
func statusOf(pid int) (status, error) {
	fd, err := unix.Open(path(pid, "stat"), unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return status{}, fmt.Errorf("process %d: %w", pid, err)
	}
	defer unix.Close(fd)
	var buffer [2048]byte // enough: 52 numbers, and a name of at most 64 bytes
	n, err := unix.Read(fd, buffer[:])
	if err != nil {
		return status{}, fmt.Errorf("process %d: %w", pid, err)
	}
	stat := string(buffer[:n])
	// The name of the command is in parentheses, and may have blanks and parentheses itself.
	fields := strings.SplitN(strings.TrimLeft(stat[strings.LastIndexByte(stat, ')')+1:], " "), " ", fieldStart+2)
	if len(fields) <= fieldStart {
		return status{}, fmt.Errorf("process %d: unexpected %q", pid, stat)
	}
	var numbers [fieldForeground + 1]int
	for _, i := range []int{fieldParent, fieldGroup, fieldTerminal, fieldForeground} {
		if numbers[i], err = strconv.Atoi(fields[i]); err != nil {
			return status{}, fmt.Errorf("process %d: %w", pid, err)
		}
	}
	// A process that becomes another program while it has threads is a zombie until they have ended.
	state, threads := fields[fieldState], fields[fieldThreads]
	return status{
		parent:    numbers[fieldParent],
		group:     numbers[fieldGroup],
		inFront:   numbers[fieldForeground],
		terminal:  uint64(uint32(numbers[fieldTerminal])),
		start:     fields[fieldStart],
		ended:     (state == "Z" || state == "X") && (threads == "0" || threads == "1"),
		suspended: state == "T",
	}, nil
}

// tick is the unit of times in /proc on all platforms of Go, USER_HZ.
const tick = time.Second / 100

// timeOf returns the time that a start time of [Start] names.
func timeOf(start string) (time.Time, error) {
	ticks, err := strconv.ParseInt(start, 10, 64)
	if err != nil {
		return time.Time{}, err
	}
	var sinceBoot unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_BOOTTIME, &sinceBoot); err != nil {
		return time.Time{}, os.NewSyscallError("clock_gettime", err)
	}
	return time.Now().Add(time.Duration(ticks)*tick - time.Duration(sinceBoot.Nano())), nil
}

// The device numbers of pseudo-terminals, from Documentation/admin-guide/devices.txt of Linux.
const (
	firstTerminal = 136
	lastTerminal  = 143
)

func terminalPath(device uint64) string {
	major, minor := unix.Major(device), unix.Minor(device)
	if major < firstTerminal || major > lastTerminal {
		return ""
	}
	return "/dev/pts/" + strconv.Itoa(int(major-firstTerminal)<<8+int(minor))
}

// Getenv returns a variable from the environment with which a process was started, "" if it was not set. Only
// the user's own processes can be read.
func Getenv(pid int, name string) (string, error) {
	text, err := os.ReadFile(path(pid, "environ"))
	if err != nil {
		return "", err
	}
	for entry := range bytes.SplitSeq(text, []byte{0}) {
		if value, found := bytes.CutPrefix(entry, []byte(name+"=")); found {
			return string(value), nil
		}
	}
	return "", nil
}

// Args returns the arguments of a process, its name first; none if they cannot be read.
func Args(pid int) []string {
	text, err := os.ReadFile(path(pid, "cmdline"))
	if err != nil {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(text), "\x00"), "\x00")
}

// Peer returns the process and the user at the other end of a unix socket. The process is 0 if it has no id
// in our pid namespace.
func Peer(fd int) (pid, uid int, err error) {
	peer, err := unix.GetsockoptUcred(fd, unix.SOL_SOCKET, unix.SO_PEERCRED)
	if err != nil {
		return 0, 0, os.NewSyscallError("getsockopt", err)
	}
	return int(peer.Pid), int(peer.Uid), nil
}

// errHidden means that a process has no id that it and we have in common.
var errHidden = errors.New("the process that listens cannot be seen from here")

// Listener returns the id of the process that listens on the unix socket to which fd is connected. The
// process must be in our pid namespace. One in a namespace below ours is an error as well, because it knows
// itself by another id.
func Listener(fd int) (pid int, err error) {
	if pid, _, err = Peer(fd); err == nil && (pid <= 0 || nested(pid)) {
		return 0, errHidden
	}
	return pid, err
}

// nested reports whether a process is in a pid namespace below ours: then /proc/PID/status has an id for each
// namespace, since Linux 4.1.
func nested(pid int) bool {
	text, err := os.ReadFile(path(pid, "status"))
	if err != nil {
		return false
	}
	for line := range bytes.Lines(text) {
		if numbers, found := bytes.CutPrefix(line, []byte("NSpid:")); found {
			return len(bytes.Fields(numbers)) > 1
		}
	}
	return false
}

// Wait waits until a process, which need not be a child, has ended, or until ctx ends. It returns an error if
// it cannot wait (Linux before 5.3).
func Wait(ctx context.Context, pid int) error {
	fd, err := unix.PidfdOpen(pid, 0) // PIDFD_NONBLOCK needs Linux 5.10
	if err == unix.ESRCH {
		return nil
	}
	if err != nil {
		return os.NewSyscallError("pidfd_open", err)
	}
	_ = unix.SetNonblock(fd, true) // never fails for an open descriptor
	return readable(ctx, os.NewFile(uintptr(fd), "pidfd"))
}

// readable waits until the file can be read, in Go's poller, which needs no thread.
func readable(ctx context.Context, f *os.File) error {
	defer f.Close()
	raw, err := f.SyscallConn()
	if err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, func() { _ = f.SetReadDeadline(time.Unix(1, 0)) })
	defer stop()
	return raw.Read(func(fd uintptr) bool {
		poll := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
		n, err := unix.Poll(poll, 0)
		return n > 0 || err != nil && err != syscall.EINTR
	})
}
