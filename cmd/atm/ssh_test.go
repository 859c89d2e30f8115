package main

import (
	"slices"
	"strings"
	"testing"
)

// TestMarkSSH: options of atm stand first; from the first argument that is none, all are ssh's.
func TestMarkSSH(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, args, want string }{
		{name: "a host", args: "ssh box", want: "ssh -- box"},
		{name: "an option of ssh", args: "ssh -p 22 box", want: "ssh -- -p 22 box"},
		{name: "a value apart", args: "ssh --host name box", want: "ssh --host name -- box"},
		{name: "a value that begins with a dash", args: "ssh --host=-x box", want: "ssh --host=-x -- box"},
		{name: "no value", args: "ssh --install -p 22 box", want: "ssh --install -- -p 22 box"},
		{name: "several", args: "ssh --install --host=a --after 7 box", want: "ssh --install --host=a --after 7 -- box"},
		{name: "the end of ssh's own options", args: "ssh -- box -p 22", want: "ssh -- -- box -p 22"},
		{name: "behind the host all is ssh's", args: "ssh box --install", want: "ssh -- box --install"},
		{name: "help", args: "ssh -h", want: "ssh -h"},
		{name: "the version", args: "ssh --version", want: "ssh --version"},
		{name: "the version of ssh", args: "ssh -V", want: "ssh -- -V"},
	} {
		args := strings.Fields(tt.args)
		if got := markSSH(args); !slices.Equal(got, strings.Fields(tt.want)) {
			t.Errorf("%s: %q", tt.name, got)
		}
	}
}
