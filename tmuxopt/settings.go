package tmuxopt

// The global options by which a person sets how atm behaves; [Settings] tells
// what each is for.
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

	iconOption = "@atm-icon-" // + the name of an icon
)

// Setting is one of the options that a person sets.
type Setting struct {
	Option  string
	Default string // "" = none
	Doc     string
}

// Settings lists them, as the README does.
func Settings() []Setting {
	return []Setting{
		{IconsOption, string(Classic), "the set of icons: `classic`, `states` or `ascii`, for formats and commands alike"},
		{iconOption + "NAME", "", "another icon for the state NAME of the table above, or for `running`, `stopped`, `window`"},
		{StyleOption, "off", "`on`: borders of panes, and with tmux 3.3 names of windows, are red for attention, magenta for an error, yellow for work"},
		{ChannelsOption, "message", "how to tell that a session needs you: `message`, `bell`, `osc`, `command`, several of them, or `off`"},
		{NotifyStatesOption, "attention", "of which states to tell: `attention`, `error`, `idle`"},
		{NotifyCommandOption, "", "what the channel `command` runs"},
		{SeenPolicyOption, string(Dwell), "when what has finished counts as seen: `visit`, `dwell`, `respond`; read with the configuration"},
		{DwellOption, "2", "seconds for `dwell`; read by `atm setup`"},
		{StaleOption, "8h", "after how long without an event a session is stale, as `90m` or `12h`"},
		{NextKeyOption, "a", "the key behind the prefix for `atm next`; read with the configuration"},
	}
}
