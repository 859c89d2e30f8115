package pathcodec_test

import (
	"strings"
	"testing"

	"atm/pathcodec"

	"github.com/google/go-cmp/cmp"
)

// The first six rows were measured with Claude Code. The others come from
// node 20, which ran the same rule.
var encodings = []struct {
	name, path, want string
}{
	{
		"punctuation, one dash each",
		"/home/dev/proj/$!@#%^&*()--helloworld!+5_4<>x?.foo",
		"-home-dev-proj-------------helloworld--5-4--x--foo",
	},
	{"accents one dash, emoji two", "/srv/proj/é-日本-🎉dir", "-srv-proj--------dir"},
	{"a newline", "/srv/proj/sp ace/new\nline", "-srv-proj-sp-ace-new-line"},
	{
		"over 200 units, cut inside the second name",
		"/srv/proj/" + strings.Repeat("a", 120) + "/" + strings.Repeat("b", 120),
		"-srv-proj-" + strings.Repeat("a", 120) + "-" + strings.Repeat("b", 69) + "-9g50qs",
	},
	{
		"over 200 units, one name",
		"/" + strings.Repeat("a", 210),
		"-" + strings.Repeat("a", 199) + "-djaaup",
	},
	{"a hidden directory", "/Users/mike/.claude/agents", "-Users-mike--claude-agents"},

	{"the root", "/", "-"},
	{"nothing", "", ""},
	{"quotes", `/a/"b" 'c'`, "-a--b---c-"},
	{"exactly 200 units", "/" + strings.Repeat("a", 199), "-" + strings.Repeat("a", 199)},
	{"201 units", "/" + strings.Repeat("a", 200), "-" + strings.Repeat("a", 199) + "-b6ymvl"},
	{
		"units are counted, not bytes",
		"/srv/" + strings.Repeat("é", 195),
		"-srv-" + strings.Repeat("-", 195),
	},
	{
		"an emoji cut in half",
		"/srv/" + strings.Repeat("🎉", 100) + "end",
		"-srv-" + strings.Repeat("-", 195) + "-lc4a00",
	},
	{
		"the hash is that of the path, not of the dashes", "/srv/" + strings.Repeat("é", 196),
		"-srv-" + strings.Repeat("-", 195) + "-5211fd",
	},
	{
		"the hash is the smallest int32, which has no absolute value",
		"/srv/" + strings.Repeat("m", 200) + "adtzfcwj",
		"-srv-" + strings.Repeat("m", 195) + "-zik0zk",
	},

	{"not UTF-8: a stray byte", "/a\xff", "-a-"},
	{"not UTF-8: a rune cut short is one unit", "/\xe2\x82A", "--A"},
	{"not UTF-8: cut short at the end", "/\xf0\x9f\x8e", "--"},
	{"not UTF-8: an overlong form", "/\xc0\xaf.\xe0\x80.\xf0\x80\x80\x80", "---" + "-" + "--" + "-" + "----"},
	{"not UTF-8: a surrogate", "/\xed\xa0\x80", "----"},
	{"not UTF-8: past the last rune", "/\xf4\x90\x80\x80", "-----"},
	{"not UTF-8: one cut short by another, then an emoji", "/\xf0\x9f\xe2\x82A\xe2\xf0\x9f\x8e\x89",
		"---A---"},
	{"a real U+FFFD", "/\uFFFD", "--"},
}

func TestEncode(t *testing.T) {
	t.Parallel()
	for _, tt := range encodings {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, pathcodec.Encode(tt.path)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestEncodeAmbiguous(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"/a/b-c", "/a/b_c", "/a/b.c", "/a/b/c"} {
		if diff := cmp.Diff("-a-b-c", pathcodec.Encode(path)); diff != "" {
			t.Errorf("%s: %s", path, diff)
		}
	}
}
