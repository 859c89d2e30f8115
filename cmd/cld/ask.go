package main

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"

	"atm/internal/cli"
)

// Questions are asked on standard error and answered on standard input, which
// must be a terminal. Enter says yes, or takes the first; Ctrl+C, Ctrl+D and n
// leave everything as it is.

// errNo is the answer that leaves everything as it is.
var errNo = errors.New("nothing done")

// confirm returns nil if the answer is yes, errNo if it is no. unattended says
// which flags answer where nobody can.
func (s streams) confirm(question, unattended string) error {
	for {
		answer, err := s.ask(question+" [Yn] ", unattended)
		if err != nil {
			return err
		}
		switch strings.ToLower(answer) {
		case "", "y", "yes":
			return nil
		case "n", "no":
			return errNo
		}
		fmt.Fprintln(s.stderr, "Please answer y or n.")
	}
}

// pick returns which of n things is meant, counted from 0.
func (s streams) pick(question string, n int, unattended string) (int, error) {
	for {
		answer, err := s.ask(fmt.Sprintf("%s [1-%d, Enter for 1, n for none] ", question, n), unattended)
		if err != nil {
			return 0, err
		}
		switch strings.ToLower(answer) {
		case "":
			return 0, nil
		case "n", "no", "q":
			return 0, errNo
		}
		if i, err := strconv.Atoi(answer); err == nil && 1 <= i && i <= n {
			return i - 1, nil
		}
		fmt.Fprintf(s.stderr, "Please answer with a number from 1 to %d, or n.\n", n)
	}
}

// ask returns the line that is typed. It fails where nobody can type one.
func (s streams) ask(question, unattended string) (string, error) {
	terminal, ok := s.stdin.(*os.File)
	if !ok || cli.Width(s.stdin) < 0 {
		return "", &cli.Error{Err: errors.New("a question, and no terminal to ask it on: " + question), Hint: unattended, Code: cli.Usage}
	}
	interrupt := make(chan os.Signal, 1)
	signal.Notify(interrupt, os.Interrupt)
	defer signal.Stop(interrupt)
	fmt.Fprint(s.stderr, question)
	type reply struct {
		line string
		err  error
	}
	replies := make(chan reply, 1)
	go func() {
		line, err := readLine(terminal)
		replies <- reply{line, err}
	}()
	select {
	case r := <-replies:
		if r.err != nil {
			fmt.Fprintln(s.stderr)
			return "", errNo
		}
		return strings.TrimSpace(r.line), nil
	case <-interrupt:
		fmt.Fprintln(s.stderr)
		return "", errNo
	}
}

// readLine reads up to the end of a line and not a byte more: what is typed
// ahead is for claude.
func readLine(f *os.File) (string, error) {
	var line []byte
	for b := make([]byte, 1); ; {
		if _, err := f.Read(b); err != nil {
			return "", err
		}
		if b[0] == '\n' {
			return string(line), nil
		}
		line = append(line, b[0])
	}
}
