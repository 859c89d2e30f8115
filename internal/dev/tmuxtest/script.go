package tmuxtest

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// Scripts runs testscript's scripts, each in pane %0 of a private tmux server,
// which p.Setup and p.Cmds find as the value "tmux". Beyond testscript's own
// commands and those of p they know
//
//	tmux ARGS...          a tmux command for that server
//	until REGEXP ARGS...  the same, again and again until its output matches
//	dialog FILE ARGS...   a command on a terminal, see there
//	contain ARGS...       a command in a pid namespace of its own, where [container] is true
//	hosts NAME...         other hosts, each with a tmux server; NAME=dead never answers, NAME=gone is not there
//	far NAME ARGS...      a tmux command for the server of that host
//	cut NAME              all connections to that host are lost
func Scripts(t *testing.T, p testscript.Params) {
	t.Helper()
	setup := p.Setup
	p.Setup = func(env *testscript.Env) error {
		tmux := Start(env.T().(testing.TB))
		env.Vars = append(env.Vars, tmux.Vars("%0")...)
		env.Vars = append(env.Vars, "SOCKET="+tmux.Socket, "SERVER="+tmux.PID)
		env.Setenv("PATH", tmux.bin()+string(os.PathListSeparator)+env.Getenv("PATH"))
		env.Values["tmux"] = tmux
		if setup == nil {
			return nil
		}
		return setup(env)
	}
	cmds := map[string]func(*testscript.TestScript, bool, []string){
		"tmux": runTmux, "until": until, "dialog": dialog, "contain": contain,
		"hosts": addHosts, "far": runFar, "cut": cut,
	}
	for name, cmd := range p.Cmds {
		cmds[name] = cmd
	}
	p.Cmds = cmds
	condition := p.Condition
	p.Condition = func(name string) (bool, error) {
		switch {
		case name == "container":
			return contains(), nil
		case condition != nil:
			return condition(name)
		}
		return false, fmt.Errorf("condition %q: no such condition", name)
	}
	p.RequireExplicitExec, p.RequireUniqueNames = true, true
	testscript.Run(t, p)
}

func runTmux(ts *testscript.TestScript, neg bool, args []string) {
	tmux := ts.Value("tmux").(*Server)
	if err := ts.Exec(tmux.Binary, append([]string{"-u", "-S", tmux.Socket},
		args...)...); (err != nil) != neg {
		ts.Fatalf("tmux %q: %v", args, err)
	}
}

// addHosts adds hosts. $ME is who one is over there, and $NAME is where commands find the server of
// that name, as $TMUX.
func addHosts(ts *testscript.TestScript, _ bool, args []string) {
	own := ts.Value("tmux").(*Server)
	hosts := NewHosts(own.tb)
	own.hosts = hosts
	for _, arg := range args {
		switch name, kind, _ := strings.Cut(arg, "="); kind {
		case "dead":
			hosts.AddDead(name)
		case "gone":
			hosts.AddGone(name)
		default:
			server := Start(own.tb)
			hosts.Add(name, server)
			ts.Setenv(name, server.Socket+","+server.PID+",0")
		}
	}
	ts.Setenv("ME", hosts.User)
	ts.Setenv("PATH", hosts.Bin+":"+ts.Getenv("PATH"))
}

func runFar(ts *testscript.TestScript, neg bool, args []string) {
	server := ts.Value("tmux").(*Server).hosts.servers[args[0]]
	if err := ts.Exec(server.Binary, append([]string{"-u", "-S", server.Socket},
		args[1:]...)...); (err != nil) != neg {
		ts.Fatalf("tmux %q: %v", args, err)
	}
}

func cut(ts *testscript.TestScript, _ bool, args []string) {
	ts.Value("tmux").(*Server).hosts.Cut(args[0])
}

func until(ts *testscript.TestScript, _ bool, args []string) {
	tmux := ts.Value("tmux").(*Server)
	want := regexp.MustCompile(args[0])
	tmux.Until(fmt.Sprintf("%q prints %q", args[1:], args[0]), func() bool {
		return want.MatchString(tmux.Tmux(args[1:]...))
	})
}
