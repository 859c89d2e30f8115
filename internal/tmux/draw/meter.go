package draw

import (
	"strings"

	"atm/tmuxopt"
)

const separator = " · "

// percent draws a percent sign in every context, by its number. In a status line tmux expands each part of a
// format as a time first. What becomes of a sign there that begins no time depends on the system: glibc keeps
// it, macOS drops it, and with musl the part is empty.
const percent = "#{a:37}"

// nowSeconds is the current time in Unix seconds, in every context.
const nowSeconds = "#{T:#{l:%s}}"

// ContextFormat is the tmux format of how much of the context window of the pane's session is used, "84 %",
// empty while that is not known.
func ContextFormat() string {
	return choice(contextKnown(), number(tmuxopt.ContextPct)+" "+percent, "")
}

// contextLevel draws how full a known context is, in the colour of that level.
func contextLevel() string {
	from := func(pct string) string { return "#{e|>=:" + number(tmuxopt.ContextPct) + "," + pct + "}" }
	text := number(tmuxopt.ContextPct) + " " + percent
	return choice(from("90"), StyleOf(Full).draw(text), choice(from("80"), StyleOf(High).draw(text), text))
}

// contextKnown is true where the fill of the context is known. 0 is known, but would be false.
func contextKnown() string { return tmuxopt.Not(tmuxopt.Is(tmuxopt.ContextPct, "")).String() }

// CostFormat is the tmux format of the cost of the pane's session, "$0.35".
func CostFormat() string {
	cost := "#{s|[^0-9.]||:" + string(tmuxopt.Cost) + "}"
	return choice(get(tmuxopt.Cost), "$"+cost, "")
}

// EffortFormat is the tmux format of the pane's effort and its phase, "parser · tests", empty if no effort
// is open.
func EffortFormat() string {
	phase := choice(get(tmuxopt.EffortPhase), separator+Text(tmuxopt.EffortPhase), "")
	return choice(get(tmuxopt.Effort), Text(tmuxopt.Effort)+phase, "")
}

// TasksFormat is the tmux format of how many tasks of the pane's session are done, "3/7", empty if no task
// is known.
func TasksFormat() string {
	return choice(get(tmuxopt.Tasks), number(tmuxopt.TasksDone)+"/"+number(tmuxopt.Tasks), "")
}

// AgeFormat is the tmux format of how long the pane's session has been in its state, "12m", empty in the
// first minute. tmux draws it again at each status-interval.
func AgeFormat() string { return choice(isOverAMinute(), age(), "") }

// seconds is the number of seconds since the state has changed.
func seconds() string { return "#{e|-:" + nowSeconds + "," + get(tmuxopt.Since) + "}" }

// isOverAMinute is true if that time is known, and at least a minute.
func isOverAMinute() string {
	return choice(get(tmuxopt.Since), "#{e|>=:"+seconds()+",60}", "")
}

func age() string { return duration(seconds()) }

func duration(seconds string) string {
	in := func(unit, length string) string { return "#{e|/:" + seconds + "," + length + "}" + unit }
	upTo := func(limit string) string { return "#{e|<:" + seconds + "," + limit + "}" }
	return choice(upTo("3600"), in("m", "60"), choice(upTo("172800"), in("h", "3600"), in("d", "86400")))
}

// timeLeft draws the time until a sleeping session continues; in the last minute "0m".
func timeLeft() string {
	left := "#{e|-:" + number(tmuxopt.Wake) + "," + nowSeconds + "}"
	return choice("#{e|>:"+left+",0}", duration(left), "0m")
}

// maxPrompt is how many columns of a prompt are used as a title.
const maxPrompt = "40"

// maxTitle is how many columns of a title a wide pane shows: tmux needs a number.
const maxTitle = "999"

// TitleFormat is the tmux format of the name of the pane's session: its title, else its first prompt, else
// the last part of its directory. It changes only when the title does.
func TitleFormat() string {
	return titleFormat("#{=/" + maxPrompt + "/…:" + Text(tmuxopt.FirstPrompt) + "}")
}

// titleFormat is TitleFormat with the first prompt drawn as given.
func titleFormat(prompt string) string {
	dir := Text(tmuxopt.SessionDir, "s|^.*/(.)|\\1|")
	prompt = choice(words(tmuxopt.FirstPrompt), prompt, dir)
	return choice(get(tmuxopt.Title), Text(tmuxopt.Title), prompt)
}

