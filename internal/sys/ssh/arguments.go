// Package ssh returns arguments for OpenSSH's client, the user's own ssh with the user's own configuration.
// With them ssh reaches tmux on another host, or a session on another host reaches a gate here.
//
// It is pure and starts nothing. It promises that
//   - ssh does not take the name of a host for an option,
//   - a connection without a person asks for nothing,
//   - a text quoted by [Quote] is one word with exactly that text for the login shell of the other host, be
//     it sh, bash, zsh, fish or csh,
//   - arguments that are added do not change the meaning of the others.
package ssh

import (
	"errors"
	"slices"
	"strings"
)

// Letters of ssh's options (9.9).
const (
	withValue = "BbcDEeFIiJLlmOoPpQRSWw"
	noSession = "fGNOQsVW"        // no login and no command, or not in the foreground
	ofRoute   = "46BbcFIiJlmoPpS" // needed to reach the host
)

// Arguments are the parsed arguments of ssh.
type Arguments struct {
	Options []Option
	Host    string
	Command []string // none = a login
}

// Option is an option with its value, if it has one.
type Option struct {
	Letter byte
	Value  string
}

// Errors of [Parse].
var (
	ErrNoHost  = errors.New("no host")
	errNoValue = errors.New("an option of ssh has no value")
)

// Parse parses arguments as ssh does: options may come before and after the host, but not after "--" and the
// host (OpenSSH 9.2).
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

// parseOptions parses the options at the beginning of the arguments. It returns the rest, and whether "--"
// has ended the options.
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

// Has reports whether there is an option with one of these letters.
func (a Arguments) Has(letters string) bool {
	return slices.ContainsFunc(a.Options, func(o Option) bool { return o.isOf(letters) })
}

// Session reports whether somebody logs in, or a command runs.
func (a Arguments) Session() bool { return !a.Has(noSession) }

// Forwards reports whether an option forwards something.
func (a Arguments) Forwards() bool {
	return a.Has("LRD") || slices.ContainsFunc(a.Options, Option.forwards)
}

// Route returns the options that are needed to reach the host.
func (a Arguments) Route() []string {
	var args []string
	for _, o := range a.Options {
		if o.isOf(ofRoute) && !o.forwards() {
			args = append(args, o.args()...)
		}
	}
	return args
}

func (o Option) isOf(letters string) bool { return strings.IndexByte(letters, o.Letter) >= 0 }

// forwards reports whether the option is -o with a setting that forwards something.
func (o Option) forwards() bool {
	setting := strings.ToLower(strings.TrimSpace(o.Value))
	return o.Letter == 'o' && slices.ContainsFunc(forwardings, func(name string) bool {
		return strings.HasPrefix(setting, name)
	})
}

func (o Option) args() []string {
	if o.isOf(withValue) {
		return []string{"-" + string(o.Letter), o.Value}
	}
	return []string{"-" + string(o.Letter)}
}

// Settings are the settings of ssh for a host, by their lower-case names.
type Settings map[string]string

// forwardings are the names of the settings that forward something.
var forwardings = []string{"localforward", "remoteforward", "dynamicforward"}

// ShowSettings returns the arguments that have ssh print its settings for the host.
func (a Arguments) ShowSettings() []string {
	return slices.Concat([]string{"-G"}, a.Route(), []string{"--", a.Host})
}

// ParseSettings parses the output of ssh -G. If a name has several lines, the last one counts.
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

// Forwards reports whether a setting forwards something.
func (s Settings) Forwards() bool {
	return slices.ContainsFunc(forwardings, func(name string) bool { return s[name] != "" })
}

// Prevents returns the setting that makes a gate impossible, "" if there is none. command says that the user
// has given ssh a command.
func (s Settings) Prevents(command bool) string {
	switch {
	case s.Is("remotecommand") && !command:
		return "RemoteCommand"
	case s.Is("clearallforwardings"):
		return "ClearAllForwardings"
	}
	return ""
}
