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
	Painting string // that of the session: see [Worker]; "" = not known yet
}

// NewSession is the painting of a session that began in the background: it has restored no conversation.
const NewSession = "new"

// Attached returns, by process id, which clients show a background session. known is false if no client has
// ever written such a file: then a missing file means nothing. Killed clients leave their files; alive
// reports which processes run.
func Attached(home fs.FS, alive func(pid int, procStart string) bool) (clients map[int]Attachment, known bool) {
	entries, err := fs.ReadDir(home, AttachedDir)
	if errors.Is(err, os.ErrNotExist) {
		return nil, false
	}
	clients = map[int]Attachment{}
	for _, entry := range entries[:min(len(entries), maxEntries)] {
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

// Worker is what daemon/roster.json says of the worker of a background session. (Measured with 2.1.330; it is
// not documented.)
type Worker struct {
	// PID and ProcStart are of the process that keeps the worker: it begins before the session is in the registry.
	PID       int
	ProcStart string // "" = not known
	// Painting says how the worker has painted its conversation first: by the numbers of its messages. A client
	// records the same numbers when it shows the session. Two sessions may have the same numbers.
	Painting string
	// ForkOf is the id of the session whose conversation the worker continues: its own transcript does not exist
	// before the next prompt. "" = the session began in the background, or its worker was started again.
	ForkOf string
}

// Roster returns the running workers by job.
func Roster(home fs.FS) map[string]Worker {
	text, err := readFile(home, "daemon/roster.json", maxRoster)
	if err != nil {
		return nil
	}
	roster, _ := parse(text)
	workers := map[string]Worker{}
	for job, value := range roster.object("workers") {
		entry, _ := parse(value)
		launch := entry.object("dispatch").object("launch")
		worker := Worker{PID: int(entry.number("pid")), ProcStart: entry.word("procStart")}
		if id := TranscriptAt(launch.text("sessionId")).ID; launch.is("fork") && SessionID(id) {
			worker.ForkOf = id
		}
		for mark := range entry.objects("firedInteractiveMarks") {
			if mark.text("kind") == "content_paint" {
				worker.Painting = mark.painting()
			}
		}
		if launch["restoresTranscript"].Kind() == 'f' {
			worker.Painting = NewSession
		}
		if worker != (Worker{}) {
			workers[job] = worker
		}
	}
	return workers
}

// painting returns the numbers of messages of a first painting, "" if there are none.
func (o object) painting() string {
	if o["msgsLoaded"] == nil {
		return ""
	}
	return o.word("msgsLoaded") + "/" + o.word("msgsInJsonl") + "/" + o.word("msgsRenderedAtFirstPaint")
}
