package statusline

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestObject: the end of the object is found wherever the bytes are cut.
func TestObject(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text string
		state      objectState
		want       string
	}{
		{"an object", `{"a":1}`, whole, `{"a":1}`},
		{"white space around it", " \r\n\t{} \n", whole, " \r\n\t{}"},
		{"something behind it", `{}{"b":2}]`, whole, `{}`},
		{"braces in a string", `{"a":"}{]["}`, whole, `{"a":"}{]["}`},
		{"quotes in a string", `{"a":"\"}\\"}x`, whole, `{"a":"\"}\\"}`},
		{"objects and lists in it", `{"a":[{"b":{}},[]]}x`, whole, `{"a":[{"b":{}},[]]}`},
		{"half of it", `{"a":{}`, partial, `{"a":{}`},
		{"half of a string", `{"a":"}`, partial, `{"a":"}`},
		{"nothing", "", partial, ""},
		{"a list", `[{}]`, hopeless, ""},
		{"a string", `"{}"`, hopeless, ""},
		{"words", "hello {}", hopeless, ""},
		{"too large", `{"a":"` + strings.Repeat("x", maxJSON) + `"}`, hopeless, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for _, size := range []int{1, 3, 1 << 16} {
				var o object
				for rest := []byte(tt.text); len(rest) > 0; rest = rest[min(size, len(rest)):] {
					o.add(rest[:min(size, len(rest))])
				}
				if diff := cmp.Diff(tt.want, string(o.text)); diff != "" || o.state != tt.state {
					t.Errorf("in pieces of %d: state %d, want %d (-want +got):\n%s", size, o.state, tt.state, diff)
				}
			}
		})
	}
}
