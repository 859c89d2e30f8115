package tmuxopt_test

import (
	"fmt"
	"testing"

	"atm/internal/dev/tmuxtest"
	opt "atm/tmuxopt"
)

// BenchmarkServer shows what the parts of a batch cost the server.
func BenchmarkServer(b *testing.B) {
	s := tmuxtest.Start(b)
	state := opt.If(opt.Get(opt.Waiting), opt.Lit("attention"),
		opt.If(opt.Or(opt.Get(opt.Compacting), opt.Or(opt.Is(opt.Turn, "open"), opt.Get(opt.Agents))),
			opt.Lit("working"), opt.Lit("idle")))
	edits := map[string]opt.Edit{
		"set":         opt.Set(opt.Title, "x"),
		"conditional": opt.Set(opt.Title, "x").If(opt.Get(opt.Turn)),
		"format":      opt.SetFormat(opt.State, state),
		"both":        opt.SetFormat(opt.State, state).If(opt.Get(opt.Turn)),
		"skipped":     opt.SetFormat(opt.State, state).If(opt.Get(opt.Agents)),
	}
	for _, n := range []int{1, 12} {
		for name, edit := range edits {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				batch := opt.Batch{Pane: "%0", Edits: []opt.Edit{opt.Set(opt.Turn, "open")}}
				for range n {
					batch.Edits = append(batch.Edits, edit)
				}
				cmds, server := batch.Commands(), s.Way()
				b.ReportAllocs()
				for b.Loop() {
					if _, err := server.Run(b.Context(), cmds); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
