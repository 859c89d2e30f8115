package claudehome

import (
	"errors"
	"io/fs"
	"os"
	"time"
)

// AttachedDir is the directory in which a client has a file as long as it shows a session in the background.
// While its list of agents is open it has none. (Measured with 2.1.330; nothing documents it.)
const AttachedDir = "daemon/attach-journal"

// Attached returns since when clients show a session in the background, by their process ids. Which session
// that is does not stand there. known is false where no client has ever written such a file: then nothing
// follows for those that have none. Files of clients that were killed stay: alive says which run.
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
