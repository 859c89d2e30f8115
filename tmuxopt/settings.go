package tmuxopt

import (
	"slices"
	"strings"
	"time"
)

// The global options with which a person sets how atm behaves; [Settings] documents them.
const (
	IconsOption         = "@atm-icons"
	StyleOption         = "@atm-style"
	SeenPolicyOption    = "@atm-seen"
	DwellOption         = "@atm-dwell"
	ChannelsOption      = "@atm-notify"
	NotifyStatesOption  = "@atm-notify-states"
	NotifyCommandOption = "@atm-notify-command"
	StaleOption         = "@atm-stale"
	NextKeyOption       = "@atm-key-next"
	PickKeyOption       = "@atm-key-pick"
	AnswerKeyOption     = "@atm-key-answer"
	WordsOption         = "@atm-words"
	WordsLengthOption   = "@atm-words-length"
	AnswerOption        = "@atm-answer"
	HostsOption         = "@atm-hosts"
	BackgroundOption    = "@atm-background"

	// The name of an icon after IconOptionPrefix is the option that replaces the icon.
	IconOptionPrefix = "@atm-icon-"
)

// Icons names a set of icons.
type Icons string

// The sets of icons, values of [IconsOption].
const (
	Auto    Icons = ""        // the set that the global option names, else classic
	Classic Icons = "classic" // running and stopped, in brackets
	States  Icons = "states"  // one character for each state
	ASCII   Icons = "ascii"   // the same with ASCII characters only
)

// Look names how much colour tmux draws with.
type Look string

// The looks, values of [StyleOption].
const (
	Plain Look = "plain" // no colours
	Calm  Look = "calm"  // icons and counts; the default
	Loud  Look = "loud"  // also borders, names of windows, and the pane that asks

	// The older words for the first and the last, from a time without a middle one.
	LookOff Look = "off"
	LookOn  Look = "on"
)

// SeenPolicy says when a session that has finished counts as seen.
type SeenPolicy string

// The policies, values of [SeenPolicyOption].
const (
	Visit   SeenPolicy = "visit"   // as soon as its pane is on a screen
	Dwell   SeenPolicy = "dwell"   // when it has been there for [DwellOption]; the default
	Respond SeenPolicy = "respond" // only when it is given something new to do
)

// The defaults of [ChannelsOption] and [NotifyStatesOption].
const (
	DefaultChannels     = "message"
	DefaultNotifyStates = string(Attention)
)

// SaveOption is the server option that says, "on" or "off", whether the server's follower saves a script of
// all sessions. Setup writes it. If SavedOption is set, the server has saved one.
const (
	SaveOption  = "@atm_save"
	SavedOption = "@atm_saved"
)

// ActiveSeenPolicyOption is the global option that names the policy at work: without one a session would stay
// unseen for ever.
const ActiveSeenPolicyOption = "@atm_seen"

// Setting is one of the options that a person sets.
type Setting struct {
	Option  string
	Default string // "" = none
	Doc     string

	isValid func(value string) bool // nil = any value does
}

// Fits reports whether a value is valid.
func (s Setting) Fits(value string) bool { return value == "" || s.isValid == nil || s.isValid(value) }

// setting returns a row of [Settings].
func setting(option, standard, doc string, isValid func(string) bool) Setting {
	return Setting{Option: option, Default: standard, Doc: doc, isValid: isValid}
}

// Settings lists them in the order of docs/options.md.
func Settings() []Setting {
	const firstInConf = "; `atm.conf` reads it, so set it above our line in `tmux.conf`"
	return append([]Setting{
		setting(IconsOption, string(Classic),
			"the set of icons: `classic`, `states` or `ascii`, for formats and commands alike",
			eachWord(1, string(Classic), string(States), string(ASCII))),
		setting(IconOptionPrefix+"NAME", "",
			"another icon for the state NAME, or for `running`, `stopped`, `window`", nil),
		setting(StyleOption, string(Calm),
			"how much colour: `plain` (or `off`), `calm` (icons and counts), `loud` (or `on`: also borders, with "+
				"tmux 3.3 names of windows, with tmux 3.7 the background of a pane that asks)",
			eachWord(1, string(Plain), string(Calm), string(Loud), string(LookOff), string(LookOn))),
		setting(ChannelsOption, DefaultChannels,
			"how atm notifies you: `message`, `bell`, `osc`, `command`, several of them, or `off`",
			eachWord(0, "message", "bell", "osc", "osc9", "osc777", "command", "off")),
		setting(NotifyStatesOption, DefaultNotifyStates,
			"what atm notifies you of: `attention`, `error`, `idle` (or `done`); `question`, a turn that ended "+
				"with one; `context`, when 80 and 90 per cent of it are in use",
			eachWord(0, string(OnAttention), string(OnError), string(OnIdle), "done", string(OnQuestion),
				string(ContextHigh))),
		setting(NotifyCommandOption, "", "the command that the channel `command` runs", nil),
		setting(SeenPolicyOption, string(Dwell),
			"when a session that has finished counts as seen: `visit`, `dwell`, `respond`"+firstInConf,
			eachWord(1, string(Visit), string(Dwell), string(Respond))),
		setting(DwellOption, "2", "seconds for `dwell`; run `atm setup` after a change",
			func(value string) bool { return digits(value) && strings.Trim(value, "0") != "" }),
		setting(StaleOption, "8h",
			"a session is stale after this time without an event, such as `90m` or `12h`", duration),
		setting(StuckOption, "15m",
			"a session that works is stuck after this time of silence, such as `30m` or `2h`; `off`: never",
			func(value string) bool { return value == Off || duration(value) }),
		setting(WordsOption, On,
			"`off` keeps the texts of prompts, requests and answers out of the options, for screens that others see",
			eachWord(1, On, Off)),
		setting(WordsLengthOption, "200", "the most columns that such a text keeps", digits),
		setting(AnswerOption, On,
			"`off`: sessions can be answered only in their own dialogs, not with `atm answer`",
			eachWord(1, On, Off)),
		setting(HostsOption, "",
			"the hosts that `--hosts` includes, named as for ssh: `devbox me@build`", nil),
		setting(BackgroundOption, On,
			"`off`: background sessions that no pane shows are neither listed nor counted",
			eachWord(1, On, Off)),
		setting(EffortSkillsOption, "",
			"skills and slash commands that start an effort, such as `implement fix`: docs/long-work.md; also per "+
				"pane, window or session", nil),
		setting(NextKeyOption, "a", "the key after the prefix for `atm next`"+firstInConf, nil),
		setting(PickKeyOption, "A", "the key after the prefix for `atm pick`"+firstInConf, nil),
		setting(AnswerKeyOption, "",
			"a key after the prefix for `atm answer yes`, in a popup that shows the request, and "+
				"asks"+firstInConf, nil),
	}, guardSettings()...)
}

// Words splits a list at blanks or commas.
func Words(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ' ' || r == ',' })
}

// eachWord returns a function that reports whether a list has only the given words, and at most so many; 0 =
// any number.
func eachWord(maxWords int, known ...string) func(string) bool {
	return func(value string) bool {
		words := Words(value)
		unknown := func(word string) bool { return !slices.Contains(known, word) }
		return len(words) > 0 && (maxWords == 0 || len(words) <= maxWords) && !slices.ContainsFunc(words, unknown)
	}
}

func duration(value string) bool {
	d, err := time.ParseDuration(value)
	return err == nil && d > 0
}
