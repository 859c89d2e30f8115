package draw

import (
	"strings"

	"atm/tmuxopt"
)

// separator stands between the parts of a meter.
const separator = " · "

// percent draws a percent sign wherever a format is used. In a status line tmux expands
// the whole format as a time first, which turns two signs into one; elsewhere it does not.
const percent = "#{=1:#{l:%%}}"

// nowSeconds is the time in Unix seconds, wherever a format is used.
const nowSeconds = "#{T:#{l:%s}}"

// ContextFormat is the tmux format of how much of the context window of the pane's
// session is in use, "84 %", and nothing while that is not known.
func ContextFormat() string {
	return choice(contextKnown(), number(tmuxopt.ContextPct)+" "+percent, "")
}

// contextKnown is true where it is known how full the context is: 0 is known, and false.
func contextKnown() string { return tmuxopt.Not(tmuxopt.Is(tmuxopt.ContextPct, "")).String() }

// CostFormat is the tmux format of what the pane's session has cost, "$0.35".
func CostFormat() string {
	cost := "#{s|[^0-9.]||:" + string(tmuxopt.Cost) + "}"
	return choice(get(tmuxopt.Cost), "$"+cost, "")
}

// EffortFormat is the tmux format of the effort of the pane and its phase, "parser · tests", and
// nothing where none is open.
func EffortFormat() string {
	phase := choice(get(tmuxopt.EffortPhase), separator+Text(tmuxopt.EffortPhase), "")
	return choice(get(tmuxopt.Effort), Text(tmuxopt.Effort)+phase, "")
}

// TasksFormat is the tmux format of how many tasks of the pane's session are done, "3/7", and
// nothing where no task is known.
func TasksFormat() string {
	return choice(get(tmuxopt.Tasks), number(tmuxopt.TasksDone)+"/"+number(tmuxopt.Tasks), "")
}

// maxPrompt is how many columns of a prompt stand for a title.
const maxPrompt = "40"

// TitleFormat is the tmux format of what the pane's session is called: its title, else
// what it was asked last, else the first 8 characters of its id.
func TitleFormat() string {
	prompt := choice(words(tmuxopt.Prompt), "#{=/"+maxPrompt+"/…:"+Text(tmuxopt.Prompt)+"}", shortID())
	return choice(get(tmuxopt.Title), Text(tmuxopt.Title), prompt)
}

// words is true where a text is there and the user wants such texts to be shown.
func words(o tmuxopt.Option) string { return tmuxopt.WordsWanted(o).String() }

// MeterFormat is the tmux format that says who the pane's session is, what it wants or
// does, and how full its context is: "! Fix the parser · Bash: rm -rf build/ · 84 %".
// It draws nothing where no session ever ran, and no more columns than the pane has:
// tmux cuts what is wanted, and the context stays.
func MeterFormat(set tmuxopt.Icons) string {
	// The frame of a border takes seven columns, the context eight. (tmux takes a negative
	// width for one from the other end.)
	taken := choice(contextKnown(), "15", "7")
	room := choice("#{e|>:#{pane_width},23}", "#{e|-:#{pane_width},"+taken+"}", "8")
	words := optional(TitleFormat(), " ") + optional(WantsFormat(), separator)
	meter := "#{=/" + room + "/…:" + PaneFormat(set) + words + "}" + optional(ContextFormat(), separator)
	return choice(get(tmuxopt.State), meter, PaneFormat(set))
}

// WantsFormat draws what the session wants if it needs somebody, and else what it does.
// What a finished session has said is drawn only if it is a question.
func WantsFormat() string {
	request := choice(words(tmuxopt.Request), Text(tmuxopt.Request), Text(tmuxopt.Detail))
	said := choice(words(tmuxopt.Said), Text(tmuxopt.Said), "")
	other := choice(asks(), said, Text(tmuxopt.Detail))
	return choice(is(tmuxopt.State, attention), request, other)
}

// limitWarning is from how many per cent on a limit of the account is drawn.
const limitWarning = "80"

// LimitsFormat is the tmux format of the limits of the account that are used up to 80
// per cent and more, "5h 92 % until 17:40", and nothing where there are none.
func LimitsFormat() string {
	// The first resets today, the second on some day of the week.
	return limit("5h", tmuxopt.FiveHours, "#{t/p:"+string(tmuxopt.FiveHours.NewestResets)+"}") +
		limit("7d", tmuxopt.SevenDays, "#{=3:#{t:"+string(tmuxopt.SevenDays.NewestResets)+"}}")
}

// limit draws one limit of the account with a blank behind it, until it starts again.
func limit(name string, l tmuxopt.AccountLimit, until string) string {
	lasts := "#{e|<:" + nowSeconds + "," + get(l.NewestResets) + "}"
	high := "#{e|>=:" + get(l.Newest) + "," + limitWarning + "}"
	// Most servers know of no limit: there nothing is compared.
	shown := choice(get(l.Newest), choice(high, lasts, ""), "")
	return choice(shown, name+" "+number(l.Newest)+" "+percent+" until "+until+" ", "")
}

// Text is the format that draws an option's value as it is: what looks like a style is
// escaped. "#{q/e:…}" does the same, but in tmux 3.2 to 3.3a it leaves a copy of the value
// in the server for ever, each time that it is drawn. Substitutions are made before.
func Text(o tmuxopt.Option, substitutions ...string) string {
	modifiers := strings.Join(append(substitutions, `s|(##)|\1\1|`), ";")
	return "#{" + modifiers + ":" + string(o) + "}"
}

// number draws the digits of an option, whoever has written it.
func number(o tmuxopt.Option) string { return "#{s|[^0-9]||:" + string(o) + "}" }

// optional draws a text behind a prefix, and nothing where there is no text.
func optional(format, prefix string) string { return choice(format, prefix+format, "") }
