package main

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"
)

// viewer is a client of a server, in a pane of another private server: what that pane
// shows is what a person would see.
type viewer struct {
	shown *server // whose client it is
	outer *server // the other one
}

// columns and lines are the size of the terminal in which the recording was made, and a line more for its
// captions.
const columns, lines = 116, 43

// lookAgain is the time between two looks at what may have changed.
const lookAgain = 50 * time.Millisecond

// newViewer attaches a client.
func (s *server) newViewer() (*viewer, error) {
	v := &viewer{shown: s, outer: &server{tmux: s.tmux, dir: s.dir, socket: s.socket + "2"}}
	attach := "exec env -u TMUX " + s.tmux + " -u -S " + s.socket + " attach"
	size := []string{"-x", fmt.Sprint(columns), "-y", fmt.Sprint(lines)}
	args := append([]string{"-f", "/dev/null", "new-session", "-d"}, size...)
	_, err := v.outer.run(append(args, attach, ";", "set-option", "-g", "status", "off")...)
	return v, err
}

// close ends the other server. It may have ended with its client.
func (v *viewer) close() { _ = v.outer.command("kill-server").Run() }

// watch looks at the screen until the context ends, and prints it whenever the counts are new.
func (v *viewer) watch(ctx context.Context) {
	defer v.close()
	seen := map[string]bool{"": true} // counts
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
		shown, err := v.outer.run("capture-pane", "-p")
		if err != nil || !strings.Contains(shown, plain(counts)) {
			continue // they are not drawn yet
		}
		seen[counts] = true
		fmt.Printf("%s\n%s\n\n", strings.Repeat("─", columns), shown)
	}
}

// style matches a style in a format of tmux.
var style = regexp.MustCompile(`#\[[^]]*\]`)

func plain(text string) string { return style.ReplaceAllString(text, "") }
