package pathcodec_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"atm/pathcodec"
)

var wellFormed = regexp.MustCompile(`^[A-Za-z0-9-]*$`)

// A name consists of [A-Za-z0-9-], is at most 207 units long, and one without a
// hash is its own encoding. What Go and JavaScript decode alike also agrees with
// the rule as it is written down for JavaScript.
func FuzzEncode(f *testing.F) {
	for _, tt := range encodings {
		f.Add(tt.path)
	}
	f.Fuzz(func(t *testing.T, path string) {
		name := pathcodec.Encode(path)
		if !wellFormed.MatchString(name) || len(name) > 207 {
			t.Errorf("Encode(%q) = %q", path, name)
		}
		if again := pathcodec.Encode(name); len(name) <= 200 && again != name {
			t.Errorf("Encode(%q) = %q, and again %q", path, name, again)
		}
		if want := plainEncode(path); utf8.ValidString(path) && name != want {
			t.Errorf("Encode(%q) = %q, want %q", path, name, want)
		}
	})
}

var other = regexp.MustCompile(`[^a-zA-Z0-9]`)

// plainEncode is the rule, step by step.
func plainEncode(path string) string {
	units := utf16.Encode([]rune(path))
	var hash int64
	var one []rune
	for _, u := range units {
		hash = int64(int32(hash*31 + int64(u)))
		one = append(one, rune(min(u, 0x7F))) // 0x7F is no letter either
	}
	name := other.ReplaceAllString(string(one), "-")
	if len(units) <= 200 {
		return name
	}
	return name[:200] + "-" + strings.TrimPrefix(strconv.FormatInt(hash, 36), "-")
}