// words is true if an option is set and the user wants such texts to be shown.
func words(o tmuxopt.Option) string { return tmuxopt.WordsWanted(o).String() }

// MeterFormat is the tmux format of the pane's session: its icon and name, what it wants or does, how full
// its context is, and how long it has been in its state: "! Fix the parser · Bash: rm -rf build/ · 84 % ·
// 12m". For a sleeping session it shows the time until it continues: "⏾ 12m Watch the build · 84 %", of one
// that has ended only the name. It is empty in a pane that never had a session, and never wider than the
// pane: tmux shortens the text of what is wanted, and keeps the rest.
func MeterFormat(set tmuxopt.Icons) string { return meter(PaneFormat(set)) }

// meter is MeterFormat after an icon.
func meter(icon string) string {
	// The frame of a border takes seven columns, the context eight, the age six. If a pane is too narrow for
	// one of them, it is left out: tmux would cut 84 % to 8. (tmux takes a negative width from the other
	// end.)
	wider := func(columns string) string { return "#{e|>:#{pane_width}," + columns + "}" }
	taken := "#{e|+:" + choice(contextKnown(), "15", "7") + "," + choice(isOverAMinute(), "6", "0") + "}"
	room := choice(wider("29"), "#{e|-:#{pane_width},"+taken+"}", "8")
	// Beside what it wants or does, a prompt gets half of the pane; in a narrow one any name leaves some room for that.
	hasName := get(tmuxopt.Title) + get(tmuxopt.FirstPrompt) + get(tmuxopt.SessionDir)
	runs := get(tmuxopt.State)
	hasMore := choice(shows(Question), "1",
		choice(is(tmuxopt.State, string(tmuxopt.Idle)), "", get(tmuxopt.Detail)+get(tmuxopt.Agents)))
	const half = "#{e|/:#{pane_width},2}"
	narrow := choice(wider("29"), "#{e|-:"+half+",14}", maxTitle)
	limit := choice(hasMore, choice(wider("79"), choice(get(tmuxopt.Title), maxTitle, half), narrow), maxTitle)
	name := choice(hasName, " #{s/ …$/…/:#{=/"+limit+"/…:"+titleFormat(Text(tmuxopt.FirstPrompt))+"}}", "")
	words := readable(name + choice(runs, after(separator, WantsFormat()), ""))
	asleep := shows(Asleep)
	rest := choice(wider("22"), choice(contextKnown(), separator+contextLevel(), ""), "") +
		choice(wider("28"), choice(asleep, "", choice(isOverAMinute(), separator+age(), "")), "")
	whole := icon + choice(asleep, " "+timeLeft(), "") + words
	return "#{" + notAlone + ":#{=/" + room + "/…:" + whole + "}}" + choice(runs, rest, "")
}

// notAlone are substitutions in a text that tmux has shortened: they put the ellipsis right after the last
// word. They remove a separator before the ellipsis, and the ellipsis of a prompt that was shortened before.
// (tmux writes 2 for an empty \2.)
const notAlone = `s/…?( ·)? ?…$/…/;s/…?( ·)? ?(#.default pop-default.)…$/\2…/`

// readable draws a text in the terminal's own colour if the session needs the user. Other texts have the
// colour of the border, which in many themes is nearly that of the background.
func readable(text string) string {
	needs := "#{m/r:^(" + attention + "|" + failed + "|" + Question + ")," + get(tmuxopt.Shown) + "}"
	return choice(needs, begin+" fg=terminal]", "") + text + choice(needs, end, "")
}

// WantsFormat draws what the session wants if it needs the user, else what it does. The last words of a
// finished session are drawn only if they are a question.
func WantsFormat() string {
	inWords := func(o tmuxopt.Option) string { return choice(words(o), Text(o), detail()) }
	// calls counts the same calls as hookmap.OpenCalls. Of several, the format does not know which is on the
	// screen.
	const calls = "#{n:#{s| registry.0=[a-z]*||;s|[^=]||:" + string(tmuxopt.Waiting) + "}}"
	request := choice("#{e|>:"+calls+",1}", calls+" requests", inWords(tmuxopt.Request))
	lastWords := choice(words(tmuxopt.Said), Text(tmuxopt.Said), "")
	other := choice(shows(Question), lastWords, choice(get(tmuxopt.Agents), agents(), inWords(tmuxopt.Doing)))
	return choice(is(tmuxopt.State, attention), request, other)
}

