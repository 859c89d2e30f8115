package search

import (
	"context"
	"io/fs"
	"runtime"
	"slices"
	"sync"
	"time"

	"atm/internal/claude/claudehome"
	"atm/internal/sys/parallel"
)

// Hit is a text in a session that matches the query.
type Hit struct {
	Session int // the index of the session in the argument of [Query.Each]
	By      claudehome.Author
	At      time.Time // zero = not known
	Excerpt
}

// Options restrict a search.
type Options struct {
	All   bool      // also search tools, thoughts and subagents
	Since time.Time // only texts after that time
	Most  int       // the largest number of hits in one session; 0 = all
}

// partSize is how many bytes of a file one processor searches at a time.
const partSize = 4 << 20

// batchParts is how many parts a processor searches before their hits are given to the caller.
const batchParts = 4

// Source is the transcript of a session.
type Source struct {
	Home fs.FS // of Claude Code
	claudehome.Transcript
}

type part struct {
	session  int
	file     Source
	from, to int64
}

// Each calls found with the hits, in the order of the sessions, and within a session the newest hit first.
// Files that cannot be read, or no longer exist, have no hits. found returns false to end the search.
func (q Query) Each(ctx context.Context, sessions []Source, o Options, found func(Hit) bool) {
	if q.Empty() {
		return
	}
	count, title := map[int]int{}, map[int]string{}
	isComplete := func(session int) bool { return o.Most > 0 && count[session] == o.Most }
	for batch := range slices.Chunk(o.parts(sessions), batchParts*runtime.GOMAXPROCS(0)) {
		hits := make([][]Hit, len(batch))
		parallel.Each(len(batch), func(i int) {
			if !isComplete(batch[i].session) && ctx.Err() == nil {
				hits[i] = q.search(batch[i], o)
			}
		})
		for _, hit := range slices.Concat(hits...) {
			isTitle := hit.By == claudehome.Titled // Claude Code writes the same title again and again
			if isTitle && title[hit.Session] == hit.Line || isComplete(hit.Session) {
				continue
			}
			if isTitle {
				title[hit.Session] = hit.Line
			}
			count[hit.Session]++
			if !found(hit) {
				return
			}
		}
	}
}

// parts returns the parts of the sessions' files, those of one file from its end.
func (o Options) parts(sessions []Source) (parts []part) {
	for i, session := range sessions {
		files := []claudehome.Transcript{session.Transcript}
		if o.All {
			files = append(files, claudehome.Subagents(session.Home, session.Transcript)...)
		}
		for _, file := range files {
			stat, err := fs.Stat(session.Home, file.Path())
			if err != nil || stat.ModTime().Before(o.Since) {
				continue
			}
			for to := stat.Size(); to > 0; to -= partSize {
				parts = append(parts, part{i, Source{session.Home, file}, max(0, to-partSize), to})
			}
		}
	}
	return parts
}

// buffers hold a part while it is searched.
var buffers = sync.Pool{New: func() any { return new(buffer) }}

type buffer struct{ lines, lower []byte }

func (q Query) search(p part, o Options) (hits []Hit) {
	file, err := claudehome.OpenText(p.file.Home, p.file.Path())
	if err != nil {
		return nil
	}
	defer file.Close()
	b := buffers.Get().(*buffer)
	defer buffers.Put(b)
	var lines []byte
	if lines, b.lines, err = file.Lines(p.from, p.to, b.lines); err != nil {
		return nil
	}
	b.lower = appendLower(b.lower[:0], lines)
	q.lines(lines, b.lower, o.All, func(said claudehome.Said) {
		if o.Since.IsZero() || said.At.After(o.Since) || said.By == claudehome.Titled {
			hits = append(hits, Hit{p.session, said.By, said.At, q.excerpt(said.Text)})
		}
	})
	return hits
}
