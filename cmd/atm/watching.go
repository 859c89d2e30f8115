package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// untilEnded returns a context that lives until the person ends the command, or the
// terminal does. That nobody reads the output any more is an error of writing it.
func untilEnded() (ctx context.Context, stop context.CancelFunc) {
	signal.Ignore(syscall.SIGPIPE)
	return signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
}
