package claudehome

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/fsnotify/fsnotify"
)

// WatchProcess returns a channel on which every change of a process's entry in the registry
// of a Claude home is told, until ctx ends. Changes that nobody has read yet are told of
// once.
func WatchProcess(ctx context.Context, home string, pid int) (<-chan struct{}, error) {
	files, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	// The directory, because a watch of a file ends with that file.
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
