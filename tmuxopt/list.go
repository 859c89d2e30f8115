package tmuxopt

import (
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
func Without(list Option, key string) Format { return without(list, key+"=") }

// WithoutOwner is a list option without the entries whose key begins with owner and a dot.
func WithoutOwner(list Option, owner string) Format { return without(list, owner+".") }

// without is a list option without the entries that begin so.
func without(list Option, beginning string) Format {
	return substitute(list, " "+literally(beginning)+"[^ ]*", "")
}

// literally writes a key as a part of a pattern. The dot is the only special character that a key may have.
func literally(key string) string { return strings.ReplaceAll(key, ".", `\.`) }

// With is a list option with that entry once, at its end.
func With(list Option, e Entry) Format {
	return Concat(Without(list, e.Key), Lit(e.String()))
}

// After is the part of a list option after the entry with that key; the whole list if there is no such
// entry.
func After(list Option, key string) Format {
	return substitute(list, ".* "+literally(key)+"=[^ ]*", "")
}

// Has is true where the list option has an entry with that key.
func Has(list Option, key string) Format { return contains(Get(list), Lit(" "+key+"=")) }

// HasEntry is true where the list option has exactly that entry.
func HasEntry(list Option, e Entry) Format {
	return contains(Concat(Get(list), Lit(" ")), Lit(e.String()+" "))
}

// hasKeyIn is true where the list option has an entry whose key is the value of another option.
func hasKeyIn(list, key Option) Format {
	return contains(Get(list), Concat(Lit(" "), Get(key), Lit("=")))
}

// lastWord is the word of the last entry of a list option.
func lastWord(list Option) Format { return substitute(list, ".*=", "") }

// Hyphenated is the entries of a list option whose keys contain a "-".
func Hyphenated(list Option) Format { return substitute(list, " [^- =]*=[^ ]*", "") }

// count is the number of entries of a list option; if except is set, entries with that word do not count.
func count(list Option, except string) Format {
	text := "#{s|[^=]||;n:" + string(list) + "}"
	if except != "" {
		text = "#{s| [^ =]*=" + except + "||;s|[^=]||;n:" + string(list) + "}"
	}
	return formula{text, func(o Options) string {
		n := 0
		for _, entry := range Entries(o[list]) {
			if except == "" || entry.Word != except {
				n++
			}
		}
		return strconv.Itoa(n)
	}}
}

// shorter is true where an option has fewer bytes than the limit.
func shorter(option Option, limit int) Format {
	return condition("#{e|<:#{n:"+string(option)+"},"+strconv.Itoa(limit)+"}", func(o Options) bool {
		return len(o[option]) < limit
	})
}

// lists is true where an option, which people write with blanks or commas, contains a word of [A-Za-z0-9_-].
func lists(option Option, word string) Format {
	blanks := substitute(option, ",", " ")
	return contains(Concat(Lit(" "), blanks, Lit(" ")), Lit(" "+word+" "))
}
