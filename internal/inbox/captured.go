package inbox

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"time"

	"atm/internal/tmux"
)

// captureInterval is how often the screen of the pane in the preview is compared with what the preview shows. tmux
// signals a change of a screen to clients of that window only, and Claude Code redraws after its hooks have run.
const captureInterval = time.Second

// capture returns what a pane shows, with its colours.
func capture(ctx context.Context, server tmux.Server, pane string) (string, error) {
	reply, err := server.Run(ctx, [][]string{{"capture-pane", "-p", "-e", "-t", pane}})
	return reply.Stdout, err
}

// Captured notes which screen of a pane the preview shows.
func (c FeedClient) Captured(pane, screen string) error {
	return c.replace(capturedFile, pane+"\n"+screen)
}

// FollowScreen has fzf run the preview again when the pane in it shows something else, until ctx ends.
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
			continue // the preview has not been run since, or is hidden
		}
		pane, shown, _ := strings.Cut(string(previous), "\n")
		if !tmux.PaneID(pane) {
			continue
		}
		if screen, err := capture(ctx, server, pane); err == nil && screen == shown {
			continue
		}
		_ = os.Remove(path) // the next preview writes it again
		f.mu.Lock()
		f.outdated = true
		f.wake()
		f.mu.Unlock()
	}
}
