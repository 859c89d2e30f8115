// Package cli has what the commands of this module share: parsing of arguments, output, questions, and exit
// codes.
package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"atm/tmuxopt"
)

// Exit codes.
const (
	Done        = 0
	No          = 1
	Ended       = 3 // the session has ended
	Usage       = 64
	Unable      = 69 // tmux cannot be asked
	Interrupted = 130
)

// Error is an error with a hint and an exit code.
type Error struct {
	Err  error
	Hint string // what to do next; "" = nothing is known
	Code int    // exit code; 0 = No
}

func (e *Error) Error() string { return e.Err.Error() }

// Unwrap returns the error without the hint.
func (e *Error) Unwrap() error { return e.Err }

// Hint adds a hint what to do next.
func Hint(err error, hint string) error { return &Error{Err: err, Hint: hint} }

// Wrong is the error of a wrong use of a command. hint says how it is right; "" = see its help.
func Wrong(hint, format string, args ...any) error {
	return &Error{Err: fmt.Errorf(format, args...), Hint: hint, Code: Usage}
}

// Run runs the command that [Parse] has returned.
func Run(command *kong.Context) error {
	err := command.Run()
	if wrong := new(Error); errors.As(err, &wrong) && wrong.Code == Usage && wrong.Hint == "" {
		wrong.Hint = "see " + command.Selected().FullPath() + " --help"
	}
	return err
}

// Command is a command of a program.
type Command struct {
	Name   string
	option kong.Option
}

// NewCommand returns a command. flags is a pointer to its struct, whose method Details returns the help text below its
// flags. tags are those of kong.
func NewCommand(name, group, help string, flags any, tags ...string) Command {
	return Command{name, kong.DynamicCommand(name, help, group, flags, tags...)}
}

// Named returns the command that the arguments name or, if they name none, all commands: kong takes milliseconds to
// build those.
func Named(commands []Command, args []string) []Command {
	isNamed := func(c Command) bool { return len(args) > 0 && c.Name == args[0] }
	if i := slices.IndexFunc(commands, isNamed); i >= 0 {
		return commands[i : i+1]
	}
	return commands
}

// Grammar returns options of kong that add the commands to others.
func Grammar(commands []Command, others ...kong.Option) []kong.Option {
	for _, c := range commands {
		others = append(others, c.option)
	}
	return others
}

// Exited is the error of a parse that --help or --version has ended. Its value is the exit code.
type Exited int

func (e Exited) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

// Parse parses the arguments. kong calls its Exit during the parse: that ends the parse with an [Exited].
// Wrong usage gives an [Error]. grammar is a pointer to a struct. The text of [Details] is built only for help.
//
// An empty text is wrong usage, too: most are variables or commands of a shell that gave nothing, and a command would
// do by its defaults what nobody asked for. A flag or an argument that may be empty has the tag mayBeEmpty:"". For the
// same reason a duration must be longer than zero: one that may be zero has the tag mayBeZero:"".
func Parse(grammar any, args []string, options ...kong.Option) (command *kong.Context, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case Exited:
			err = r
		default:
			panic(r)
		}
	}()
	options = append(options,
		kong.Help(printHelp),
		kong.NamedMapper("path", kong.MapperFunc(mapPath)),
		kong.Exit(func(code int) { panic(Exited(code)) }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}))
	parser, err := kong.New(grammar, options...)
	if err != nil {
		return nil, err
	}
	command, err = parser.Parse(args)
	if err != nil {
		name := parser.Model.Name
		if wrong := new(kong.ParseError); errors.As(err, &wrong) && wrong.Context.Selected() != nil {
			name = wrong.Context.Selected().FullPath()
		}
		return nil, &Error{err, "see " + name + " --help", Usage}
	}
	if wrong := firstWrong(command); wrong != "" {
		return nil, Wrong("see "+command.Selected().FullPath()+" --help", "%s", wrong)
	}
	return command, nil
}

