package tmuxopt

import (
	"fmt"
	"slices"
	"strings"
)

// allTags means every tag when tags are removed.
const allTags = "all"

// maxTags is how many bytes a value of [Tags] may have.
const maxTags = 200

// Tag returns the tags of a pane, as [Tags] holds them, with some added and some removed; "all" removes
// every tag. It is an error if a tag is not a word, an added one has a comma, or there are too many.
func Tag(tags string, add, remove []string) (string, error) {
	list := strings.Fields(Text(tags))
	for _, tag := range slices.Concat(add, remove) {
		if tag == "" || Text(tag) != tag || strings.ContainsRune(tag, ' ') {
			return "", fmt.Errorf("%q is no tag: a tag is one word", Text(tag))
		}
	}
	for _, tag := range add {
		switch {
		case strings.Contains(tag, ","):
			return "", fmt.Errorf("%q is no tag: a comma separates the tags of a flag", tag)
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
