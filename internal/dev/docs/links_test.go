package docs

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
)

// link is a link of a document to something in the repository.
type link struct {
	file   string // relative to the repository
	anchor string // "" = the whole file
}

// linkTarget matches the target of a Markdown link or picture.
var linkTarget = regexp.MustCompile(`\]\(([^()\s]+)\)`)

// codeSpan matches code within a line.
var codeSpan = regexp.MustCompile("`[^`\n]*`")

// TestLinks: every relative link of a document leads to a file of the repository, and
// its anchor to a heading.
func TestLinks(t *testing.T) {
	t.Parallel()
	found := false
	for _, name := range documents(t) {
		for _, l := range links(name, document(t, name)) {
			found = true
			if _, err := os.Stat(filepath.Join(root, l.file)); err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if l.anchor != "" && !slices.Contains(anchors(document(t, l.file)), l.anchor) {
				t.Errorf("%s: %s has no heading for #%s", name, l.file, l.anchor)
			}
		}
	}
	if !found {
		t.Error("no links")
	}
}

// TestEveryDocumentIsFound: the README leads to each document, and each leads back.
func TestEveryDocumentIsFound(t *testing.T) {
	t.Parallel()
	leadsTo := func(name string) []string {
		var files []string
		for _, l := range links(name, document(t, name)) {
			files = append(files, l.file)
		}
		return files
	}
	fromReadme := leadsTo(readme)
	for _, name := range documents(t) {
		if path.Dir(name) != "docs" {
			continue
		}
		if !slices.Contains(fromReadme, name) {
			t.Errorf("%s: the README does not lead there", name)
		}
		if !slices.Contains(leadsTo(name), readme) {
			t.Errorf("%s: no link back to the README", name)
		}
	}
}

// TestLinkRules holds the tests above to how GitHub reads Markdown.
func TestLinkRules(t *testing.T) {
	t.Parallel()
	text := "# What it does: `a` & b_c\n" +
		"[x](docs/a.md#b) ![y](z.svg) [web](https://example.org) `[no](code.md)`\n" +
		"```sh\n# no heading [no](block.md)\n```\n" +
		"## Twice\n## Twice\n[here](#twice-1)\n"
	wantLinks := []link{
		{file: "d/docs/a.md", anchor: "b"},
		{file: "d/z.svg"},
		{file: "d/x.md", anchor: "twice-1"},
	}
	if diff := cmp.Diff(wantLinks, links("d/x.md", text), cmp.AllowUnexported(link{})); diff != "" {
		t.Errorf("links (-want +got):\n%s", diff)
	}
	wantAnchors := []string{"what-it-does-a--b_c", "twice", "twice-1"}
	if diff := cmp.Diff(wantAnchors, anchors(text)); diff != "" {
		t.Errorf("anchors (-want +got):\n%s", diff)
	}
}

// links returns the links of a document into the repository.
func links(name, text string) []link {
	var found []link
	for _, line := range prose(text) {
		for _, match := range linkTarget.FindAllStringSubmatch(codeSpan.ReplaceAllString(line, ""), -1) {
			if strings.Contains(match[1], "://") {
				continue
			}
			file, anchor, _ := strings.Cut(match[1], "#")
			if file == "" {
				file = name
			} else {
				file = path.Join(path.Dir(name), file)
			}
			found = append(found, link{file: file, anchor: anchor})
		}
	}
	return found
}

// anchors returns what GitHub makes of the headings of a document.
func anchors(text string) []string {
	var found []string
	times := map[string]int{}
	for _, line := range prose(text) {
		title := strings.TrimLeft(line, "#")
		if title == line || !strings.HasPrefix(title, " ") {
			continue
		}
		slug := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r):
				return unicode.ToLower(r)
			}
			return -1
		}, strings.TrimSpace(title))
		if n := times[slug]; n > 0 {
			found = append(found, slug+"-"+string(rune('0'+n)))
		} else {
			found = append(found, slug)
		}
		times[slug]++
	}
	return found
}

// prose returns the lines of a document that are not in a block of code.
func prose(text string) []string {
	var lines []string
	code := false
	for line := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			code = !code
		} else if !code {
			lines = append(lines, strings.TrimSuffix(line, "\n"))
		}
	}
	return lines
}
