package cli

import (
	"bytes"
	"errors"
	"os"
	"testing"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// TestLine: only Enter gives what was typed. Esc leaves, as a key that begins with it, and is no part of a text;
// nothing of it is left for the next question.
func TestLine(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, typed string
		want        string
		err         error
	}{
		{name: "Enter", typed: "use the staging database\r", want: "use the staging database"},
		{name: "Enter alone", typed: "\r", want: ""},
		{name: "Backspace after a character of two bytes", typed: "Grö\x7foß\r", want: "Groß"},
		{name: "Esc alone", typed: "\x1b", err: ErrNo},
		{name: "Esc after a text", typed: "not this\x1b", err: ErrNo},
		{name: "an arrow key", typed: "not this\x1b[D", err: ErrNo},
		{name: "Ctrl-C, which sends no signal here", typed: "not this\x03", err: ErrNo},
		{name: "Ctrl-D", typed: "\x04", err: ErrNo},
		{name: "several lines are pasted", typed: "one\rtwo\ry\r", err: errSeveral},
		{name: "one and a half", typed: "one\rtwo", err: errSeveral},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			keyboard, terminal, err := pty.Open()
			if err != nil {
				t.Fatal(err)
			}
			defer keyboard.Close()
			defer terminal.Close()
			before, err := unix.IoctlGetTermios(int(terminal.Fd()), getTermios)
			if err != nil {
				t.Fatal(err)
			}
			before.Iflag &^= unix.IUTF8 // as in a popup of tmux 3.3a
			if err := unix.IoctlSetTermios(int(terminal.Fd()), setTermios, before); err != nil {
				t.Fatal(err)
			}
			dialog := Dialog{In: terminal, Out: terminal}
			type answer struct {
				line string
				err  error
			}
			answers := make(chan answer, 1)
			ask := func(typed string) answer {
				t.Helper()
				go func() {
					line, err := dialog.Text("Prompt: ", "", nil)
					answers <- answer{line, err}
				}()
				awaitPrompt(t, keyboard)
				if _, err := keyboard.WriteString(typed); err != nil {
					t.Fatal(err)
				}
				return <-answers
			}
			if got := ask(tt.typed); got.line != tt.want || !errors.Is(got.err, tt.err) {
				t.Errorf("%q gives %q, %v", tt.typed, got.line, got.err)
			}
			if got := ask("next\r"); got.line != "next" || got.err != nil {
				t.Errorf("the next question gets %q, %v", got.line, got.err)
			}
			after, err := unix.IoctlGetTermios(int(terminal.Fd()), getTermios)
			if err != nil || *after != *before {
				t.Errorf("the terminal is in another mode: %v, %v", after, err)
			}
		})
	}
}

// awaitPrompt reads what is displayed up to the end of the prompt.
func awaitPrompt(t *testing.T, keyboard *os.File) {
	t.Helper()
	var displayed []byte
	for b := make([]byte, 1); !bytes.HasSuffix(displayed, []byte("Prompt: ")); {
		if _, err := keyboard.Read(b); err != nil {
			t.Fatal(err)
		}
		displayed = append(displayed, b[0])
	}
}
