package tmuxopt

import (
	"cmp"
	"time"
)

// EffortSkillsOption is the option of a pane, a window, a session, or of all, that lists the skills and
// slash commands that start an effort, see [StartEffortBy].
const EffortSkillsOption = "@atm-effort-skills"

// MaxEffortText is how many bytes the name, the phase and a note of an effort may have: a new session is
// told all three, and Claude Code takes at most 10,000 characters.
const MaxEffortText = 200

// StartEffort returns the edits that start an effort in a pane that has none.
func StartEffort(name string, now time.Time) []Edit {
	return []Edit{Set(EffortStarted, Seconds(now)), Set(Effort, Text(name))}
}

// StartEffortBy returns the edits that start an effort with the name of a skill, if [EffortSkillsOption]
// lists the skill, and no effort is open in the pane. The option writes a character of the name that is no
// letter, digit, "_" or "-" as "-".
func StartEffortBy(skill string, now time.Time) []Edit {
	word := Word(skill)
	if word == "" {
		return nil
	}
	// The name comes last, because the condition reads it.
	return OnlyWhere(And(Not(Get(Effort)), lists(EffortSkillsOption, word)), StartEffort(word, now))
}

// DoneEffort returns the edits that end an effort. They clear everything of it, including its handoff.
func DoneEffort() []Edit {
	return append(Clear(OfPane, func(f Field) bool { return !ofEffort(f) }), Unset(Heartbeat))
}

// Lasting lists the options that a pane keeps after a reboot: those of an effort and of its handoff, a
// prompt to be sent later, and tags.
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

// AddTask returns the edits that add an open task. A task that is already listed is unchanged.
func AddTask(id string) []Edit {
	entry := Entry{Key: Word(id), Word: TaskOpen}
	room := And(Not(Has(TaskList, entry.Key)), shorter(TaskList, maxList))
	return countTasks(entry, SetFormat(TaskList, With(TaskList, entry)).If(room))
}

// EndTask returns the edits that end a task. A task that is not listed is not counted, because it is not
// known how many others are missing.
func EndTask(id string) []Edit {
	entry := Entry{Key: Word(id), Word: TaskDone}
	return countTasks(entry, SetFormat(TaskList, With(TaskList, entry)).If(Has(TaskList, entry.Key)))
}

// countTasks counts the tasks after an edit of their list.
func countTasks(changed Entry, edit Edit) []Edit {
	if changed.Key == "" {
		return nil
	}
	tasksAreKnown := Get(TaskList)
	return []Edit{
		edit,
		SetFormat(Tasks, count(TaskList, "")).If(tasksAreKnown),
		SetFormat(TasksDone, count(TaskList, TaskOpen)).If(tasksAreKnown),
	}
}

// AddTeammate returns the edits that list a teammate of a session.
func AddTeammate(name, team string) []Edit {
	entry := Entry{Key: Word(name), Word: cmp.Or(Word(team), "team")}
	if entry.Key == "" {
		return nil
	}
	room := Or(Has(Teammates, entry.Key), shorter(Teammates, maxList))
	return []Edit{SetFormat(Teammates, With(Teammates, entry)).If(room)}
}
