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

// contextLevel draws how full the context is, in the colour of that, where it is known.
func contextLevel() string {
	from := func(pct string) string { return "#{e|>=:" + number(tmuxopt.ContextPct) + "," + pct + "}" }
	text := number(tmuxopt.ContextPct) + " " + percent
	return choice(from("90"), StyleOf(Full).draw(text), choice(from("80"), StyleOf(High).draw(text), text))
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

// AgeFormat is the tmux format of for how long the pane's session has been in its state,
// "12m", and nothing in the first minute. tmux draws it again at each status-interval.
func AgeFormat() string { return choice(grown(), age(), "") }

// seconds is how many seconds ago the state has changed.
func seconds() string { return "#{e|-:" + nowSeconds + "," + get(tmuxopt.Since) + "}" }

// grown is true where that is known, and a minute ago at least.
func grown() string {
	return choice(get(tmuxopt.Since), "#{e|>=:"+seconds()+",60}", "")
}

// age writes how long ago that was.
func age() string { return duration(seconds()) }

// duration writes a number of seconds.
func duration(seconds string) string {
	in := func(unit, length string) string { return "#{e|/:" + seconds + "," + length + "}" + unit }
	upTo := func(limit string) string { return "#{e|<:" + seconds + "," + limit + "}" }
	return choice(upTo("3600"), in("m", "60"), choice(upTo("172800"), in("h", "3600"), in("d", "86400")))
}

// timeLeft writes in how long a session that is asleep goes on, of the last minute "0m".
func timeLeft() string {
	left := "#{e|-:" + number(tmuxopt.Wake) + "," + nowSeconds + "}"
	return choice("#{e|>:"+left+",0}", duration(left), "0m")
}

// maxPrompt is how many columns of a prompt stand for a title.
const maxPrompt = "40"

// TitleFormat is the tmux format of what the pane's session is called: its title, else what it was asked first, else
// the last part of its directory. It changes only when the title does.
func TitleFormat() string {
	dir := Text(tmuxopt.SessionDir, "s|^.*/(.)|\\1|")
	prompt := choice(words(tmuxopt.FirstPrompt), "#{=/"+maxPrompt+"/…:"+Text(tmuxopt.FirstPrompt)+"}", dir)
	return choice(get(tmuxopt.Title), Text(tmuxopt.Title), prompt)
}

// words is true where an option is set and the user wants such texts to be shown.
func words(o tmuxopt.Option) string { return tmuxopt.WordsWanted(o).String() }

// MeterFormat is the tmux format that says who the pane's session is, what it wants or
// does, how full its context is, and for how long it has been in its state:
// "! Fix the parser · Bash: rm -rf build/ · 84 % · 12m"; of one that is asleep in how long it goes on, "⏾ 12m Watch
// the build · 84 %". It draws nothing where no session
// ever ran, and no more columns than the pane has: tmux cuts what is wanted, and the rest
// stays.
func MeterFormat(set tmuxopt.Icons) string { return meter(PaneFormat(set)) }

// meter is the format that has the icon of the pane in front.
func meter(icon string) string {
	// The frame of a border takes seven columns, the context eight, the age six. Where a pane is too narrow for one of
	// them it is left out: tmux would cut 84 % to 8. (It takes a negative width for one from the other end.)
	taken := choice(contextKnown(), "21", "13")
	wider := func(columns string) string { return "#{e|>:#{pane_width}," + columns + "}" }
	room := choice(wider("29"), "#{e|-:#{pane_width},"+taken+"}", "8")
	called := choice(get(tmuxopt.Title)+get(tmuxopt.FirstPrompt)+get(tmuxopt.SessionDir), " "+TitleFormat(), "")
	words := readable(called + after(separator, WantsFormat()))
	runs := get(tmuxopt.State)
	asleep := shows(Asleep)
	rest := choice(wider("22"), choice(contextKnown(), separator+contextLevel(), ""), "") +
		choice(wider("28"), choice(asleep, "", choice(grown(), separator+age(), "")), "")
	whole := icon + choice(asleep, " "+timeLeft(), "") + choice(runs, words, "")
	return "#{" + notAlone + ":#{=/" + room + "/…:" + whole + "}}" + choice(runs, rest, "")
}

// notAlone are substitutions in a text that is cut: the ellipsis stands right after the last word. A separator before
// it goes, and so does the ellipsis of a prompt that was cut already. (tmux writes 2 for a \2 that is empty.)
const notAlone = `s/…?( ·)? ?…$/…/;s/…?( ·)? ?(#.default pop-default.)…$/\2…/`

// readable draws a text in the colour of the terminal where the session needs somebody: that of the border, which
// many themes have nearly that of the background, is for all others.
func readable(text string) string {
	needs := choice(shows(attention), "1", choice(shows(failed), "1", choice(shows(Question), "1", "")))
	return choice(needs, begin+" fg=terminal]", "") + text + choice(needs, end, "")
}

// WantsFormat draws what the session wants if it needs somebody, and else what it does.
// What a finished session has said is drawn only if it is a question.
func WantsFormat() string {
	inWords := func(o tmuxopt.Option) string { return choice(words(o), Text(o), detail()) }
	const calls = "#{n:#{s| registry.0=[a-z]*||;s|[^=]||:" + string(tmuxopt.Waiting) + "}}" // as hookmap.OpenCalls
	request := choice("#{e|>:"+calls+",1}", calls+" requests", inWords(tmuxopt.Request))    // one of them is on the screen
	lastWords := choice(words(tmuxopt.Said), Text(tmuxopt.Said), "")
	other := choice(shows(Question), lastWords, choice(get(tmuxopt.Agents), agents(), inWords(tmuxopt.Doing)))
	return choice(is(tmuxopt.State, attention), request, other)
}

// detail draws the detail; what Claude Code calls a plan, a question and a dialog is no word for people.
func detail() string {
	return Text(tmuxopt.Detail, "s|^ExitPlanMode$|a plan|", "s|^AskUserQuestion$|a question|", "s|^Dialog$|a dialog|")
}

// agents draws the subagents at work: "2 agents: Explore, Plan", and of a single one what it is to do, else its type:
// "agent: Measure the caches". One in the foreground is what the main thread does.
func agents() string {
	count := "#{n:#{s|[^=]||:" + string(tmuxopt.Agents) + "}}"
	types := choice("#{e|>:"+count+",1}", count+" agents: ", "") + Text(tmuxopt.Agents, "s| [^= ]*=|, |", "s|^, ||")
	one := "#{s|^ ||;s|=[^= ]*$||:" + string(tmuxopt.Agents) + "}" // of several it is no id
	known := choice(words(tmuxopt.Given), "#{==:"+one+","+get(tmuxopt.GivenAgent)+"}", "")
	const call = "#{m/r:^(Agent|Task)#{l::},"
	waitedFor := choice(words(tmuxopt.Doing), "#{==:"+count+",1}", "")
	waitedFor = choice(waitedFor, call+get(tmuxopt.Doing)+"}", "")
	return choice(known, "agent: "+Text(tmuxopt.Given),
		choice(waitedFor, Text(tmuxopt.Doing, "s/^(Agent|Task)/agent/"), types))
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

// limit draws one limit of the account, followed by a blank, until the limit starts again.
func limit(name string, l tmuxopt.AccountLimit, until string) string {
	lasts := "#{e|<:" + nowSeconds + "," + get(l.NewestResets) + "}"
	high := "#{e|>=:" + get(l.Newest) + "," + limitWarning + "}"
	// Most servers know of no limit: there nothing is compared.
	shown := choice(get(l.Newest), choice(high, lasts, ""), "")
	return choice(shown, name+" "+number(l.Newest)+" "+percent+" until "+until+" ", "")
}

// controls matches C0 and C1 control characters. tmux 3.2 and 3.7 hand the latter to the terminal,
// and tmux 3.3a never returns from cutting a text with one. It is "[[:cntrl:]]": a bare colon
// would end the modifiers of a format.
const controls = "[[#{l::}cntrl#{l::}]]"

// Text is the format that draws an option's value as it is: what looks like a style is
// escaped, and control characters are left out. "#{q/e:…}" does the first, but in tmux 3.2
// to 3.3a it leaves a copy of the value in the server for ever, each time that it is drawn.
// Substitutions are made before.
func Text(o tmuxopt.Option, substitutions ...string) string {
	modifiers := strings.Join(append(substitutions, `s|`+controls+`||`, `s|(##)|\1\1|`), ";")
	return "#{" + modifiers + ":" + string(o) + "}"
}

// number draws the digits of an option, and nothing else that another program may have written.
func number(o tmuxopt.Option) string { return "#{s|[^0-9]||:" + string(o) + "}" }

// after draws a prefix and a text, and nothing where the text is empty.
func after(prefix, format string) string { return "#{s|^(.)|" + prefix + "\\1|:" + format + "}" }
