package tmuxopt

import (
	"slices"
	"strings"
)

// Format is an expression over the options of a pane. String is the tmux format, Eval is what tmux 3.2 and
// later expand it to.
//
// Foreign text may enter a Format only through [Get]: tmux expands the value of an option only once, so the
// value can be neither a format nor a command.
type Format interface {
	String() string
	Eval(Options) string
}

// Lit is constant text: our own words, digits, and what [ID] and [Word] return.
type Lit string

// String escapes the characters that would end an argument of a format.
func (l Lit) String() string {
	if !strings.ContainsAny(string(l), "#,}") {
		return string(l) // nearly always; building a Replacer is expensive
	}
	return strings.NewReplacer("#", "##", ",", "#,", "}", "#}").Replace(string(l))
}

// Eval returns the text.
func (l Lit) Eval(Options) string { return string(l) }

// Get reads an option of the pane.
type Get Option

func (g Get) String() string { return "#{" + string(g) + "}" }

// Eval returns the option's value.
func (g Get) Eval(o Options) string { return o[Option(g)] }

// If is then where cond is true, else otherwise. Empty text and "0" are false.
func If(cond, then, otherwise Format) Format {
	if constant, ok := cond.(Lit); ok { // tmux would take "1" for the name of an option
		if True(constant, nil) {
			return then
		}
		return otherwise
	}
	return choice{cond, then, otherwise}
}

type choice struct{ cond, then, otherwise Format }

// Both branches are always written: older versions print garbage without them. An option is written without
// "#{}", for which the server takes less time.
func (f choice) String() string {
	cond := f.cond.String()
	if option, ok := f.cond.(Get); ok {
		cond = string(option)
	}
	return "#{?" + cond + "," + f.then.String() + "," + f.otherwise.String() + "}"
}

func (f choice) Eval(o Options) string {
	if True(f.cond, o) {
		return f.then.Eval(o)
	}
	return f.otherwise.Eval(o)
}

// Eq is true where both texts are the same.
func Eq(a, b Format) Format { return equal{a, b} }

// Is is true where the option has that value.
func Is(o Option, value string) Format { return Eq(Get(o), Lit(value)) }

// IsOneOf is true where the option, a single word without wildcards, is one of these words, at least one.
func IsOneOf(o Option, words ...string) Format { return member{o, words} }

type member struct {
	option Option
	words  []string
}

func (f member) String() string {
	return "#{m:* #{" + string(f.option) + "} *, " + Lit(strings.Join(f.words, " ")).String() + " }"
}

func (f member) Eval(o Options) string { return formatBool(slices.Contains(f.words, o[f.option])) }

type equal struct{ a, b Format }

func (f equal) String() string { return "#{==:" + f.a.String() + "," + f.b.String() + "}" }

func (f equal) Eval(o Options) string { return formatBool(f.a.Eval(o) == f.b.Eval(o)) }

// Differ is true where both texts are not the same.
func Differ(a, b Format) Format { return different{a, b} }

type different struct{ a, b Format }

func (f different) String() string { return "#{!=:" + f.a.String() + "," + f.b.String() + "}" }

func (f different) Eval(o Options) string { return formatBool(f.a.Eval(o) != f.b.Eval(o)) }

// Or is b where a is not true. tmux evaluates b only then; with "#{||:…}" it would evaluate both.
func Or(a, b Format) Format { return If(a, Lit("1"), b) }

// And is b where a is true.
func And(a, b Format) Format { return If(a, b, Lit("")) }

// Not is true where a is false.
func Not(a Format) Format { return If(a, Lit(""), Lit("1")) }

// Concat joins formats.
func Concat(parts ...Format) Format { return joined(parts) }

type joined []Format

func (f joined) String() string {
	var b strings.Builder
	for _, part := range f {
		b.WriteString(part.String())
	}
	return b.String()
}

func (f joined) Eval(o Options) string {
	var b strings.Builder
	for _, part := range f {
		b.WriteString(part.Eval(o))
	}
	return b.String()
}

// True reports whether tmux would take the format for true in that pane.
func True(f Format, o Options) bool {
	v := f.Eval(o)
	return v != "" && v != "0"
}

// get is the format of an option, for formats that are written as text.
func get(o Option) string { return Get(o).String() }

func formatBool(b bool) string {
	if b {
		return "1"
	}
	return "0"
}

// digits reports whether a text is a number of at most 20 digits.
func digits(s string) bool {
	return s != "" && len(s) <= 20 && strings.Trim(s, "0123456789") == ""
}
