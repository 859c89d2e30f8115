// Package ssh knows the command line of OpenSSH's client: what to give the user's own ssh, with
// the user's own configuration, so that it reaches tmux on another host, or so that a session on
// another host can tell a gate here.
//
// It is pure: it returns arguments of ssh, and starts nothing. It promises that
//   - no name of a host is taken for an option of ssh,
//   - a connection that nobody looks at asks for nothing,
//   - a text which is quoted by [Quote] is one word with that very text for the login shell of the
//     other host, whichever of sh, bash, zsh, fish and csh that is,
//   - what is added to a command line leaves what stands there as it means.
package ssh

import (
	"errors"
	"slices"
	"strings"
)

// Options of ssh by their letter (9.9): those with a value; those with which nobody logs in and
// no command runs, or not while ssh is there; those that lead to a host.
const (
	withValue = "BbcDEeFIiJLlmOoPpQRSWw"
	noSession = "fGNOQsVW"
	ofRoute   = "46BbcFIiJlmoPpS"
)

// Arguments are the arguments of ssh.
type Arguments struct {
	Options []Option
	Host    string
	Command []string // none: a login
}

// Option is an option with its value, if it has one.
type Option struct {
	Letter byte
	Value  string
}

// Errors of arguments.
var (
	ErrNoHost  = errors.New("no host")
	errNoValue = errors.New("an option of ssh has no value")
)

// Parse reads arguments as ssh does: options stand before the host and after it, but none after
// "--" and the host (OpenSSH 9.2).
func Parse(args []string) (Arguments, error) {
	var a Arguments
	args, ended, err := a.parseOptions(args)
	if err != nil {
		return a, err
	}
	if len(args) > 0 {
		a.Host, a.Command = args[0], args[1:]
		if !ended {
			a.Command, _, err = a.parseOptions(a.Command)
		}
	}
	if err == nil && a.Host == "" && a.Session() {
		err = ErrNoHost
	}
	return a, err
}

// parseOptions takes options from the front of arguments, and returns the rest, and whether "--" has
// ended the options.
func (a *Arguments) parseOptions(args []string) (rest []string, ended bool, err error) {
	for len(args) > 0 {
		letters, isOption := strings.CutPrefix(args[0], "-")
		if args[0] == "--" {
			return args[1:], true, nil
		}
		if !isOption || letters == "" {
			return args, false, nil
		}
		args = args[1:]
		for letters != "" {
			option := Option{Letter: letters[0]}
			letters = letters[1:]
			if option.isOf(withValue) {
				switch {
				case letters != "":
					option.Value, letters = letters, ""
				case len(args) > 0:
					option.Value, args = args[0], args[1:]
				default:
					return nil, false, errNoValue
				}
			}
			a.Options = append(a.Options, option)
		}
	}
	return nil, false, nil
}

// Has reports whether one of these options is there.
func (a Arguments) Has(letters string) bool {
	return slices.ContainsFunc(a.Options, func(o Option) bool { return o.isOf(letters) })
}

// Session reports whether somebody logs in, or a command runs.
func (a Arguments) Session() bool { return !a.Has(noSession) }

// Forwards reports whether something is forwarded by an option.
func (a Arguments) Forwards() bool {
	return a.Has("LRD") || slices.ContainsFunc(a.Options, Option.forwards)
}

// Route returns the options that lead to the host, without forwardings and the like.
func (a Arguments) Route() []string {
	var args []string
	for _, o := range a.Options {
		if o.isOf(ofRoute) && !o.forwards() {
			args = append(args, o.args()...)
		}
	}
	return args
}

// isOf reports whether the option has one of these letters.
func (o Option) isOf(letters string) bool { return strings.IndexByte(letters, o.Letter) >= 0 }

// forwards reports whether the option is a line of a configuration that forwards something.
func (o Option) forwards() bool {
	name := strings.ToLower(strings.TrimSpace(o.Value))
	return o.Letter == 'o' && (strings.HasPrefix(name, "localforward") ||
		strings.HasPrefix(name, "remoteforward") || strings.HasPrefix(name, "dynamicforward"))
}

func (o Option) args() []string {
	if o.isOf(withValue) {
		return []string{"-" + string(o.Letter), o.Value}
	}
	return []string{"-" + string(o.Letter)}
}

// Settings are what "ssh -G" says of a host.
type Settings map[string]string

// ShowSettings returns the arguments that have ssh print what its configuration says of the host.
func (a Arguments) ShowSettings() []string {
	return append(append([]string{"-G"}, a.Route()...), "--", a.Host)
}

// ParseSettings reads what "ssh -G" prints. Of several lines of a name the last one counts.
func ParseSettings(text string) Settings {
	s := Settings{}
	for line := range strings.Lines(text) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		s[name] = value
	}
	return s
}

// Is reports whether a setting has a value that is not "none" or "no".
func (s Settings) Is(name string) bool {
	return s[name] != "" && s[name] != "none" && s[name] != "no" && s[name] != "false"
}

// Forwards reports whether something is forwarded by the configuration.
func (s Settings) Forwards() bool {
	return s["localforward"] != "" || s["remoteforward"] != "" || s["dynamicforward"] != ""
}

// Prevents returns the setting with which ssh leads to no gate, "" if there is none. command says that ssh is to
// run one.
func (s Settings) Prevents(command bool) string {
	switch {
	case s.Is("remotecommand") && !command:
		return "RemoteCommand"
	case s.Is("clearallforwardings"):
		return "ClearAllForwardings"
	}
	return ""
}
