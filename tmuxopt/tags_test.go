package tmuxopt

import (
	"strings"
	"testing"
)

func TestTag(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name        string
		tags        string
		add, remove []string
		want        string
		isError     bool
	}{
		{name: "the first ones", add: []string{"review", "urgent"}, want: "review urgent"},
		{name: "one that is there", tags: "review", add: []string{"review"}, want: "review"},
		{name: "one goes, one comes", tags: "a b", add: []string{"c"}, remove: []string{"a"}, want: "b c"},
		{name: "one that is not there", tags: "a", remove: []string{"b"}, want: "a"},
		{name: "all go", tags: "a b", remove: []string{"all"}},
		{name: "nothing changes what another program has set", tags: " a  \x1bb ", want: "a \ufffdb"},
		{name: "two words are no tag", add: []string{"two words"}, isError: true},
		{name: "no word is no tag", add: []string{""}, isError: true},
		{name: "a terminal would obey it", add: []string{"\x1b[31m"}, isError: true},
		{name: "no flag can name it", add: []string{"a,b"}, isError: true},
		{name: "an old one with a comma goes", tags: "a,b c", remove: []string{"a,b"}, want: "c"},
		{name: "all is no tag", add: []string{"all"}, isError: true},
		{name: "too long", add: []string{strings.Repeat("x", 201)}, isError: true},
	} {
		got, err := Tag(test.tags, test.add, test.remove)
		if (err != nil) != test.isError || got != test.want {
			t.Errorf("%s: %q, %v; want %q", test.name, got, err, test.want)
		}
	}
}
