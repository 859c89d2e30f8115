package claudehome

import (
	"errors"
	"io/fs"
	"os"
	"time"
)

// AttachedDir is the directory in which a client has a file while it shows a background session. While the
// client shows its list of agents, it has no file there. (Measured with 2.1.330; it is not documented.)
const AttachedDir = "daemon/attach-journal"

// Attached returns, by process id, since when each client shows a background session. The files do not say
// which session. known is false if no client has ever written such a file: then a missing file means nothing.
// Killed clients leave their files; alive reports which processes run.
func Attached(home fs.FS, alive func(pid int, procStart string) bool) (since map[int]time.Time, known bool) {
	entries, err := readDir(home, AttachedDir, maxEntries)
	if errors.Is(err, os.ErrNotExist) {
		return nil, false
	}
	since = map[int]time.Time{}
	for _, entry := range entries {
		text, err := readEntry(home, AttachedDir+"/"+entry.Name())
		if err != nil {
			continue
		}
		o, complete := parse(text)
		pid := int(o.number("pid"))
		if at := o.millis("startedAtEpochMs"); complete && alive(pid, o.word("procStart")) && at.After(since[pid]) {
			since[pid] = at
		}
	}
	return since, true
}