// firstWrong says what is wrong with the first flag or argument that was given an empty text, or no time, and must have
// some, "" if there is none. Arguments that are passed through are those of another program.
func firstWrong(command *kong.Context) string {
	given := map[*kong.Value]int{} // how often
	for _, p := range command.Path {
		value, name := p.Positional, ""
		switch {
		case p.Flag != nil:
			value, name = p.Flag.Value, "--"+p.Flag.Name
		case value != nil:
			name = "<" + value.Name + ">"
		}
		if value == nil || value.Passthrough || value.Tag.Has("mayBeEmpty") {
			continue
		}
		target := reflect.Indirect(value.Target)
		if given[value]++; hasEmpty(target, given[value]) {
			return name + " is empty"
		}
		if d, isTime := target.Interface().(time.Duration); isTime && (d < 0 || d == 0 && !value.Tag.Has("mayBeZero")) {
			return fmt.Sprintf("%s %v is no time to come", name, d)
		}
	}
	return ""
}

// hasEmpty reports whether a value is an empty text, or a list in which one was given. A flag that kong splits at
// commas gets no element from an empty text, so it has fewer elements than it was given.
func hasEmpty(v reflect.Value, given int) bool {
	switch v.Kind() {
	case reflect.String:
		return v.Len() == 0
	case reflect.Slice:
		for i := range v.Len() {
			if hasEmpty(v.Index(i), 1) {
				return true
			}
		}
		return v.Len() < given
	}
	return false
}

// VersionFlag is a flag that prints the name of the program and its version.
type VersionFlag bool

// BeforeReset is called by kong as soon as it sees the flag.
func (VersionFlag) BeforeReset(app *kong.Kong) error {
	_, err := fmt.Fprintln(app.Stdout, app.Model.Name+" "+Version())
	app.Exit(Done)
	return err
}

// Details returns the end of the help of a command, "" if its type has no method Details. kong has a method
// Help for that, but calls it although nobody asks for help.
func Details(command *kong.Node) string {
	if c, ok := command.Target.Addr().Interface().(interface{ Details() string }); ok {
		return c.Details()
	}
	return ""
}

func printHelp(options kong.HelpOptions, ctx *kong.Context) error {
	if command := ctx.Selected(); command != nil {
		command.Detail = Details(command)
	}
	return kong.DefaultHelpPrinter(options, ctx)
}

// mapPath makes a path absolute. Unlike kong's own mapper it keeps "..": after a symbolic link only the
// kernel knows where it leads.
func mapPath(ctx *kong.DecodeContext, target reflect.Value) error {
	var path string
	if err := ctx.Scan.PopValueInto("file", &path); err != nil {
		return err
	}
	switch {
	case path == "": // Parse refuses it
	case strings.HasPrefix(path, "~/"):
		path = kong.ExpandPath(path)
	case !filepath.IsAbs(path):
		workingDir, err := os.Getwd()
		if err != nil {
			return err
		}
		path = workingDir + "/" + path
	}
	target.SetString(path)
	return nil
}

// End prints the error of a program and its hint, each in one line that is fit for a terminal, and returns
// the exit code.
func End(stderr io.Writer, program string, err error) int {
	var exited Exited
	switch {
	case err == nil:
		return Done
	case errors.As(err, &exited):
		return int(exited)
	}
	// Errors of the system contain unescaped paths.
	fmt.Fprintf(stderr, "%s: %s\n", program, tmuxopt.Text(err.Error()))
	var e *Error
	if !errors.As(err, &e) {
		return No
	}
	if e.Hint != "" {
		fmt.Fprintf(stderr, "%s: hint: %s\n", program, tmuxopt.Text(e.Hint))
	}
	return cmp.Or(e.Code, No)
}

// Version returns the version of the module that Go has put into the program, or "unknown".
func Version() string { return ThisBuild().Version }

// Build describes the build of a program. Go puts it into the program; unknown members are empty.
type Build struct {
	Version  string `json:"version"`
	Commit   string `json:"commit"`
	Date     string `json:"date"`     // of the commit, RFC 3339
	Modified bool   `json:"modified"` // there were uncommitted changes
	Go       string `json:"go"`       // the version of Go
	OS       string `json:"os"`
	Arch     string `json:"arch"`
}

// ThisBuild returns the build of this program.
func ThisBuild() Build {
	build := Build{Version: "unknown", Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return build
	}
	build.Version = info.Main.Version
	for _, setting := range info.Settings {
		switch setting.Key {
		case "vcs.revision":
			build.Commit = setting.Value
		case "vcs.time":
			build.Date = setting.Value
		case "vcs.modified":
			build.Modified = setting.Value == "true"
		}
	}
	return build
}
