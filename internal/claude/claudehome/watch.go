package claudehome

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/fsnotify/fsnotify"
)

// WatchProcess returns a channel that receives a value after every change of a process's entry in the
// registry of a Claude home, until ctx ends. Changes that arrive before the value is read are combined into
// one.
func WatchProcess(ctx context.Context, home string, pid int) (<-chan struct{}, error) {
	files, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	// It watches the directory, because a watch of a file ends when the file is removed.
	if err := files.Add(filepath.Join(home, "sessions")); err != nil {
		_ = files.Close() // nothing is watched
		return nil, err
	}
	changed := make(chan struct{}, 1)
	go func() {
		defer files.Close()
		name := fmt.Sprintf("%d.json", pid)
		for {
			select {
			case event := <-files.Events:
				if filepath.Base(event.Name) != name {
					continue
				}
			case <-files.Errors: // some events may have been lost
			case <-ctx.Done():
				return
			}
			select {
			case changed <- struct{}{}:
			default:
			}
		}
	}()
	return changed, nil
}
