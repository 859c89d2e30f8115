package ssh_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atm/internal/sys/ssh"
)

// TestParse lists how ssh reads its arguments.
func TestParse(t *testing.T) {
	t.Parallel()
	option := func(letter byte, value string) ssh.Option { return ssh.Option{Letter: letter, Value: value} }
	for _, tt := range []struct {
		name    string
		args    string
		want    ssh.Arguments
		wantErr bool
		session bool
	}{
		{name: "a host", args: "box", want: ssh.Arguments{Host: "box"}, session: true},
		{
			name: "options with values, apart and together", session: true,
			args: "-p 22 -l me -vAJbastion box ls -l",
			want: ssh.Arguments{
				Options: []ssh.Option{
					option('p', "22"), option('l', "me"), option('v', ""), option('A', ""), option('J', "bastion"),
				},
				Host: "box", Command: []string{"ls", "-l"},
			},
		},
		{
			name: "options behind the host", args: "box -t -- -x", session: true,
			want: ssh.Arguments{Options: []ssh.Option{option('t', "")}, Host: "box", Command: []string{"-x"}},
		},
		{
			name: "no options behind the host where they have ended before it", args: "-v -- box -p 99", session: true,
			want: ssh.Arguments{
				Options: []ssh.Option{option('v', "")}, Host: "box", Command: []string{"-p", "99"},
			},
		},
		{
			name: "no session", args: "-N box",
			want: ssh.Arguments{Options: []ssh.Option{option('N', "")}, Host: "box"},
		},
		{
			name: "the version, without a host", args: "-V",
			want: ssh.Arguments{Options: []ssh.Option{option('V', "")}},
		},
		{name: "no host", args: "-v", wantErr: true},
		{name: "nothing", wantErr: true},
		{name: "an option without its value", args: "box -p", wantErr: true},
	} {
		got, err := ssh.Parse(strings.Fields(tt.args))
		if (err != nil) != tt.wantErr {
			t.Errorf("%s: error %v", tt.name, err)
		}
		if err != nil {
			continue
		}
		if len(got.Command) == 0 {
			got.Command = nil
		}
		if diff := cmp.Diff(tt.want, got); diff != "" || got.Session() != tt.session {
			t.Errorf("%s: session %v (-want +got):\n%s", tt.name, got.Session(), diff)
		}
	}
}

// TestRoute: options that are needed to reach a host stay, forwardings do not.
func TestRoute(t *testing.T) {
	t.Parallel()
	const args = "-tt -p 22 -L 1:a:2 -o User=me -o RemoteForward=/a:/b -J bastion -F file -b 127.0.0.5 -B lo " +
		"-I lib.so -c aes -m mac box ls"
	parsed, err := ssh.Parse(strings.Fields(args))
	if err != nil {
		t.Fatal(err)
	}
	const route = "-p 22 -o User=me -J bastion -F file -b 127.0.0.5 -B lo -I lib.so -c aes -m mac"
	const instead = "-T -o RemoteCommand=none -o ClearAllForwardings=yes "
	for want, got := range map[string][]string{
		route + " -O cancel -R /far:/near -- box": parsed.Cancel(ssh.Forward{Remote: "/far", Local: "/near"}),
		instead + route + " -- box uname":         parsed.Instead("-T", "uname"),
	} {
		if diff := cmp.Diff(strings.Fields(want), got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

// loginShells are common login shells.
var loginShells = []string{"sh", "bash", "dash", "zsh", "fish", "tcsh", "csh", "ksh"}

// TestShell: every login shell passes any text unchanged.
func TestShell(t *testing.T) {
	t.Parallel()
	args := []string{
		"", "plain", "two words", "it's", `a "quote"`, `back\slash \\ \' \n end\`,
		"!! !x it!", "$HOME `id` $(id) ${x}",
		"* ? [a] {a,b} ~ # & ; | < > ( ) ^ % = -", "-n",
		"ü 東 \x7f \t", "two\nlines\n", "'", "''''", `\`, "!", "&&!\\'",
	}
	for _, shell := range loginShells {
		path, err := exec.LookPath(shell)
		if err != nil {
			t.Logf("there is no %s", shell)
			continue
		}
		t.Run(shell, func(t *testing.T) {
			t.Parallel()
			script := `for a; do printf "%s." "$a" | tr "\001" "\n"; printf "\000"; done; echo "it's \$1 !"`
			out, err := exec.Command(path, "-c", ssh.Shell(script, args...)).CombinedOutput()
			want := strings.Join(args, ".\x00") + ".\x00it's $1 !\n"
			if diff := cmp.Diff(want, string(out)); diff != "" || err != nil {
				t.Errorf("error %v (-want +got):\n%s", err, diff)
			}
		})
	}
}

// TestPlain lists paths of sockets for a forwarding.
func TestPlain(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]bool{
		"/run/user/1000/atm/123/gate": true, "/tmp/a-b_c.d": true, "relative": false, "": false,
		"/a:b": false, "/a b": false, "/a%h": false, "/${HOME}/a": false, `/a\b`: false,
	} {
		if got := ssh.Plain(path); got != want {
			t.Errorf("%q: %v", path, got)
		}
	}
}

// TestForwards: forwardings other than that of a gate.
func TestForwards(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		args, settings string
		want           bool
	}{
		{args: "-A -p 22 box", settings: "forwardagent no\nexitonforwardfailure yes\nclearallforwardings no\n"},
		{args: "-L 1:localhost:2 box", want: true},
		{args: "-R1:localhost:2 box", want: true},
		{args: "-oDynamicForward=1 box", want: true},
		{args: "box", settings: "user me\nlocalforward 1 [localhost]:2\n", want: true},
		{args: "box", settings: "remoteforward 1 [localhost]:2\n", want: true},
	} {
		args, err := ssh.Parse(strings.Fields(tt.args))
		if err != nil {
			t.Fatal(err)
		}
		if got := args.Forwards() || ssh.ParseSettings(tt.settings).Forwards(); got != tt.want {
			t.Errorf("%q with %q forwards: %t", tt.args, tt.settings, got)
		}
	}
}

// TestSettings: the output of ssh -G.
func TestSettings(t *testing.T) {
	t.Parallel()
	s := ssh.ParseSettings("user me\ncontrolpath /x y\nremotecommand none\nrequesttty no\n")
	none := s.Is("remotecommand") || s.Is("requesttty") || s.Is("x")
	if s["controlpath"] != "/x y" || !s.Is("controlpath") || none {
		t.Errorf("%v", s)
	}
}
