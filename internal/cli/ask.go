package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"
)

// Questions are asked on standard error and answered on standard input, which
// must be a terminal. Enter says yes, or takes the first; Ctrl+C, Ctrl+D and n
// leave everything as it is.

// Dialog is where questions are asked.
type Dialog struct {
	In  io.Reader
	Out io.Writer
}

// ErrNo is the answer that leaves everything as it is.
var ErrNo = errors.New("nothing done")

// Confirm returns nil if the answer is yes, ErrNo if it is no. unattended says
// which flags answer where nobody can.
func (d Dialog) Confirm(question, unattended string) error {
	for {
		answer, err := d.ask(question+" [Yn] ", unattended)
		if err != nil {
			return err
		}
		switch strings.ToLower(answer) {
		case "", "y", "yes":
			return nil
		case "n", "no":
			return ErrNo
		}
		fmt.Fprintln(d.Out, "Please answer y or n.")
	}
}

// Pick returns which of n things is meant, counted from 0.
func (d Dialog) Pick(question string, n int, unattended string) (int, error) {
	for {
		answer, err := d.ask(fmt.Sprintf("%s [1-%d, Enter for 1, n for none] ", question, n), unattended)
		if err != nil {
			return 0, err
		}
		switch strings.ToLower(answer) {
		case "":
			return 0, nil
		case "n", "no", "q":
			return 0, ErrNo
		}
		if i, err := strconv.Atoi(answer); err == nil && 1 <= i && i <= n {
			return i - 1, nil
		}
		fmt.Fprintf(d.Out, "Please answer with a number from 1 to %d, or n.\n", n)
	}
}

// ask returns the line that is typed. It fails where nobody can type one.
func (d Dialog) ask(question, unattended string) (string, error) {
	terminal, ok := d.In.(*os.File)
	if !ok || Width(d.In) < 0 {
		return "", &Error{Err: errors.New("a question, and no terminal to ask it on: " + question), Hint: unattended, Code: Usage}
	}
	interrupt := make(chan os.Signal, 1)
	signal.Notify(interrupt, os.Interrupt)
	defer signal.Stop(interrupt)
	fmt.Fprint(d.Out, question)
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
			fmt.Fprintln(d.Out)
			return "", ErrNo
		}
		return strings.TrimSpace(r.line), nil
	case <-interrupt:
		fmt.Fprintln(d.Out)
		return "", ErrNo
	}
}

// readLine reads up to the end of a line and not a byte more: what is typed
// ahead may be for a program that this one becomes.
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
