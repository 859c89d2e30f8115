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

// Attachment is what a client has recorded of the background session that it shows. It does not name it.
type Attachment struct {
	Since    time.Time
	Painting string // that of the session: see [Paintings]; "" = not known yet
}

// NewSession is the painting of a session that began in the background: it has restored no conversation.
const NewSession = "new"

// Attached returns, by process id, which clients show a background session. known is false if no client has
// ever written such a file: then a missing file means nothing. Killed clients leave their files; alive
// reports which processes run.
func Attached(home fs.FS, alive func(pid int, procStart string) bool) (clients map[int]Attachment, known bool) {
	entries, err := readDir(home, AttachedDir, maxEntries)
	if errors.Is(err, os.ErrNotExist) {
		return nil, false
	}
	clients = map[int]Attachment{}
	for _, entry := range entries {
		text, err := readEntry(home, AttachedDir+"/"+entry.Name())
		if err != nil {
			continue
		}
		o, complete := parse(text)
		pid, at := int(o.number("pid")), o.millis("startedAtEpochMs")
		if !complete || !alive(pid, o.word("procStart")) || !at.After(clients[pid].Since) {
			continue
		}
		painting := o.painting()
		if o["marksExpected"].Kind() == 'f' {
			painting = NewSession
		}
		clients[pid] = Attachment{Since: at, Painting: painting}
	}
	return clients, true
}

// maxRoster is the most that is read of the list of workers: an entry has 2 to 4 KiB.
const maxRoster = 1 << 20

// Paintings returns, by job, how each worker has painted its conversation first, according to
// daemon/roster.json: the numbers of its messages. A client records the same numbers when it shows the
// worker's session. Two sessions may have the same numbers. (Measured with 2.1.330; it is not documented.)
func Paintings(home fs.FS) map[string]string {
	text, err := readFile(home, "daemon/roster.json", maxRoster)
	if err != nil {
		return nil
	}
	roster, _ := parse(text)
	paintings := map[string]string{}
	for job, value := range roster.object("workers") {
		worker, _ := parse(value)
		if worker.object("dispatch").object("launch")["restoresTranscript"].Kind() == 'f' {
			paintings[job] = NewSession
			continue
		}
		for mark := range worker.objects("firedInteractiveMarks") {
			if mark.text("kind") == "content_paint" {
				paintings[job] = mark.painting()
			}
		}
	}
	return paintings
}

// painting returns the numbers of messages of a first painting, "" if there are none.
func (o object) painting() string {
	if o["msgsLoaded"] == nil {
		return ""
	}
	return o.word("msgsLoaded") + "/" + o.word("msgsInJsonl") + "/" + o.word("msgsRenderedAtFirstPaint")
}
