package tmuxopt

import "strconv"

// To learn of changes, a program waits on a channel of the server with tmux's wait-for. tmux remembers a
// signal for which nobody waits, but a second one deletes it again. So a program starts to wait before it
// reads the panes.
const (
	// ChangesChannel is signalled when the state of a session has changed.
	ChangesChannel = "atm-changes"
	// ShownChannel is signalled by every batch, for programs that show more than states.
	ShownChannel = "atm-shown"
	// PaneChannel and a pane's id make the channel that every batch for that pane signals.
	PaneChannel = "atm-"
)

// ChangesOption is the server option that counts the changes of states.
const ChangesOption = "@atm_changes"

// NotifyCall returns the edits that notify the user of another call for attention in a pane that already has
// one, where the condition is true.
func NotifyCall(condition Format) []Edit {
	return []Edit{
		signal(ChangesChannel),
		Set(changing, "1").If(condition), notify.run().If(And(condition, notifyWanted())), Unset(changing),
	}
}

// Ended returns the edits that signal the end of a session. They must come before the edits that clear the
// pane.
func Ended() []Edit { return OnlyWhere(Get(State), Changed("")) }

// Changed returns the edits that count, note and signal a change to a state which is not derived from facts.
func Changed(to SessionState) []Edit {
	return []Edit{countChange(), addToHistory(string(to)), signal(ChangesChannel)}
}

// Begun is the edit that signals that another session has begun in a pane, even if its state is that of the last one.
func Begun() Edit { return signal(ChangesChannel) }

// signal wakes those who wait on a channel.
func signal(channel string) Edit { return command("wait-for", "-S", channel) }

// countChange counts one more change.
func countChange() Edit {
	return Edit{verb: setServer, option: ChangesOption, value: next(ChangesOption).String()}
}

// historyLength is how many characters of its history a pane keeps besides the last change: a dozen changes.
const historyLength = 200

// addToHistory adds the last counted change to the pane's history. It first removes characters that do not
// belong into a history: tmux 3.3a never returns from cutting a text with a C1 control character, which
// another program may have put there.
func addToHistory(state string) Edit {
	length := strconv.Itoa(historyLength)
	kept := "#{=-" + length + ":#{s/[^ 0-9A-Za-z=_-]//:" + string(History) + "}}"
	return Edit{verb: setOther, option: History, value: kept + " #{" + ChangesOption + "}=" + state}
}

// Change is an entry of a pane's history.
type Change struct {
	Count int          // of all changes of the server until then
	State SessionState // "" = the session has ended; idle or [ShownAsleep] when it has become idle
}

// ChangesAfter returns the entries of a history after a count. (The first entry may have been cut: then its
// count is too small.)
func ChangesAfter(count int, history string) []Change {
	var changes []Change
	for _, e := range Entries(history) {
		if n, err := strconv.Atoi(e.Key); err == nil && n > count {
			changes = append(changes, Change{n, SessionState(e.Word)})
		}
	}
	return changes
}

// NotifyOption is the global option with the shell command that tmux starts, with the pane's id and the
// state as arguments, when a session calls for attention, fails or finishes. Setup writes the command; it
// never comes from a payload.
const NotifyOption = "@atm-notify-run"

// Occasion is a reason for a notification: a word of [NotifyStatesOption].
type Occasion string

// The occasions. The first three are states.
const (
	OnAttention = Occasion(Attention)
	OnError     = Occasion(Failed)
	OnIdle      = Occasion(Idle)      // a turn has ended, with or without a question
	OnQuestion  = Occasion(Question)  // a turn has ended with a question
	ContextHigh = Occasion("context") // the context is nearly full

	// A prompt to be sent later was given up: always notified.
	NotSent  = Occasion("not sent")
	Unproven = Occasion("unproven") // it may have arrived
)

// notifyWanted is true where there is a command, and the user wants notifications about the pane's state. A
// sleeping session has not finished.
func notifyWanted() Format {
	listed := Or(notifyListed(get(State)), And(isAsking(), notifyListed(string(OnQuestion))))
	wanted := If(Get(NotifyStatesOption), listed, Is(State, DefaultNotifyStates))
	return And(Get(NotifyOption), And(And(Get(State), Not(asleep())), wanted))
}

// notifyListed is true where the user's list has that word. The word may be a format.
func notifyListed(word string) Format {
	states := "#{s/,/ /;s/done/idle/:" + NotifyStatesOption + "}" // people write done
	return ServerFormat("#{m:* " + word + " *, " + states + " }")
}

// contextMarks are the percentages of the context at which the user is notified, each once in a session.
var contextMarks = []int{80, 90}

// ContextMark returns the highest mark that a context has reached, 0 if none.
func ContextMark(pct int) int {
	reached := 0
	for _, mark := range contextMarks {
		if pct >= mark {
			reached = mark
		}
	}
	return reached
}

// NotifyContext returns the edits that notify the user of a context that has reached a mark, where the
// condition is true and the session has not had that notification yet.
func NotifyContext(mark int, condition Format) []Edit {
	number := strconv.Itoa(mark)
	first := condition
	for _, m := range contextMarks {
		if m >= mark {
			first = And(first, Not(Is(ContextTold, strconv.Itoa(m))))
		}
	}
	wanted := And(Get(NotifyOption), notifyListed(string(ContextHigh)))
	return []Edit{
		Set(changing, string(ContextHigh)).If(first),
		notify.run().If(And(Get(changing), wanted)),
		Set(ContextTold, number).If(Get(changing)),
		Unset(changing),
	}
}

// notifyEdits is the stored program that starts the command for notifications. A format finds an option of
// the pane before a global one, so the global one is first copied to the server, where every format looks
// before it looks at the pane.
func notifyEdits() []Edit {
	context := "#{==:#{" + string(changing) + "}," + string(ContextHigh) + "}"
	occasion := "#{?" + context + "," + string(ContextHigh) + ",#{q:" + string(State) + "}}"
	// If the command printed anything, or failed, tmux would show that in the pane, in a mode that takes the
	// keys that are meant for Claude.
	line := "#{" + notifyCommand + "} #{pane_id} " + occasion + " >/dev/null 2>&1 || :"
	return []Edit{
		command("set-option", "-sFt", NoTarget, notifyCommand, "#{"+NotifyOption+"}"),
		// If a person uses the command whose hook this is, nothing changes.
		command("run-shell", "-b", "#{?"+string(changing)+","+line+",:}"),
		command("set-option", "-su", notifyCommand),
	}
}

// notifyCommand holds the global value of [NotifyOption] while the command is started.
const notifyCommand = "@atm_notify_command"

// NoTarget is a target that does not exist: tmux gives panes ascending numbers, and this is the largest. If
// a command needs no target (set-option, if-shell, run-shell), tmux 3.2 and later then expand its formats
// silently without a pane, a window or a session: so they read the options of the server and the global
// ones, whatever a pane has.
const NoTarget = "%4294967295"