// detail draws the detail. Claude Code's names for a plan, a question and a dialog are replaced by clearer
// ones.
func detail() string {
	return Text(tmuxopt.Detail,
		"s|^ExitPlanMode$|a plan|", "s|^AskUserQuestion$|a question|", "s|^Dialog$|a dialog|")
}

// agents draws the working subagents: "2 agents: Explore, Plan". For a single one it draws the task, else the
// type: "agent: Measure the caches". The main thread waits for a subagent in the foreground, so its task is
// what the main thread does.
func agents() string {
	count := "#{n:#{s|[^=]||:" + string(tmuxopt.Agents) + "}}"
	types := choice("#{e|>:"+count+",1}", count+" agents: ", "") +
		Text(tmuxopt.Agents, "s| [^= ]*=|, |", "s|^, ||")
	one := "#{s|^ ||;s|=[^= ]*$||:" + string(tmuxopt.Agents) + "}" // the id, if there is only one agent
	known := choice(words(tmuxopt.Given), "#{==:"+one+","+get(tmuxopt.GivenAgent)+"}", "")
	const call = "#{m/r:^(Agent|Task)#{l::},"
	waitedFor := choice(words(tmuxopt.Doing), "#{==:"+count+",1}", "")
	waitedFor = choice(waitedFor, call+get(tmuxopt.Doing)+"}", "")
	return choice(known, "agent: "+Text(tmuxopt.Given),
		choice(waitedFor, Text(tmuxopt.Doing, "s/^(Agent|Task)/agent/"), types))
}

// limitWarning is the percentage from which a limit of the account is drawn.
const limitWarning = "80"

// LimitsFormat is the tmux format of the limits of the account that are used to 80 per cent or more, "5h 92
// % until 17:40", empty if there are none.
func LimitsFormat() string {
	// The first resets today, the second on some day of the week.
	return limit("5h", tmuxopt.FiveHours, "#{t/p:"+string(tmuxopt.FiveHours.NewestResets)+"}") +
		limit("7d", tmuxopt.SevenDays, "#{=3:#{t:"+string(tmuxopt.SevenDays.NewestResets)+"}}")
}

// limit draws one limit of the account and a blank, until the limit starts again.
func limit(name string, l tmuxopt.AccountLimit, until string) string {
	isCurrent := "#{e|<:" + nowSeconds + "," + get(l.NewestResets) + "}"
	high := "#{e|>=:" + get(l.Newest) + "," + limitWarning + "}"
	// Most servers know no limit: then tmux compares nothing.
	shown := choice(get(l.Newest), choice(high, isCurrent, ""), "")
	return choice(shown, name+" "+number(l.Newest)+" "+percent+" until "+until+" ", "")
}

// controls matches C0 and C1 control characters. tmux 3.2 and 3.7 pass the latter on to the terminal, and
// tmux 3.3a never returns from shortening a text with one. It is "[[:cntrl:]]": a bare colon would end the
// modifiers of a format.
const controls = "[[#{l::}cntrl#{l::}]]"

// Text is the format that draws an option's value literally: anything that looks like a style is escaped, and
// control characters are left out. "#{q/e:…}" does the first, but each time tmux 3.2 to 3.3a draw it they
// leave a copy of the value in the server for ever. The substitutions are made before.
func Text(o tmuxopt.Option, substitutions ...string) string {
	modifiers := strings.Join(append(substitutions, `s|`+controls+`||`, `s|(##)|\1\1|`), ";")
	return "#{" + modifiers + ":" + string(o) + "}"
}

// number draws only the digits of an option, because another program may have written anything else.
func number(o tmuxopt.Option) string { return "#{s|[^0-9]||:" + string(o) + "}" }

// after draws a prefix and a text, and nothing if the text is empty.
func after(prefix, format string) string { return "#{s|^(.)|" + prefix + "\\1|:" + format + "}" }
