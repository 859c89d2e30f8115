package inbox

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"time"

	"atm/internal/sys/edit"
	"atm/internal/tmux"
)

// captureInterval is how often the screen of the pane in the preview is compared with the screen that the
// preview shows. tmux reports changes of a screen only to clients that show its window, and Claude Code
// redraws after its hooks have run.
const captureInterval = time.Second

// capture returns the screen of a pane, with its colours.
func capture(ctx context.Context, server tmux.Server, pane string) (string, error) {
	reply, err := server.Run(ctx, [][]string{{"capture-pane", "-p", "-e", "-t", pane}})
	return reply.Stdout, err
}

// Captured records which screen of a pane the preview shows.
func (c FeedClient) Captured(pane, screen string) error {
	return edit.Replace(filepath.Join(c.Dir, capturedFile), pane+"\n"+screen)
}

// FollowScreen makes fzf run the preview again whenever the screen of the pane in the preview has changed,
// until ctx ends.
func (f *Feed) FollowScreen(ctx context.Context, server tmux.Server) {
	ticker := time.NewTicker(captureInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
		path := filepath.Join(f.dir, capturedFile)
		previous, err := os.ReadFile(path)
		if err != nil {
			continue // the preview is hidden, or has not run again yet
		}
		pane, shown, _ := strings.Cut(string(previous), "\n")
		if !tmux.PaneID(pane) {
			continue
		}
		if screen, err := capture(ctx, server, pane); err == nil && screen == shown {
			continue
		}
		_ = os.Remove(path) // the next preview writes the file again
		f.mu.Lock()
		f.outdated = true
		f.wake()
		f.mu.Unlock()
	}
}
