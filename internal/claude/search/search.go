package search

import (
	"context"
	"io/fs"
	"runtime"
	"sync"
	"time"

	"atm/internal/claude/claudehome"
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

// Source is the transcript of a session.
type Source struct {
	Home fs.FS // of Claude Code
	claudehome.Transcript
}

type part struct {
	session  int
	file     Source
	from, to int64
	hits     chan []Hit
}

// Each calls found with the hits, in the order of the sessions, and within a session the newest hit first.
// Files that cannot be read, or no longer exist, have no hits. found returns false to end the search.
func (q Query) Each(ctx context.Context, sessions []Source, o Options, found func(Hit) bool) {
	if q.Empty() {
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var complete sync.Map // sessions that have all the hits that are wanted
	processors := runtime.GOMAXPROCS(0)
	work, order := make(chan part), make(chan part, 4*processors)
	go func() {
		defer close(work)
		defer close(order)
		for p := range o.parts(ctx, sessions) {
			order <- p
			work <- p
		}
	}()
	for range processors {
		go func() {
			var buffer []byte
			for p := range work {
				var hits []Hit
				if _, done := complete.Load(p.session); !done && ctx.Err() == nil {
					hits, buffer = q.search(p, o, buffer)
				}
				p.hits <- hits
			}
		}()
	}
	count, title := map[int]int{}, map[int]string{}
	ended := false
	for p := range order {
		for _, hit := range <-p.hits {
			isTitle := hit.By == claudehome.Titled // Claude Code writes the same title again and again
			if ended || isTitle && title[p.session] == hit.Line || o.Most > 0 && count[p.session] == o.Most {
				continue
			}
			if isTitle {
				title[p.session] = hit.Line
			}
			if count[p.session]++; count[p.session] == o.Most {
				complete.Store(p.session, true)
			}
			if !found(hit) {
				ended = true
				cancel()
			}
		}
	}
}

// parts yields the parts of the sessions' files, those of one file from its end.
func (o Options) parts(ctx context.Context, sessions []Source) func(func(part) bool) {
	return func(yield func(part) bool) {
		for i, session := range sessions {
			files := []claudehome.Transcript{session.Transcript}
			if o.All {
				files = append(files, claudehome.Subagents(session.Home, session.Transcript)...)
			}
			for _, file := range files {
				stat, err := fs.Stat(session.Home, file.Path())
				if err != nil || ctx.Err() != nil || stat.ModTime().Before(o.Since) {
					continue
				}
				for to := stat.Size(); to > 0; to -= partSize {
					from := max(0, to-partSize)
					if !yield(part{i, Source{session.Home, file}, from, to, make(chan []Hit, 1)}) {
						return
					}
				}
			}
		}
	}
}

// search searches a part. It also returns the buffer for the next part.
func (q Query) search(p part, o Options, buffer []byte) (hits []Hit, next []byte) {
	file, err := claudehome.OpenText(p.file.Home, p.file.Path())
	if err != nil {
		return nil, buffer
	}
	defer file.Close()
	lines, next, err := file.Lines(p.from, p.to, buffer)
	if err != nil {
		return nil, next
	}
	q.lines(lines, o.All, func(said claudehome.Said) {
		if o.Since.IsZero() || said.At.After(o.Since) || said.By == claudehome.Titled {
			hits = append(hits, Hit{p.session, said.By, said.At, q.excerpt(said.Text)})
		}
	})
	return hits, next
}
