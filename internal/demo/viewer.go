package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"atm/internal/screen"
)

// viewer is a client of a server, in a pane of another private server: what that pane
// shows is what a person would see.
type viewer struct {
	shown *server // whose client it is
	outer *server // the other one
}

// columns is the width of the viewer's terminal.
const columns = 100

// lookAgain is the time between two looks at what may have changed.
const lookAgain = 50 * time.Millisecond

// newViewer attaches a client of that many lines.
func (s *server) newViewer(lines int) (*viewer, error) {
	v := &viewer{shown: s, outer: &server{tmux: s.tmux, dir: s.dir, socket: s.socket + "2"}}
	attach := "exec env -u TMUX " + s.tmux + " -u -S " + s.socket + " attach"
	size := []string{"-x", fmt.Sprint(columns), "-y", fmt.Sprint(lines)}
	args := append([]string{"-f", "/dev/null", "new-session", "-d"}, size...)
	_, err := v.outer.run(append(args, attach, ";", "set-option", "-g", "status", "off")...)
	return v, err
}

// close ends the other server. It may have ended with its client.
func (v *viewer) close() { _ = v.outer.command("kill-server").Run() }

// watch looks at the screen until the context ends. It prints the screen whenever the
// counts are new, or keeps a picture of the moment with most to see in a file.
func (v *viewer) watch(ctx context.Context, file string) {
	defer v.close()
	seen := map[string]bool{"": true} // counts
	most := 0                         // kinds of counts in the picture that is kept
	for tick := time.NewTicker(lookAgain); ; {
		select {
		case <-ctx.Done():
			tick.Stop()
			return
		case <-tick.C:
		}
		counts, err := v.shown.run("display-message", "-p", "#{E:@atm_counts}")
		if err != nil || seen[counts] {
			continue
		}
		shown, err := v.capture()
		if err != nil || !strings.Contains(plain(shown), plain(counts)) {
			continue // they are not drawn yet
		}
		seen[counts] = true
		kinds := len(strings.Fields(counts))
		switch {
		case file == "":
			fmt.Printf("%s\n%s\n\n", strings.Repeat("─", columns), plain(shown))
		case kinds > most:
			most = kinds
			if err := writePicture(file, shown); err != nil {
				fmt.Fprintln(os.Stderr, "demo:", err)
			}
		}
	}
}

// capture returns what the screen shows, with colours.
func (v *viewer) capture() (string, error) { return v.outer.run("capture-pane", "-e", "-p") }

// press presses keys, as send-keys names them.
func (v *viewer) press(keys ...string) error {
	if len(keys) == 0 {
		return nil
	}
	_, err := v.outer.run(append([]string{"send-keys"}, keys...)...)
	return err
}

// captureWith returns what the screen shows as soon as all texts are on it.
func (v *viewer) captureWith(texts ...string) (string, error) {
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(lookAgain) {
		shown, err := v.capture()
		switch {
		case err != nil || containsAll(plain(shown), texts):
			return shown, err
		case time.Now().After(deadline):
			return "", fmt.Errorf("the screen never shows %q:\n%s", texts, plain(shown))
		}
	}
}

func containsAll(shown string, texts []string) bool {
	for _, text := range texts {
		if !strings.Contains(shown, text) {
			return false
		}
	}
	return true
}

// captureCalm is captureWith for a screen that several programs draw: it returns what they
// have drawn when nothing has changed for a while. That is also long enough for a person to
// have read it, without which the inbox answers nothing.
func (v *viewer) captureCalm(texts ...string) (string, error) {
	const calm, most = time.Second, 20 * time.Second
	last, since := "", time.Now()
	for deadline := time.Now().Add(most); time.Now().Before(deadline); time.Sleep(lookAgain) {
		shown, err := v.captureWith(texts...)
		switch {
		case err != nil:
			return "", err
		case shown != last:
			last, since = shown, time.Now()
		case time.Since(since) >= calm:
			return shown, nil
		}
	}
	return "", fmt.Errorf("the screen never comes to rest:\n%s", plain(last))
}

func writePicture(file, shown string) error {
	return os.WriteFile(file, []byte(screen.SVG(shown, columns)), 0o644)
}

// plain removes colours: escape sequences, and tmux's own styles.
func plain(text string) string {
	for _, style := range [][2]string{{"\x1b[", "m"}, {"\x1b(", "B"}, {"#[", "]"}} {
		for {
			before, rest, found := strings.Cut(text, style[0])
			if !found {
				break
			}
			_, after, _ := strings.Cut(rest, style[1])
			text = before + after
		}
	}
	return text
}
