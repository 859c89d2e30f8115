package claudehome_test

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"atm/internal/claude/claudehome"
)

func TestPlan(t *testing.T) {
	t.Parallel()
	const project, id = "-src", "23e30f82-0000-4000-8000-000000000000"
	names := func(path string) string {
		return `{"type":"attachment","attachment":{"type":"plan_mode","planFilePath":"` + path + `"}}` + "\n"
	}
	for _, tt := range []struct {
		name       string
		transcript string
		want       string
		err        error
	}{
		{name: "a plan", transcript: names("/home/dev/.claude/plans/a.md"), want: "1. do it"},
		{name: "the last one counts", transcript: names("/x/b.md") + names("/x/a.md"), want: "1. do it"},
		{name: "none", transcript: `{"type":"user"}` + "\n", err: claudehome.ErrNoPlan},
		{name: "one that was never written", transcript: names("/x/c.md"), err: claudehome.ErrNoPlan},
		{name: "a path that leads elsewhere", transcript: names("/x/../../secret.md"), err: claudehome.ErrNoPlan},
		{name: "no plan at all", transcript: names("/x/a.json"), err: claudehome.ErrNoPlan},
		{name: "half a line", transcript: strings.TrimSuffix(names("/x/a.md"), "}}\n"), want: "", err: claudehome.ErrNoPlan},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			home := fstest.MapFS{
				"projects/" + project + "/" + id + ".jsonl": {Data: []byte(tt.transcript)},
				"plans/a.md":   {Data: []byte("1. do it")},
				"plans/a.json": {Data: []byte("secret")},
				"secret.md":    {Data: []byte("secret")},
			}
			got, err := claudehome.Plan(home, claudehome.Transcript{Project: project, ID: id})
			if got != tt.want || !errors.Is(err, tt.err) {
				t.Errorf("%q, %v; want %q, %v", got, err, tt.want, tt.err)
			}
		})
	}
}
