package press_test

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"atm/internal/dev/tmuxtest"
	"atm/internal/sys/proc"
)

// The environment of the fake claude.
const (
	fakeScreen  = "ATM_TEST_SCREEN"  // a file of ../dialog/testdata that it shows
	fakeHome    = "ATM_TEST_HOME"    // of its registry, and of the file with the keys that it gets
	fakeReplies = "ATM_TEST_REPLIES" // what a key does: "4=busy+SCREEN,\x1b[B=SCREEN"
)

const sessionID = "23e30f82-0000-4000-8000-000000000000"

// TestMain runs the tests, or a claude: that is this program in a pane.
func TestMain(m *testing.M) {
	if screen := os.Getenv(fakeScreen); screen != "" {
		if err := runFake(screen); err != nil {
			fmt.Println(err)
		}
		return
	}
	os.Exit(m.Run())
}

// runFake shows a screen, and waits in its registry. A key that has a reply shows another
// screen, or makes the status busy.
func runFake(screen string) error {
	if err := tmuxtest.RawTerminal(); err != nil {
		return err
	}
	replies := map[string]string{}
	for reply := range strings.SplitSeq(os.Getenv(fakeReplies), ",") {
		key, what, _ := strings.Cut(reply, "=")
		replies[key] = what
	}
	if err := show(screen); err != nil {
		return err
	}
	if err := register("waiting"); err != nil {
		return err
	}
	in := bufio.NewReader(os.Stdin)
	for {
		key, err := readKey(in)
		if err != nil {
			return err
		}
		if err := note(key); err != nil {
			return err
		}
		for reply := range strings.SplitSeq(replies[key], "+") {
			switch reply {
			case "":
			case "busy":
				err = register("busy")
			default:
				err = show(reply)
			}
			if err != nil {
				return err
			}
		}
	}
}

// show draws a screen of a real claude, with its cursor.
func show(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	cursor, rows, _ := strings.Cut(strings.TrimRight(string(text), "\n"), "\n")
	var x, y int
	if _, err := fmt.Sscan(cursor, &x, &y); err != nil {
		return err
	}
	fmt.Printf("\x1b[?25l\x1b[H\x1b[2J%s\x1b[%d;%dH", strings.ReplaceAll(rows, "\n", "\r\n"), y+1, x+1)
	return nil
}

// register writes the entry of this process.
func register(status string) error {
	start, err := proc.Start(os.Getpid())
	if err != nil {
		return err
	}
	entry := fmt.Sprintf(`{"pid":%d,"sessionId":%q,"procStart":%q,`+
		`"kind":"interactive","entrypoint":"cli","status":%q}`, os.Getpid(), sessionID, start, status)
	file := filepath.Join(os.Getenv(fakeHome), "sessions", fmt.Sprintf("%d.json", os.Getpid()))
	return os.WriteFile(file, []byte(entry), 0o600)
}

// note writes down which key has come.
func note(key string) error {
	path := filepath.Join(os.Getenv(fakeHome), "keys")
	file, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(file, "%q\n", key); err != nil {
		return err
	}
	return file.Close()
}

// readKey reads a character, or the sequence of an arrow.
func readKey(in *bufio.Reader) (string, error) {
	r, _, err := in.ReadRune()
	if r != '\x1b' || in.Buffered() < 2 {
		return string(r), err
	}
	rest := make([]byte, 2)
	_, err = in.Read(rest)
	return string(r) + string(rest), err
}
