package tmuxopt

import (
	"fmt"
	"slices"
	"strings"
)

// allTags stands for every tag where tags are taken away.
const allTags = "all"

// maxTags is how long a value of [Tags] may be, in bytes.
const maxTags = 200

// Tag returns the tags of a pane, as [Tags] holds them, with some more, and without others; "all" takes every one
// away. It is an error if one is no word, or there are too many.
func Tag(tags string, add, remove []string) (string, error) {
	list := strings.Fields(Text(tags))
	for _, tag := range slices.Concat(add, remove) {
		if tag == "" || Text(tag) != tag || strings.ContainsRune(tag, ' ') {
			return "", fmt.Errorf("%q is no tag: a tag is one word", Text(tag))
		}
	}
	for _, tag := range add {
		switch {
		case tag == allTags:
			return "", fmt.Errorf("a tag can't be called %q", tag)
		case !slices.Contains(list, tag):
			list = append(list, tag)
		}
	}
	list = slices.DeleteFunc(list, func(tag string) bool {
		return slices.Contains(remove, tag) || slices.Contains(remove, allTags)
	})
	text := strings.Join(list, " ")
	if len(text) > maxTags {
		return "", fmt.Errorf("the tags are longer than %d bytes", maxTags)
	}
	return text, nil
}
