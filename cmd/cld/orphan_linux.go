package main

import "syscall"

// endsWithUs makes the system end a process as soon as the thread that starts it has ended. Otherwise claude
// would continue without cld and without a terminal, and nobody would notice.
func endsWithUs() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM} }
