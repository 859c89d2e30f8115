package hookmap_test

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/hookmap"
	"atm/internal/dev/trace"
	opt "atm/tmuxopt"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// maxWrong is the share of time in which hooks alone may contradict the
// client's registry, over all six scenes. What is left is silence: Esc, denials
// and answered dialogs fire nothing.
const maxWrong = 0.10

func TestReplay(t *testing.T) {
	t.Parallel()
	var wrong, total float64
	for _, scene := range trace.Six() {
		rows, err := trace.Read(scene)
		if err != nil {
			t.Fatal(err)
		}
		r := replay(t, rows)
		checkGolden(t, scene, r.marks)
		bad, end := lies(r.truth, r.guess), rows[len(rows)-1].T
		t.Logf("%-10s wrong %4.1f s of %5.1f s = %4.1f %%", scene, bad, end, 100*bad/end)
		wrong, total = wrong+bad, total+end
	}
	t.Logf("%-10s wrong %4.1f s of %5.1f s = %4.1f %%", "all six", wrong, total, 100*wrong/total)
	if wrong/total > maxWrong {
		t.Errorf("wrong for %.1f %% of the time, more than %.0f %%", 100*wrong/total, 100*maxWrong)
	}
}

// point is what is said from a moment on.
type point struct {
	t     float64
	state string
}

type replayed struct {
	truth, guess []point
	marks        string // the options at each mark, for people
}

// replay feeds a recording through the mapping and the model.
func replay(t *testing.T, rows []trace.Row) replayed {
	r := replayed{truth: []point{{0, "closed"}}, guess: []point{{0, "closed"}}}
	var marks strings.Builder
	o := opt.Options{}
	for _, row := range rows {
		switch {
		case row.Hook != nil:
			edits := edits(t, row)
			before := o
			o = opt.Apply(o, edits)
			checkRare(t, before, o)
			if diff := cmp.Diff(o, opt.Apply(o, edits)); diff != "" {
				t.Errorf("%s sent twice differs (-once +twice):\n%s", row.Hook, diff)
			}
			r.guess = append(r.guess, point{row.T, running(o)})
		case row.Registry != nil:
			if state := truth(*row.Registry); state != "" {
				r.truth = append(r.truth, point{row.T, state})
			}
		default:
			fmt.Fprintf(&marks, "before %s\n%s\n", row.Mark, describe(o))
		}
	}
	fmt.Fprintf(&marks, "at the end\n%s", describe(o))
	r.marks = marks.String()
	end := rows[len(rows)-1].T
	r.truth, r.guess = append(r.truth, point{t: end}), append(r.guess, point{t: end})
	return r
}

func edits(t *testing.T, row trace.Row) []opt.Edit {
	t.Helper()
	p, err := hookmap.Decode(bytes.NewReader(row.Hook))
	if err != nil {
		t.Fatalf("%s: %v", row.Hook, err)
	}
	pid, _ := strconv.Atoi(row.ClaudePID)
	at := time.Unix(1_700_000_000, 0).Add(time.Duration(math.Round(row.T*1000)) * time.Millisecond)
	return hookmap.Map(p, hookmap.Context{Now: at, Process: pid, TranscriptExists: p.Reason != "other"})
}

// truth translates the registry as lab/lies.py does; "" says nothing.
func truth(r trace.Registry) string {
	if r.Gone {
		return "closed"
	}
	return map[string]string{"idle": "idle", "shell": "idle", "busy": "working",
		"waiting": "attention"}[r.Status]
}

// running translates the state to the registry's words.
func running(o opt.Options) string {
	switch state := o[opt.State]; state {
	case "":
		return "closed"
	case "error":
		return "idle"
	default:
		return state
	}
}

// lies returns the seconds in which the two disagree. Differences of up to
// 0.35 s are the client's own lag.
func lies(truth, guess []point) float64 {
	var bad float64
	for i := range truth[:len(truth)-1] {
		for j := range guess[:len(guess)-1] {
			from, to := max(truth[i].t, guess[j].t), min(truth[i+1].t, guess[j+1].t)
			if to-from > 0.35 && truth[i].state != guess[j].state {
				bad += to - from
			}
		}
	}
	return bad
}

// describe lists the options in the order of the schema. Times are relative to
// the start of the recording.
func describe(o opt.Options) string {
	var b strings.Builder
	for _, f := range opt.Schema() {
		if v := o[f.Option]; v != "" {
			fmt.Fprintf(&b, "\t%s %s\n", f.Option.Name(), v)
		}
	}
	return b.String()
}

func checkGolden(t *testing.T, scene, got string) {
	t.Helper()
	file := filepath.Join("testdata", "replay", scene+".golden")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-golden +got; -update rewrites):\n%s", scene, diff)
	}
}
