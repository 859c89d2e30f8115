package tmuxopt_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
	opt "atm/tmuxopt"
)

// TestWorkEdits: tmux makes of the edits of efforts and tasks what the model does.
func TestWorkEdits(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_800_000_000, 0)
	var many []opt.Edit
	for i := range 400 {
		many = append(many, opt.AddTask(fmt.Sprint(i))...)
	}
	tests := []struct {
		name   string
		skills string
		before []opt.Edit
		edits  []opt.Edit
	}{
		{name: "a skill that is listed", skills: "implement fix", edits: opt.StartEffortBy("fix", now)},
		{name: "with commas", skills: "a,fix", edits: opt.StartEffortBy("fix", now)},
		{name: "a part of a word", skills: "fixing prefix", edits: opt.StartEffortBy("fix", now)},
		{name: "nothing is listed", edits: opt.StartEffortBy("fix", now)},
		{name: "the list is a format", skills: "#{pane_id} #(id) fix", edits: opt.StartEffortBy("fix", now)},
		{
			name: "an effort is open", skills: "fix", before: opt.StartEffort("parser", now),
			edits: opt.StartEffortBy("fix", now.Add(time.Hour)),
		},
		{name: "an effort ends", before: opt.StartEffort("parser", now), edits: opt.DoneEffort()},
		{name: "a task", edits: opt.AddTask("1")},
		{
			name: "one of two tasks ends", before: append(opt.AddTask("1"), opt.AddTask("2")...),
			edits: opt.EndTask("2"),
		},
		{name: "a task ends that is not known", before: opt.AddTask("1"), edits: opt.EndTask("3")},
		{name: "more tasks than an option holds", before: many, edits: opt.AddTask("more")},
		{name: "a teammate", edits: opt.AddTeammate("reviewer", "t")},
	}
	s := tmuxtest.Start(t)
	for _, tt := range tests {
		s.Send(t, opt.Clear(opt.OfPane, nil)...)
		s.Tmux("set-option", "-g", opt.EffortSkillsOption, tt.skills)
		for _, edit := range tt.before { // all at once they would be too long
			s.Send(t, edit)
		}
		s.Send(t, tt.edits...)
		want := opt.Apply(opt.Options{opt.EffortSkillsOption: tt.skills}, append(tt.before, tt.edits...))
		delete(want, opt.EffortSkillsOption)
		got := s.Options(t)
		delete(got, opt.ContractVersion) // each batch writes it
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-model +tmux):\n%s", tt.name, diff)
		}
	}
}
