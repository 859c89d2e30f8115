package tmuxopt

import (
	"slices"
	"strconv"
	"strings"
)

// A list option holds entries of the form " key=word", each with its leading blank: so one substitution
// removes an entry, without reading the list first. Keys and words consist of [A-Za-z0-9_.-].

// Entry is one element of a list option.
type Entry struct{ Key, Word string }

func (e Entry) String() string { return " " + e.Key + "=" + e.Word }

// Entries returns the elements of a list option's value.
func Entries(value string) []Entry {
	var list []Entry
	for field := range strings.FieldsSeq(value) {
		key, word, _ := strings.Cut(field, "=")
		list = append(list, Entry{key, word})
	}
	return list
}

// List returns the value of a list option with these entries; those that do not fit into a batch are left
// out.
func List(entries []Entry) string {
	var b strings.Builder
	for _, e := range entries {
		if s := e.String(); b.Len()+len(s) <= maxList {
			b.WriteString(s)
		}
	}
	return b.String()
}

// Without is a list option without the entry with that key.
func Without(list Option, key string) Format { return without{list, key, "="} }

// WithoutOwner is a list option without the entries whose key begins with owner and a dot.
func WithoutOwner(list Option, owner string) Format { return without{list, owner, "."} }

// With is a list option with that entry once, at its end.
func With(list Option, e Entry) Format {
	return Concat(Without(list, e.Key), Lit(e.String()))
}

// After is the part of a list option after the entry with that key; the whole list if there is no such
// entry.
func After(list Option, key string) Format { return textAfter{list, key} }

// Has is true where the list option has an entry with that key.
func Has(list Option, key string) Format { return has{list, key} }

// HasEntry is true where the list option has exactly that entry.
func HasEntry(list Option, e Entry) Format { return hasEntry{list, e} }

// hasKeyIn is true where the list option has an entry whose key is the value of another option.
type hasKeyIn struct{ list, key Option }

func (f hasKeyIn) String() string {
	return "#{m:* " + get(f.key) + "=*," + get(f.list) + "}"
}

func (f hasKeyIn) Eval(o Options) string {
	return formatBool(strings.Contains(o[f.list], " "+o[f.key]+"="))
}

type hasEntry struct {
	list  Option
	entry Entry
}

func (f hasEntry) String() string { return "#{m:*" + f.entry.String() + " *," + get(f.list) + " }" }

func (f hasEntry) Eval(o Options) string {
	return formatBool(strings.Contains(o[f.list]+" ", f.entry.String()+" "))
}

// lastWord is the word of the last entry of a list option.
type lastWord struct{ list Option }

func (f lastWord) String() string { return "#{s|.*=||:" + string(f.list) + "}" }

func (f lastWord) Eval(o Options) string {
	value := o[f.list]
	return value[strings.LastIndex(value, "=")+1:]
}

type without struct {
	list Option
	key  string
	end  string // what follows the key: "=", or "." for all of an owner's
}

// The pattern is an extended regular expression. The dot is the only special character that a key may have.
// A ":", which would end the modifier, cannot occur.
func (f without) String() string {
	pattern := strings.ReplaceAll(f.key+f.end, ".", `\.`)
	return "#{s| " + pattern + "[^ ]*||:" + string(f.list) + "}"
}

// Eval substitutes as tmux does, also in a value that is not a list.
func (f without) Eval(o Options) string {
	var b strings.Builder
	rest := o[f.list]
	for {
		before, after, found := strings.Cut(rest, " "+f.key+f.end)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		rest = strings.TrimLeftFunc(after, func(r rune) bool { return r != ' ' })
	}
}

type textAfter struct {
	list Option
	key  string
}

func (f textAfter) String() string {
	return "#{s|.* " + strings.ReplaceAll(f.key, ".", `\.`) + "=[^ ]*||:" + string(f.list) + "}"
}

func (f textAfter) Eval(o Options) string {
	value := o[f.list]
	begin := strings.LastIndex(value, " "+f.key+"=")
	if begin < 0 {
		return value
	}
	_, rest, found := strings.Cut(value[begin+1:], " ")
	if !found {
		return ""
	}
	return " " + rest
}

// Hyphenated is the entries of a list option whose keys contain a "-".
func Hyphenated(list Option) Format { return hyphenated{list} }

type hyphenated struct{ list Option }

func (f hyphenated) String() string { return "#{s| [^- =]*=[^ ]*||:" + string(f.list) + "}" }

func (f hyphenated) Eval(o Options) string {
	var kept []Entry
	for _, e := range Entries(o[f.list]) {
		if strings.Contains(e.Key, "-") {
			kept = append(kept, e)
		}
	}
	return List(kept)
}

type has struct {
	list Option
	key  string
}

func (f has) String() string { return "#{m:* " + f.key + "=*," + Get(f.list).String() + "}" }

func (f has) Eval(o Options) string { return formatBool(strings.Contains(o[f.list], " "+f.key+"=")) }

// count is the number of entries of a list option; if except is set, entries with that word do not count.
type count struct {
	list   Option
	except string
}

func (f count) String() string {
	if f.except == "" {
		return "#{s|[^=]||;n:" + string(f.list) + "}"
	}
	return "#{s| [^ =]*=" + f.except + "||;s|[^=]||;n:" + string(f.list) + "}"
}

func (f count) Eval(o Options) string {
	n := 0
	for _, entry := range Entries(o[f.list]) {
		if f.except == "" || entry.Word != f.except {
			n++
		}
	}
	return strconv.Itoa(n)
}

// shorter is true where an option has fewer bytes than the limit.
type shorter struct {
	option Option
	bytes  int
}

func (f shorter) String() string {
	return "#{e|<:#{n:" + string(f.option) + "}," + strconv.Itoa(f.bytes) + "}"
}

func (f shorter) Eval(o Options) string { return formatBool(len(o[f.option]) < f.bytes) }

// lists is true where an option, which people write with blanks or commas, contains a word of [A-Za-z0-9_-].
type lists struct {
	option Option
	word   string
}

func (f lists) String() string {
	return "#{m:* " + f.word + " *, #{s|,| |:" + string(f.option) + "} }"
}

func (f lists) Eval(o Options) string { return formatBool(slices.Contains(Words(o[f.option]), f.word)) }
