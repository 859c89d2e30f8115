package e2e

import (
	"cmp"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"atm/internal/dev/trace"
)

// command is a command of the scripts, with the least arguments that it takes.
type command struct {
	args int
	do   func(st *stage, ts *testscript.TestScript, args []string)
}

// commands are what the scripts know beyond testscript's own commands and those
// of tmuxtest.
//
//	pane NAME [beside NAME]  opens a pane with a shell; $NAME is its id
//	client NAME ARGS...      starts a client in a pane, which it opens if need be
//	say NAME TEXT            types a line
//	keys NAME KEY...         presses keys
//	sees NAME REGEXP         waits until the screen matches
//	choose NAME TEXT         takes the choice of a dialog that begins so
//	press NAME KEY REGEXP    presses a key until the screen matches no more
//	state NAME STATE         waits until the registry says so, and wants the pane to agree
//	session NAME VAR         waits until the pane names a new session of the client
//	hostile DIRECTORY NUMBER writes so many texts of [hostileTexts] into files
//	asked NAME DIRECTORY     wants what the files hold to be the first prompts of the session
//	called WHO TEXT REGEXP   wants the call with that text in its input to have been decided by
//	                         "allow" or "deny" of a hook or by a "key", and to have such a result
//	silent NAME              wants no hook to be left, and nobody to be waited for
//	empty NAME               wants nothing to stand in the input, and nothing to come
//	races NAMES ROUNDS SEED  answers calls while something else happens to them, in the sessions with
//	                         these names, with "," between them, at the same time
//	keyraces NAME TIMES ROUNDS SEED
//	                         answers dialogs by keys, so many times alone and then in races with a person's keys
//	answers NAMES TIMES      answers every kind of dialog in every way, so many times in each session
//	rules NAME NAME          compares what docs/answer.md says of rules with two sessions: one that has the
//	                         rule, and one that asks
//	grants                   compares what it says of the answer always with the dialogs of new sessions
//	kill9 NAME               kills the client
//	hooks on|off             installs atm in the home (it is), or takes it away
//	guard                    has the client call atm guard, too
//	told NAME COUNT REGEXP   waits until the last request for an answer tells the model so many matches;
//	                         with "ever" any request, that for a summary among them
//	statusline COMMAND...    has the client run that for its status line
//	setup                    installs atm in the home by atm setup, and has tmux read its configuration
//	means PROMPT TEXT        has the model take a prompt for TEXT, in the language of prompts
//	terminal COLUMNS LINES   gives the terminal of the person so many cells
//	types KEY...             presses keys at that terminal
//	record                   begins to record all panes, and what atm learns of them
//	mark TEXT                notes in the recording what happens next
//	recorded FILE            ends that; FILE in testdata/traces gets it where new pictures are wanted
//	picture FILE NAME REGEXP...
//	                         makes a picture of a pane when it shows all that, see [stage.publish]
//	frame FILES TIME CAPTION REGEXP...
//	                         adds what the terminal then shows to animations, with "," between them
//	column FILE              makes a picture of its frames, one below the other
//	animation FILE STILL     makes an animation of its frames; STILL is the number of that which says most
//	crowded                  measures no time: so many clients follow that all of them are late
//	draws NAME FILE COMMAND...
//	                         the same: the command gets FILE as its last argument, and writes that
//	                         into the file "runs" of the home; the screen then goes into FILE
func commands(bound time.Duration) map[string]command {
	return map[string]command{
		"pane": {1, func(st *stage, ts *testscript.TestScript, args []string) {
			beside := ""
			if len(args) == 3 {
				beside = args[2]
			}
			ts.Setenv(args[0], st.open(args[0], beside))
		}},
		"client": {1, func(st *stage, ts *testscript.TestScript, args []string) {
			if st.actors[args[0]] == nil {
				ts.Setenv(args[0], st.open(args[0], ""))
			}
			st.client(args[0], args[1:])
		}},
		"say": {2, func(st *stage, _ *testscript.TestScript, args []string) { st.say(args[0], args[1]) }},
		"keys": {2, func(st *stage, _ *testscript.TestScript, args []string) {
			st.keys(args[0],
				args[1:]...)
		}},
		"sees": {2, func(st *stage, _ *testscript.TestScript, args []string) { st.sees(args[0], args[1]) }},
		"choose": {2, func(st *stage, _ *testscript.TestScript, args []string) {
			st.choose(args[0],
				args[1])
		}},
		"press": {3, func(st *stage, _ *testscript.TestScript, args []string) {
			st.press(args[0], regexp.MustCompile(args[2]), func([]string) string { return args[1] })
		}},
		"state": {2, func(st *stage, _ *testscript.TestScript, args []string) {
			st.state(args[0], args[1],
				bound)
		}},
		"session": {2, func(st *stage, ts *testscript.TestScript, args []string) {
			ts.Setenv(args[1],
				st.session(args[0]))
		}},
		"asked": {2, func(st *stage, ts *testscript.TestScript, args []string) {
			ts.Check(st.asked(args[0], ts.MkAbs(args[1])))
		}},
		"hostile": {2, func(_ *stage, ts *testscript.TestScript, args []string) {
			ts.Check(writeHostile(ts.MkAbs(args[0]), args[1]))
		}},
		"called": {3, func(st *stage, _ *testscript.TestScript, args []string) {
			st.called(args[0], args[1], args[2])
		}},
		"races": {3, func(st *stage, ts *testscript.TestScript, args []string) {
			rounds, err := strconv.Atoi(cmp.Or(os.Getenv("ATM_E2E_ROUNDS"), args[1]))
			ts.Check(err)
			seed, err := strconv.ParseUint(args[2], 10, 64)
			ts.Check(err)
			ts.Check(st.races(strings.Split(args[0], ","), rounds, seed))
		}},
		"keyraces": {4, func(st *stage, ts *testscript.TestScript, args []string) {
			times, err := strconv.Atoi(args[1])
			ts.Check(err)
			rounds, err := strconv.Atoi(cmp.Or(os.Getenv("ATM_E2E_ROUNDS"), args[2]))
			ts.Check(err)
			seed, err := strconv.ParseUint(args[3], 10, 64)
			ts.Check(err)
			ts.Check(st.keyRaces(args[0], times, rounds, seed))
		}},
		"answers": {2, func(st *stage, ts *testscript.TestScript, args []string) {
			times, err := strconv.Atoi(cmp.Or(os.Getenv("ATM_E2E_ROUNDS"), args[1]))
			ts.Check(err)
			ts.Check(st.answers(strings.Split(args[0], ","), times))
		}},
		"rules": {2, func(st *stage, ts *testscript.TestScript, args []string) {
			ts.Check(st.rules(args[0], args[1]))
		}},
		"grants": {0, func(st *stage, ts *testscript.TestScript, _ []string) { ts.Check(st.grants()) }},
		"setup":  {0, func(st *stage, _ *testscript.TestScript, _ []string) { st.setUp() }},
		"means": {2, func(st *stage, _ *testscript.TestScript, args []string) {
			st.meanings.Store(args[0], strings.NewReplacer("$PROJECT", st.home.work, `\n`, "\n").Replace(args[1]))
		}},
		"terminal": {2, func(st *stage, _ *testscript.TestScript, args []string) {
			st.viewer.Tmux("resize-window", "-x", args[0], "-y", args[1])
		}},
		"types": {1, func(st *stage, _ *testscript.TestScript, args []string) {
			st.viewer.Tmux(append([]string{"send-keys"}, args...)...)
		}},
		"record": {0, func(st *stage, ts *testscript.TestScript, _ []string) { ts.Check(st.record()) }},
		"mark": {1, func(st *stage, _ *testscript.TestScript, args []string) {
			st.recorder.add(trace.Row{Mark: args[0]})
		}},
		"recorded": {1, func(st *stage, ts *testscript.TestScript, args []string) {
			ts.Check(st.recorder.finish(args[0]))
			st.recorder = nil
		}},
		"picture": {2, func(st *stage, ts *testscript.TestScript, args []string) {
			ts.Check(st.picture(args[0], args[1], args[2:]))
		}},
		"frame": {4, func(st *stage, ts *testscript.TestScript, args []string) {
			ts.Check(st.frame(args[0], args[1], args[2], args[3:]))
		}},
		"column": {1, func(st *stage, ts *testscript.TestScript, args []string) { ts.Check(st.column(args[0])) }},
		"animation": {2, func(st *stage, ts *testscript.TestScript, args []string) {
			ts.Check(st.animation(args[0], args[1]))
		}},
		"empty":  {1, func(st *stage, _ *testscript.TestScript, args []string) { st.empty(args[0]) }},
		"silent": {1, func(st *stage, _ *testscript.TestScript, args []string) { st.silent(args[0]) }},
		"kill9": {1, func(st *stage, ts *testscript.TestScript,
			args []string) {
			ts.Check(st.kill(args[0]))
		}},
		"hooks": {1, func(st *stage, ts *testscript.TestScript, args []string) {
			st.settings.hooks = slices.Equal(args, []string{"on"})
			ts.Check(st.home.set(st.settings, st.version))
		}},
		"guard": {0, func(st *stage, ts *testscript.TestScript, _ []string) {
			st.settings.guard = true
			ts.Check(st.home.set(st.settings, st.version))
		}},
		"told": {3, func(st *stage, _ *testscript.TestScript, args []string) {
			st.awaitInRequests(args[0], args[1], regexp.MustCompile(args[2]))
		}},
		"statusline": {1, func(st *stage, ts *testscript.TestScript, args []string) {
			st.settings.statusLine = strings.Join(args, " ")
			ts.Check(st.home.set(st.settings, st.version))
		}},
		"crowded": {0, func(st *stage, _ *testscript.TestScript, _ []string) { st.crowded = true }},
		"draws": {3, func(st *stage, ts *testscript.TestScript, args []string) {
			st.settings.statusLine = strings.Join(append(args[2:], args[1]), " ")
			ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(st.drawn(args[0], args[1])), 0o600))
		}},
	}
}
