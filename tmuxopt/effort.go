package tmuxopt

import (
	"cmp"
	"time"
)

// EffortSkillsOption is the option of a pane, window, session or of all, that lists the
// skills and slash commands that start an effort, see [StartEffortBy].
const EffortSkillsOption = "@atm-effort-skills"

// MaxEffortText is how many bytes the name, the phase and a note of an effort may have: a
// session that starts is told all three, and Claude Code takes 10,000 characters at most.
const MaxEffortText = 200

// StartEffort returns the edits that start an effort in a pane that has none.
func StartEffort(name string, now time.Time) []Edit {
	return []Edit{Set(EffortStarted, Seconds(now)), Set(Effort, Text(name))}
}

// StartEffortBy returns the edits that start an effort that is called as a skill, if
// [EffortSkillsOption] lists the skill, and no effort is open in the pane. There a
// character that is no letter, digit, "_" or "-" is written as "-".
func StartEffortBy(skill string, now time.Time) []Edit {
	word := Word(skill)
	if word == "" {
		return nil
	}
	edits := StartEffort(word, now)
	for i := range edits { // the name comes last, because the condition reads it
		edits[i] = edits[i].If(And(Not(Get(Effort)), lists{EffortSkillsOption, word}))
	}
	return edits
}

// DoneEffort returns the edits that end an effort. Nothing of it stays, nor its handoff.
func DoneEffort() []Edit {
	return append(Clear(OfPane, func(f Field) bool { return !ofEffort(f) }), Unset(Heartbeat))
}

// Lasting lists the options that belong to a pane after a reboot, too: those of an effort and of its handoff, a
// prompt that is to be sent later, and tags.
func Lasting() []Option {
	var list []Option
	for _, f := range Schema() {
		if ofEffort(f) || f.Option == Tags || f.Group == Prompts {
			list = append(list, f.Option)
		}
	}
	return list
}

func ofEffort(f Field) bool { return f.Group == Work && f.Lifetime == OfPane && f.Option != Tags }

// Words of the entries of [TaskList].
const (
	TaskOpen = "open"
	TaskDone = "done"
)

// AddTask returns the edits that add an open task. One that is known already is left as it is.
func AddTask(id string) []Edit {
	entry := Entry{Key: Word(id), Word: TaskOpen}
	room := And(Not(Has(TaskList, entry.Key)), shorter{TaskList, maxList})
	return countTasks(entry, SetFormat(TaskList, With(TaskList, entry)).If(room))
}

// EndTask returns the edits that end a task. What is not known of is not counted: how many
// others there are is not known either.
func EndTask(id string) []Edit {
	entry := Entry{Key: Word(id), Word: TaskDone}
	return countTasks(entry, SetFormat(TaskList, With(TaskList, entry)).If(Has(TaskList, entry.Key)))
}

// countTasks counts the tasks after an edit of their list.
func countTasks(changed Entry, edit Edit) []Edit {
	if changed.Key == "" {
		return nil
	}
	known := Get(TaskList)
	return []Edit{
		edit,
		SetFormat(Tasks, count{list: TaskList}).If(known),
		SetFormat(TasksDone, count{list: TaskList, less: TaskOpen}).If(known),
	}
}

// AddTeammate returns the edits that list a teammate of a session.
func AddTeammate(name, team string) []Edit {
	entry := Entry{Key: Word(name), Word: cmp.Or(Word(team), "team")}
	if entry.Key == "" {
		return nil
	}
	room := Or(Has(Teammates, entry.Key), shorter{Teammates, maxList})
	return []Edit{SetFormat(Teammates, With(Teammates, entry)).If(room)}
}
