package proc

import (
	"cmp"
	"errors"
	"os"
	"strings"
	"syscall"
)

// Exit statuses of a command that cannot be run, as shells have them.
const (
	NotExecutable = 126
	NotFound      = 127
)

// Become makes this process the command, which is searched for as execvp does. It returns
// only if the command cannot be run, with the exit status that shells have for that.
func Become(command, env []string) (status int, err error) {
	err = execute(command, env)
	if errors.Is(err, syscall.ENOENT) {
		return NotFound, err
	}
	return NotExecutable, err
}

func execute(command, env []string) error {
	name := command[0]
	if strings.Contains(name, "/") {
		return executeFile(name, command, env)
	}
	err := error(syscall.ENOENT)
	for dir := range strings.SplitSeq(cmp.Or(os.Getenv("PATH"), "/bin:/usr/bin"), ":") {
		failed := executeFile(cmp.Or(dir, ".")+"/"+name, command, env)
		switch {
		case errors.Is(failed, syscall.ENOENT), errors.Is(failed, syscall.ENOTDIR):
		case errors.Is(failed, syscall.EACCES): // another directory may have one that can be run
			err = failed
		default:
			return failed
		}
	}
	return err
}

// executeFile runs a script without a first line that names its interpreter by a shell,
// as shells do.
func executeFile(file string, command, env []string) error {
	err := syscall.Exec(file, command, env)
	if errors.Is(err, syscall.ENOEXEC) {
		err = syscall.Exec("/bin/sh", append([]string{"sh", file}, command[1:]...), env)
	}
	return err
}
