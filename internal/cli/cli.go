// Package cli is what the commands of this module have in common: how they parse
// their arguments, and how they end.
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
	"unicode"

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

// Error is an error with what to do next, and how the program ends.
type Error struct {
	Err  error
	Hint string // what to do next; "" = nothing is known
	Code int    // exit code; 0 = No
}

func (e *Error) Error() string { return e.Err.Error() }

// Unwrap returns the error without the hint.
func (e *Error) Unwrap() error { return e.Err }

// Hint adds what to do next.
func Hint(err error, hint string) error { return &Error{Err: err, Hint: hint} }

// Exited is the error of a parse that --help or --version has answered. Its
// value is the exit code.
type Exited int

func (e Exited) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

// Parse parses the arguments. kong calls its Exit in mid-parse: here that leaves
// the parse, and becomes an [Exited]. Wrong usage becomes an [Error]. Of the grammar, a
// pointer to a struct, only the command that is named is built, and the text of [Details] only for help.
func Parse(grammar any, vars Vars, args []string, options ...kong.Option) (command *kong.Context, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case Exited:
			err = r
		default:
			panic(r)
		}
	}()
	grammar = named(grammar, args)
	options = append(options,
		vars.In(grammar),
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
	return command, nil
}

// Vars are what the tags of a grammar take from the code, by the names that they have there.
type Vars map[string]func() string

// In returns the variables that the grammar, a pointer to a struct, names. The others are not worked out:
// kong searches all of them once for each flag.
func (v Vars) In(grammar any) kong.Vars {
	tags := tagsOf(reflect.TypeOf(grammar).Elem())
	used := kong.Vars{}
	for name, value := range v {
		if strings.Contains(tags, "${"+name+"}") {
			used[name] = value()
		}
	}
	return used
}

// tagsOf returns the tags of all fields of a struct, and of the structs in it.
func tagsOf(t reflect.Type) string {
	tags := ""
	for i := range t.NumField() {
		field := t.Field(i)
		tags += string(field.Tag)
		if field.Type.Kind() == reflect.Struct {
			tags += tagsOf(field.Type)
		}
	}
	return tags
}

// VersionFlag is a flag that prints the name of the program and its version.
type VersionFlag bool

// BeforeReset is called by kong as soon as it sees the flag.
func (VersionFlag) BeforeReset(app *kong.Kong) error {
	_, err := fmt.Fprintln(app.Stdout, app.Model.Name+" "+Version())
	app.Exit(Done)
	return err
}

// Details returns the text that the help of a command ends with, "" if its type has no method Details. kong's
// own method for it, Help, would be called although nobody asks for help.
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

// mapPath makes a path absolute. Unlike kong's own mapper it leaves the word ".." to the
// kernel: behind a symbolic link it leads elsewhere than the words say.
func mapPath(ctx *kong.DecodeContext, target reflect.Value) error {
	var path string
	if err := ctx.Scan.PopValueInto("file", &path); err != nil {
		return err
	}
	switch {
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

// End prints the one error of a program, what to do next where that is known,
// each in one line that is fit for a terminal, and returns the exit code.
func End(stderr io.Writer, program string, err error) int {
	var exited Exited
	switch {
	case err == nil:
		return Done
	case errors.As(err, &exited):
		return int(exited)
	}
	// The system puts paths into its errors as they are.
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

// named returns the grammar with the command that the arguments name, and without all others:
// kong takes milliseconds to build a grammar of 30 commands. Where the arguments name none, or
// ask for help, it is the whole grammar. grammar is a pointer to a struct.
func named(grammar any, args []string) any {
	if len(args) == 0 || slices.Contains(args, "--help") || slices.Contains(args, "-h") {
		return grammar
	}
	var fields []reflect.StructField
	found := false
	for _, field := range reflect.VisibleFields(reflect.TypeOf(grammar).Elem()) {
		_, isCommand := field.Tag.Lookup("cmd")
		wanted := isCommand && commandName(field) == args[0]
		if wanted || !isCommand {
			fields = append(fields, field)
		}
		found = found || wanted
	}
	if !found {
		return grammar
	}
	return reflect.New(reflect.StructOf(fields)).Interface()
}

// commandName is the name that kong gives the command of a field: "pane-icon" for PaneIcon.
func commandName(field reflect.StructField) string {
	if name := field.Tag.Get("name"); name != "" {
		return name
	}
	var b strings.Builder
	for i, r := range field.Name {
		if i > 0 && unicode.IsUpper(r) {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// Version returns the version of the module, as Go has stamped it; "unknown" without a stamp.
func Version() string { return ThisBuild().Version }

// Build is what a program was built from, and for. Go puts it into the program; what it does
// not know is empty.
type Build struct {
	Version  string `json:"version"`
	Commit   string `json:"commit"`
	Date     string `json:"date"`     // of the commit, RFC 3339
	Modified bool   `json:"modified"` // there were changes that were not committed
	Go       string `json:"go"`       // the version of Go
	OS       string `json:"os"`
	Arch     string `json:"arch"`
}

// ThisBuild returns what this program was built from.
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
