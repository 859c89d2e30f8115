package tmuxopt

import (
	"regexp"
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
	name := cond.String()
	if option, ok := cond.(Get); ok { // without "#{}" the server takes less time
		name = string(option)
	}
	// Both branches are always written: older versions print garbage without them.
	return formula{"#{?" + name + "," + then.String() + "," + otherwise.String() + "}", func(o Options) string {
		if True(cond, o) {
			return then.Eval(o)
		}
		return otherwise.Eval(o)
	}}
}

// formula is a format that has been written out, and what tmux expands it to.
type formula struct {
	text string
	eval func(Options) string
}

func (f formula) String() string        { return f.text }
func (f formula) Eval(o Options) string { return f.eval(o) }

// condition is a formula that is true or false.
func condition(text string, isTrue func(Options) bool) Format {
	return formula{text, func(o Options) string { return formatBool(isTrue(o)) }}
}

// Eq is true where both texts are the same.
func Eq(a, b Format) Format {
	return condition("#{==:"+a.String()+","+b.String()+"}", func(o Options) bool { return a.Eval(o) == b.Eval(o) })
}

// Differ is true where both texts are not the same.
func Differ(a, b Format) Format {
	return condition("#{!=:"+a.String()+","+b.String()+"}", func(o Options) bool { return a.Eval(o) != b.Eval(o) })
}

// Is is true where the option has that value.
func Is(o Option, value string) Format { return Eq(Get(o), Lit(value)) }

// IsOneOf is true where the option, a single word without wildcards, is one of these words, at least one.
func IsOneOf(o Option, words ...string) Format {
	return contains(Lit(" "+strings.Join(words, " ")+" "), Concat(Lit(" "), Get(o), Lit(" ")))
}

// contains is true where part, a text without wildcards, is a part of whole.
func contains(whole, part Format) Format {
	return condition("#{m:*"+part.String()+"*,"+whole.String()+"}", func(o Options) bool {
		return strings.Contains(whole.Eval(o), part.Eval(o))
	})
}

// substitute is the value of an option with another text in place of what matches the pattern, an extended
// regular expression without ":" and "|".
func substitute(o Option, pattern, replacement string) Format {
	return formula{"#{s|" + pattern + "|" + replacement + "|:" + string(o) + "}", func(options Options) string {
		return regexp.MustCompilePOSIX(pattern).ReplaceAllString(options[o], replacement)
	}}
}

// Or is b where a is not true. tmux evaluates b only then; with "#{||:…}" it would evaluate both.
func Or(a, b Format) Format { return If(a, Lit("1"), b) }

// And is b where a is true.
func And(a, b Format) Format { return If(a, b, Lit("")) }

// Not is true where a is false.
func Not(a Format) Format { return If(a, Lit(""), Lit("1")) }

// Concat joins formats.
func Concat(parts ...Format) Format {
	join := func(text func(Format) string) string {
		var b strings.Builder
		for _, part := range parts {
			b.WriteString(text(part))
		}
		return b.String()
	}
	return formula{join(Format.String), func(o Options) string {
		return join(func(part Format) string { return part.Eval(o) })
	}}
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
