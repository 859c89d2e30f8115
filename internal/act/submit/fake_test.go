package submit_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"atm/internal/dev/tmuxtest"
)

// fakeTranscript names the file in the environment of the fake client.
const fakeTranscript = "ATM_TEST_TRANSCRIPT"

// TestMain runs the tests, or a client: that is this program in a pane.
func TestMain(m *testing.M) {
	if path := os.Getenv(fakeTranscript); path != "" {
		if err := runFake(path, os.Getenv("ATM_TEST_DEAF") != ""); err != nil {
			fmt.Println(err)
		}
		return
	}
	os.Exit(m.Run())
}

// runFake shows an input as Claude Code does, and writes each prompt into a transcript; a
// deaf one takes no notice of Enter.
func runFake(path string, deaf bool) error {
	if err := tmuxtest.RawTerminal(); err != nil {
		return err
	}
	fmt.Print("\x1b[?2004h")
	in, draft := bufio.NewReader(os.Stdin), ""
	for {
		shown := strings.ReplaceAll(draft, "\n", "\r\n  ")
		if len(shown) > 500 {
			shown = "[Pasted text #1]"
		}
		fmt.Printf("\x1b[H\x1b[2J─────\r\n❯\u00a0%s\x1b7\r\n─────\x1b8", shown)
		pasted, err := readInput(in)
		switch {
		case err != nil:
			return err
		case pasted != "\r":
			draft += pasted
		case !deaf && draft != "":
			if err := appendPrompt(path, draft); err != nil {
				return err
			}
			draft = ""
		}
	}
}

// readInput reads a key, or a paste as a whole.
func readInput(in *bufio.Reader) (string, error) {
	const begin, end = "\x1b[200~", "\x1b[201~"
	if next, err := in.Peek(1); err != nil || next[0] != '\x1b' {
		key, _, err := in.ReadRune()
		return string(key), err
	}
	var text bytes.Buffer
	for !bytes.HasSuffix(text.Bytes(), []byte(end)) { // String would copy all of a long text for each byte
		b, err := in.ReadByte()
		if err != nil {
			return "", err
		}
		text.WriteByte(b)
	}
	return strings.TrimSuffix(strings.TrimPrefix(text.String(), begin), end), nil
}

func appendPrompt(path, prompt string) error {
	line, err := json.Marshal(map[string]any{"type": "user", "message": map[string]any{"content": prompt}})
	if err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if _, err := file.Write(append(line, '\n')); err != nil {
		return err
	}
	return file.Close()
}
