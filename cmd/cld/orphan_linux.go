package main

import "syscall"

// endsWithUs has the system end a process as soon as the thread that starts it has ended. Without
// cld nobody would see claude, which would go on without a terminal.
func endsWithUs() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM} }
