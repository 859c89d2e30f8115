package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/sys/unix"

	"atm/tmuxopt"
)

// Dialog asks questions on Out, standard error, and reads answers from In, standard input. If one of them is
// no terminal, the controlling terminal replaces it. After Esc, Ctrl-C or Ctrl-D the error is [ErrNo].
type Dialog struct {
	In  io.Reader
	Out io.Writer
}

// ErrNo is the answer that leaves everything unchanged.
var ErrNo = errors.New("nothing done")

// Show prints what the next question is about. It drops what was typed before: nobody can have meant it.
func (d Dialog) Show(text string) {
	if t, err := d.open("", ""); err == nil {
		dropTyped(t.in)
		t.close()
	}
	fmt.Fprint(d.Out, text)
}

// Confirm returns nil if the answer is yes or only Enter, ErrNo if it is no. hint says which flags
// answer the question without a terminal.
func (d Dialog) Confirm(question, hint string) error {
	return d.confirm(question+" [Yn] ", hint, nil)
}

// ConfirmOrShow is [Dialog.Confirm] with one more answer: d calls show, and the question is asked again.
func (d Dialog) ConfirmOrShow(question, hint string, show func()) error {
	return d.confirm(question+" [Y/n/d: show the differences] ", hint, show)
}

func (d Dialog) confirm(question, hint string, show func()) error {
	return d.until(question, hint, func(t terminal, answer string) (done bool, err error) {
		switch answer = strings.ToLower(answer); {
		case answer == "", answer == "y", answer == "yes":
			return true, nil
		case answer == "n", answer == "no":
			return false, ErrNo
		case show == nil:
			fmt.Fprintln(t.out, "Please answer y or n.")
		case answer == "d":
			show()
		default:
			fmt.Fprintln(t.out, "Please answer y, n or d.")
		}
		return false, nil
	})
}

// until asks a question until accept is done with the typed line, or returns an error.
func (d Dialog) until(question, hint string, accept func(t terminal, line string) (done bool, err error)) error {
	t, err := d.open(question, hint)
	if err != nil {
		return err
	}
	defer t.close()
	for done := false; !done && err == nil; {
		var line string
		if line, err = t.ask(question); err == nil {
			done, err = accept(t, line)
		}
	}
	return err
}

// Insist is [Dialog.Confirm] where Enter means no.
func (d Dialog) Insist(question, hint string) error {
	return d.until(question+" [yN] ", hint, func(_ terminal, answer string) (done bool, err error) {
		if !slices.Contains([]string{"y", "yes"}, strings.ToLower(answer)) {
			return false, ErrNo
		}
		return true, nil
	})
}

// Pick returns the index of the chosen one of n things.
func (d Dialog) Pick(question string, n int, hint string) (chosen int, err error) {
	question += fmt.Sprintf(" [1-%d, Enter for 1, n for none] ", n)
	err = d.until(question, hint, func(t terminal, answer string) (done bool, err error) {
		switch strings.ToLower(answer) {
		case "":
			return true, nil
		case "n", "no", "q":
			return false, ErrNo
		}
		if i, err := strconv.Atoi(answer); err == nil && 1 <= i && i <= n {
			chosen = i - 1
			return true, nil
		}
		fmt.Fprintf(t.out, "Please answer with a number from 1 to %d, or n.\n", n)
		return false, nil
	})
	return chosen, err
}

// Text returns the line that is typed after a question, "" after Enter alone. hint says what does the same without a
// terminal. It rejects several pasted lines: the others would act as keys on the next screen. It asks again while
// check, if it is not nil, returns an error for a line that is not empty.
func (d Dialog) Text(question, hint string, check func(line string) error) (text string, err error) {
	err = d.until(question, hint, func(t terminal, line string) (done bool, err error) {
		if dropTyped(t.in) {
			return false, Hint(errSeveral, "paste a single line; "+hint)
		}
		if line != "" && check != nil {
			if err := check(line); err != nil {
				fmt.Fprintln(t.out, tmuxopt.Text(err.Error()))
				return false, nil
			}
		}
		text = line
		return true, nil
	})
	return text, err
}

var errSeveral = errors.New("several lines were typed at once: nothing done")

// HasTerminal reports whether there is a terminal to ask on.
func (d Dialog) HasTerminal() bool {
	t, err := d.open("", "")
	if err == nil {
		t.close()
	}
	return err == nil
}

// terminal is the terminal of the person.
type terminal struct {
	in    *os.File
	out   io.Writer
	close func()
}

// open returns the terminal, or an error if there is none.
func (d Dialog) open(question, hint string) (terminal, error) {
	stdin, _ := d.In.(*os.File)
	if Width(d.In) >= 0 && Width(d.Out) >= 0 {
		return terminal{in: stdin, out: d.Out, close: func() {}}, nil
	}
	tty, err := openTTY()
	if err != nil {
		return terminal{}, Wrong(hint, "a question, and no terminal to ask it on: %s", question)
	}
	// An error of Close does not matter: a terminal takes all output at once.
	t := terminal{in: tty, out: tty, close: func() { tty.Close() }}
	if Width(d.In) >= 0 {
		t.in = stdin
	}
	if Width(d.Out) >= 0 {
		t.out = d.Out
	}
	return t, nil
}

// openTTY opens the controlling terminal. For a program in the background it returns an error: reading would
// stop it.
func openTTY() (*os.File, error) {
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	group, err := unix.IoctlGetInt(int(tty.Fd()), unix.TIOCGPGRP)
	if err == nil && group != unix.Getpgrp() {
		err = errors.New("in the background")
	}
	if err != nil {
		return nil, errors.Join(err, tty.Close())
	}
	return tty, nil
}

// ask returns the line that is typed, [ErrNo] if the person leaves instead.
func (t terminal) ask(question string) (string, error) {
	interrupt := make(chan os.Signal, 1)
	signal.Notify(interrupt, os.Interrupt)
	defer signal.Stop(interrupt)
	restore := lineMode(t.in)
	fmt.Fprint(t.out, question)
	lines := make(chan string, 1)
	go func() {
		defer close(lines)
		if line, err := readLine(t.in); err == nil {
			lines <- line
		}
	}()
	line, isTyped := "", false
	select {
	case line, isTyped = <-lines:
	case <-interrupt:
	}
	restore(!isTyped)
	if !isTyped {
		fmt.Fprintln(t.out)
		return "", ErrNo
	}
	if !utf8.ValidString(line) {
		return "", errors.New("what was typed is no text in UTF-8: nothing done")
	}
	return strings.TrimSpace(line), nil
}

// readLine reads exactly one line: input after it may be for the program that this one becomes. Esc and Ctrl-C
// return [ErrNo].
func readLine(f *os.File) (string, error) {
	var line []byte
	for b := make([]byte, 1); ; {
		if _, err := f.Read(b); err != nil {
			return "", err
		}
		switch b[0] {
		case '\n':
			return string(line), nil
		case esc, ctrlC:
			return "", ErrNo
		}
		line = append(line, b[0])
	}
}
