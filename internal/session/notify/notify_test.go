package notify_test

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
	"atm/internal/session/fleet"
	"atm/internal/session/notify"
	"atm/internal/tmux"
	"atm/tmuxopt"
)

// notifier returns a notifier for a server, and a session in pane %1 of it that asks
// for permission.
func notifier(s *tmuxtest.Server, settings notify.Settings) (notify.Notifier, fleet.Session) {
	if settings.Of == nil {
		settings.Of = []tmuxopt.Occasion{tmuxopt.OnAttention}
	}
	session := fleet.Session{
		Pane: tmux.Pane{ID: "%1"}, Title: "the parser",
		State: tmuxopt.Attention, Detail: "Permission: Bash",
	}
	return notify.Notifier{Tmux: s.Way(), Settings: settings, Environ: os.Environ()}, session
}

// log is a command that notes when it has been run, and what tells how often it was.
func log(t *testing.T) (command string, lines func() int) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "log")
	return `echo "$ATM_STATE" >>` + file, func() int {
		text, _ := os.ReadFile(file) // there is none before the first
		return strings.Count(string(text), "\n")
	}
}

func TestLoad(t *testing.T) {
	t.Parallel()
	const seconds = 4 * time.Second
	attention, others := []tmuxopt.Occasion{tmuxopt.OnAttention}, []tmuxopt.Occasion{tmuxopt.OnError,
		tmuxopt.OnIdle}
	message := []notify.Channel{notify.Message}
	tests := []struct {
		name          string
		option, value string
		want          notify.Settings
	}{
		{
			name: "nothing is set", option: "@unused", value: "x",
			want: notify.Settings{Channels: message, Of: attention, Stays: seconds},
		},
		{
			name: "people say done, and separate by commas", option: tmuxopt.NotifyStatesOption,
			value: "error,done",
			want:  notify.Settings{Channels: message, Of: others, Stays: seconds},
		},
		{
			name:   "several channels: a command may take long, and comes last",
			option: tmuxopt.ChannelsOption, value: "command osc",
			want: notify.Settings{Channels: []notify.Channel{notify.OSC, notify.Command}, Of: attention,
				Stays: seconds},
		},
		{
			name: "a short time is a choice", option: "display-time", value: "1000",
			want: notify.Settings{Channels: message, Of: attention, Stays: time.Second},
		},
		{
			name: "a long time is one", option: "display-time", value: "9000",
			want: notify.Settings{Channels: message, Of: attention, Stays: 9 * time.Second},
		},
		{
			name: "until a key is pressed", option: "display-time", value: "0",
			want: notify.Settings{Channels: message, Of: attention},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := tmuxtest.Start(t)
			s.Tmux("set-option", "-g", tt.option, tt.value)
			got, err := notify.Load(t.Context(), s.Way())
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestMessageStays: a message stays as long as it is to, and keeps nobody from what stands below it: before tmux 3.6 a
// client draws nothing else meanwhile.
func TestMessageStays(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		displayTime        string
		least, most, drawn time.Duration
	}{
		"tmux's default is too short":      {"750", 3 * time.Second, tmuxtest.Patience, 3 * time.Second},
		"what somebody has chosen is kept": {"300", 100 * time.Millisecond, 3 * time.Second, 3 * time.Second},
		"a long time":                      {"6000", 5 * time.Second, tmuxtest.Patience, 3 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := tmuxtest.Start(t)
			s.NewPane()
			screen := s.Attach()
			s.Tmux("set-option", "-g", "display-time", tt.displayTime, ";", "select-window", "-t", "%0")
			settings, err := notify.Load(t.Context(), s.Way())
			if err != nil {
				t.Fatal(err)
			}
			n, session := notifier(s, settings)
			clients, err := s.Way().Clients(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			before := time.Now()
			if err := n.Notify(t.Context(), session, tmuxopt.OnAttention); err != nil {
				t.Fatal(err)
			}
			const text = "Claude needs you: the parser: Permission: Bash"
			if log := s.Tmux("show-messages"); !strings.Contains(log, text) {
				t.Errorf("messages: %s", log)
			}
			s.Tmux("respawn-pane", "-k", "-t", "%0", "echo this is new; sleep 10000")
			screen.Until("the pane is drawn", screen.Shows("this is new"))
			if drawn := time.Since(before); drawn > tt.drawn {
				t.Errorf("the client is frozen for %v", drawn)
			}
			shown := screen.Shows(text)
			if clients[0].IsFrozen() {
				screen.Until("it is over", func() bool { return !shown() })
				if from := s.Tmux("show-options", "-sv", tmux.FrozenOption); from == "" {
					t.Error("nothing tells that it was frozen")
				}
				return
			}
			screen.Until("the message is shown", shown)
			seen := time.Now() // what a busy machine sees late does not count
			screen.Until("it is not any more", func() bool { return !shown() })
			if time.Since(before) < tt.least || time.Since(seen) > tt.most {
				t.Errorf("it stays for %v to %v", time.Since(seen), time.Since(before))
			}
		})
	}
}

// TestNobodyWhoLooks: nobody is notified of a pane that somebody can see whose terminal
// has the focus.
func TestNobodyWhoLooks(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name          string
		cmds          string // of tmux, one a line
		notifications int
	}{
		{"it is in another window", "select-window -t %0", 1},
		{"it is the active pane", "select-window -t %1", 0},
		{"it is visible beside the active pane", "select-window -t %1\nsplit-window -t %1", 0},
		{
			"it is hidden by the active pane, which is zoomed",
			"select-window -t %1\nsplit-window -t %1\nresize-pane -Z -t %3", 1,
		},
		{"it is zoomed itself", "select-window -t %1\nsplit-window -d -t %1\nresize-pane -Z -t %1", 0},
		{"it is visible in another client", "select-window -t 0:0\nlink-window -s %1 -t other:", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := tmuxtest.Start(t)
			s.NewPane()
			s.Tmux("new-session", "-d", "-s", "other", "sleep 10000")
			s.Attach()
			s.AttachTo("other")
			for cmd := range strings.Lines(tt.cmds) {
				s.Tmux(strings.Fields(cmd)...)
			}
			command, notified := log(t)
			n, session := notifier(s, notify.Settings{Channels: []notify.Channel{notify.Command},
				Command: command})
			if err := n.Notify(t.Context(), session, tmuxopt.OnAttention); err != nil {
				t.Fatal(err)
			}
			if got := notified(); got != tt.notifications {
				t.Errorf("told %d times, not %d", got, tt.notifications)
			}
		})
	}
}

// TestFocus: a pane on the screen is not looked at while the terminal has not the
// focus. Its own client still needs no message.
func TestFocus(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	s.NewPane()
	screen := s.Attach()
	s.Tmux("select-window", "-t", "%1", ";", "set-option", "-s", "focus-events", "on")
	command, notified := log(t)
	channels := []notify.Channel{notify.Command, notify.Message}
	n, session := notifier(s, notify.Settings{Channels: channels, Command: command})
	want := 0
	for _, step := range []struct{ name, code, focused string }{
		{"the terminal has lost the focus", "4f", "0"},
		{"it has got it back", "49", "1"},
		{"and lost it again", "4f", "0"},
	} {
		screen.Tmux("send-keys", "-H", "1b", "5b", step.code) // as a terminal tells
		s.Until("tmux knows: "+step.name, func() bool {
			return s.Tmux("list-clients", "-F", "#{m:*focused*,#{client_flags}}") == step.focused
		})
		if err := n.Notify(t.Context(), session, tmuxopt.OnAttention); err != nil {
			t.Fatal(err)
		}
		if step.focused == "0" {
			want++
		}
		if got := notified(); got != want {
			t.Errorf("%s: told %d times by now, not %d", step.name, got, want)
		}
	}
	if strings.Contains(screen.Tmux("capture-pane", "-p"), "Permission: Bash") {
		t.Error("a client that shows the pane got a message")
	}
}

// TestCommandInBackground: what a command leaves in the background is neither waited
// for nor a failure, and may print after that.
func TestCommandInBackground(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	s.NewPane()
	done := filepath.Join(t.TempDir(), "done")
	n, session := notifier(s, notify.Settings{Channels: []notify.Channel{notify.Command}})
	// The background waits for a sign of ours, prints, and gives one.
	n.Settings.Command = `(while ! test -e ` + done + `.go; do sleep 0.05; done;` +
		` echo it goes on; echo >` + done + `) &`
	begin := time.Now()
	if err := n.Notify(t.Context(), session, tmuxopt.OnAttention); err != nil {
		t.Error(err)
	}
	if took := time.Since(begin); took > tmuxtest.Patience/2 {
		t.Errorf("after %v", took)
	}
	if err := os.WriteFile(done+".go", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s.Until("the background has gone on", func() bool {
		_, err := os.Stat(done)
		return err == nil
	})
}

// TestCommandFails: the last line of what it said tells why.
func TestCommandFails(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	s.NewPane()
	n, session := notifier(s, notify.Settings{Channels: []notify.Channel{notify.Command}})
	n.Settings.Command = `for i in $(seq 1000); do echo a long story; done; echo "it is broken" >&2; exit 3`
	err := n.Notify(t.Context(), session, tmuxopt.OnAttention)
	if want := tmuxopt.NotifyCommandOption + ": exit status 3: it is broken"; err == nil ||
		err.Error() != want {
		t.Errorf("error %v, not %q", err, want)
	}
}

// TestBlockedTerminal: a terminal that accepts no output (its emulator is suspended, or its connection is
// dead) does not keep others from being notified.
func TestBlockedTerminal(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	s.NewPane()
	blocked := s.Attach()
	s.Tmux("select-window", "-t", "%0")
	tty := s.Tmux("list-clients", "-F", "#{client_tty}")
	other := s.Attach()
	raw := filepath.Join(t.TempDir(), "raw")
	other.Tmux("pipe-pane", "-O", "cat >"+raw)
	s.Until("tmux knows that the terminals are tmux", knowsTerminals(s))
	block(t, blocked, tty)

	n, session := notifier(s, notify.Settings{Channels: []notify.Channel{notify.OSC, notify.Bell}})
	ctx, cancel := context.WithTimeout(t.Context(), tmuxtest.Patience)
	defer cancel()
	ended := make(chan error, 1)
	go func() { ended <- n.Notify(ctx, session, tmuxopt.OnAttention) }()
	select {
	case err := <-ended:
		if err == nil || !strings.Contains(err.Error(), "terminal "+tty+": takes no output") {
			t.Errorf("error %v", err)
		}
	case <-ctx.Done():
		t.Fatal("it does not end")
	}
	other.Until("the other terminal has got both", func() bool {
		got, _ := os.ReadFile(raw) // there is none before the first byte
		wrapped := "\x1bPtmux;\x1b\x1b]9;Claude needs you: the parser: Permission: Bash\x1b\x1b\\\x1b\\"
		return strings.Contains(string(got), wrapped) && strings.Contains(string(got), "\a")
	})
	if shown := other.Tmux("capture-pane", "-p"); strings.Contains(shown, "takes no output") {
		t.Errorf("who looks at another terminal is disturbed:\n%s", shown)
	}
}

// knowsTerminals reports whether the terminals of all clients have identified themselves to the server.
func knowsTerminals(s *tmuxtest.Server) func() bool {
	return func() bool {
		return !strings.Contains(s.Tmux("list-clients", "-F", "#{?client_termtype,known,not yet}"), "not yet")
	}
}

// TestTmuxInTmux: the terminal gets the sequence as it is, once, through the tmux between, if that may hand it on.
func TestTmuxInTmux(t *testing.T) {
	t.Parallel()
	const sequence = "\x1b]9;Claude needs you: the parser: Permission: Bash\x1b\\"
	for _, tt := range []struct {
		name, passthrough string
		want              int
	}{{"it may", "on", 1}, {"it may not", "off", 0}} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := tmuxtest.Start(t)
			s.NewPane()
			between := s.Attach()
			if strings.HasPrefix(s.Tmux("display-message", "-p", "#{version}"), "3.2") {
				if tt.want == 0 {
					t.Skip("tmux 3.2 always hands it on")
				}
			} else {
				between.Tmux("set-option", "-g", "allow-passthrough", tt.passthrough)
			}
			terminal, raw := between.Attach(), filepath.Join(t.TempDir(), "raw")
			terminal.Tmux("pipe-pane", "-O", "cat >"+raw)
			s.Until("tmux knows what is around it", knowsTerminals(s))

			n, session := notifier(s, notify.Settings{Channels: []notify.Channel{notify.OSC, notify.Bell}})
			if err := n.Notify(t.Context(), session, tmuxopt.OnAttention); err != nil {
				t.Fatal(err)
			}
			var got string
			s.Until("the bell, which comes last, has reached the terminal", func() bool {
				text, _ := os.ReadFile(raw) // there is none before the first byte
				got = string(text)
				return strings.Contains(got, "\a")
			})
			if count := strings.Count(got, sequence); count != tt.want || strings.Contains(got, "Ptmux") {
				t.Errorf("%d times, want %d: %q", count, tt.want, got)
			}
		})
	}
}

// TestLocked: nobody looks at the pane of a client that is locked.
func TestLocked(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	command, notified := log(t)
	n, session := notifier(s, notify.Settings{Channels: []notify.Channel{notify.Command}, Command: command})
	session.Pane.ID = "%0"
	s.Attach()
	s.Tmux("set-option", "-g", "lock-command", "sleep 10000")
	for i, lock := range []string{"refresh-client", "lock-server"} {
		s.Tmux(lock)
		if err := n.Notify(t.Context(), session, tmuxopt.OnAttention); err != nil {
			t.Fatal(err)
		}
		if got := notified(); got != i {
			t.Errorf("after %s: told %d times, not %d", lock, got, i)
		}
	}
}

// TestControlMode: the terminal of tmux -CC gets nothing but the protocol. Who is there looks at a pane all the same.
func TestControlMode(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	s.NewPane()
	control, raw := s.AttachControl(), filepath.Join(t.TempDir(), "raw")
	control.Tmux("pipe-pane", "-O", "cat >"+raw)
	s.Tmux("select-window", "-t", "%0")
	command, notified := log(t)
	n, session := notifier(s, notify.Settings{Command: command,
		Channels: []notify.Channel{notify.OSC, notify.OSC9, notify.OSC777, notify.Bell, notify.Command}})
	notice := func() {
		t.Helper()
		if err := n.Notify(t.Context(), session, tmuxopt.OnAttention); err != nil {
			t.Fatal(err)
		}
	}
	notice()
	s.Tmux("rename-window", "the-last")
	var got string
	s.Until("the protocol has reached the terminal", func() bool {
		text, _ := os.ReadFile(raw) // there is none before the first byte
		got = string(text)
		return strings.Contains(got, "the-last")
	})
	if strings.Contains(got, "\a") || strings.Contains(got, "Claude needs you") {
		t.Errorf("beside the protocol: %q", got)
	}
	s.Tmux("select-window", "-t", "%1")
	notice()
	if got := notified(); got != 1 {
		t.Errorf("notified %d times, not only while another window is shown", got)
	}
}

// block suspends the server that reads a terminal, and fills the terminal.
func block(t *testing.T, reader *tmuxtest.Server, tty string) {
	t.Helper()
	reader.Suspend()
	fd, err := syscall.Open(tty, syscall.O_WRONLY|syscall.O_NOCTTY|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(fd)
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	full := 0 // times in a row: the kernel moves what is written from one buffer to the other
	for deadline := time.Now().Add(tmuxtest.Patience); full < 20; {
		switch _, err := syscall.Write(fd, make([]byte, 1)); {
		case errors.Is(err, syscall.EAGAIN):
			full++
			<-tick.C
		case err != nil:
			t.Fatal(err)
		case time.Now().After(deadline):
			t.Fatal("the terminal never fills")
		default:
			full = 0
		}
	}
}

// TestOccasions: what somebody is notified of, and in what words.
func TestOccasions(t *testing.T) {
	t.Parallel()
	const asks, needs, context = tmuxopt.OnQuestion, tmuxopt.OnAttention, tmuxopt.ContextHigh
	options := tmuxopt.Options{
		tmuxopt.Request: "Bash: rm -rf #{x}", tmuxopt.Prompt: "fix it", tmuxopt.Said: "Which one?",
		tmuxopt.ContextPct: "84", tmuxopt.Intent: string(tmuxopt.Question),
	}
	tests := []struct {
		name     string
		state    tmuxopt.SessionState // by now
		occasion tmuxopt.Occasion
		wanted   []tmuxopt.Occasion
		want     string // "" = nothing is told
	}{
		{
			name: "a call", state: tmuxopt.Attention, occasion: needs, wanted: []tmuxopt.Occasion{needs},
			want: "attention|Bash: rm -rf #{x}|fix it|Which one?|84",
		},
		{
			name:  "a call that has been answered since: what it wanted is not known any more",
			state: tmuxopt.Working, occasion: needs, wanted: []tmuxopt.Occasion{needs}, want: "attention||||",
		},
		{
			name: "a question, where questions are wanted", state: tmuxopt.Idle, occasion: tmuxopt.OnIdle,
			wanted: []tmuxopt.Occasion{asks}, want: "idle|Bash: rm -rf #{x}|fix it|Which one?|84",
		},
		{
			name: "a question, where every end is wanted", state: tmuxopt.Idle, occasion: tmuxopt.OnIdle,
			wanted: []tmuxopt.Occasion{tmuxopt.OnIdle}, want: "idle|Bash: rm -rf #{x}|fix it|Which one?|84",
		},
		{
			name: "a question, where only calls are wanted", state: tmuxopt.Idle, occasion: tmuxopt.OnIdle,
			wanted: []tmuxopt.Occasion{needs, context},
		},
		{
			name: "a full context", state: tmuxopt.Working, occasion: context, wanted: []tmuxopt.Occasion{context},
			want: "context|Bash: rm -rf #{x}|fix it|Which one?|84",
		},
		{
			name: "a full context that nobody wants to know of", state: tmuxopt.Working, occasion: context,
			wanted: []tmuxopt.Occasion{needs},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := tmuxtest.Start(t)
			s.NewPane()
			file := filepath.Join(t.TempDir(), "told")
			n, session := notifier(s, notify.Settings{
				Channels: []notify.Channel{notify.Command}, Of: tt.wanted,
				Command: `printf "%s|%s|%s|%s|%s" "$ATM_STATE" "$ATM_REQUEST" "$ATM_PROMPT" "$ATM_SAID" ` +
					`"$ATM_CONTEXT" >` + file,
			})
			session.State, session.Pane.Options = tt.state, maps.Clone(options)
			session.Pane.Options[tmuxopt.State] = string(tt.state)
			if err := n.Notify(t.Context(), session, tt.occasion); err != nil {
				t.Fatal(err)
			}
			notified, _ := os.ReadFile(file) // there is none where nothing was told
			if diff := cmp.Diff(tt.want, string(notified)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if may := n.Settings.MayTell(tt.occasion); may != (tt.want != "") {
				t.Errorf("MayTell says %v", may)
			}
		})
	}
}

// TestContextIsToldOf: tmux starts the command for a context that is nearly full, once for
// each mark, and only where somebody wants to know.
func TestContextIsToldOf(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, states string
		want         int
	}{
		{name: "wanted", states: "attention,context", want: 2},
		{name: "not wanted", states: "attention"},
		{name: "nothing chosen"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := tmuxtest.Start(t)
			file := filepath.Join(t.TempDir(), "told")
			s.Tmux("set-option", "-g", tmuxopt.NotifyOption, `f() { echo "$2" >>`+file+"; }; f")
			s.Tmux("set-option", "-g", tmuxopt.NotifyStatesOption, tt.states)
			s.Send(t, tmuxopt.Set(tmuxopt.Turn, "done"), tmuxopt.Set(tmuxopt.State, "idle"))
			for _, pct := range []int{80, 85, 90, 95} {
				s.Send(t, tmuxopt.NotifyContext(tmuxopt.ContextMark(pct), tmuxopt.Get(tmuxopt.Turn))...)
			}
			notified := func() int {
				text, _ := os.ReadFile(file) // there is none before the first
				return strings.Count(string(text), "context\n")
			}
			s.Until("all notifications have arrived", func() bool { return notified() >= tt.want })
			s.Tmux("run-shell", "true") // what tmux has started before has begun by now
			if got := notified(); got != tt.want {
				t.Errorf("told %d times, want %d", got, tt.want)
			}
		})
	}
}

// TestOneJobIsToldOnce: of two panes that show the same session in the background, only the first one
// notifies.
func TestOneJobIsToldOnce(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	s.NewPane()
	command, notifications := log(t)
	n, session := notifier(s, notify.Settings{Channels: []notify.Channel{notify.Command}, Command: command})
	for _, tt := range []struct {
		name, jobs, job string
		want            int
	}{
		{"another pane tells", "1a2b3c4d=%0/7 1a2b3c4d=%1/8", "1a2b3c4d", 0},
		{"it is the first one", "1a2b3c4d=%1/8 1a2b3c4d=%0/7", "1a2b3c4d", 1},
		{"another session is there", "5e6f7a8b=%0/7 1a2b3c4d=%1/8", "1a2b3c4d", 2},
		{"nobody knows which it is", "1a2b3c4d=%0/7", tmuxopt.AnyJob, 3},
		{"it is in no background", "1a2b3c4d=%0/7", "", 4},
		{"no list yet", "", "1a2b3c4d", 5},
	} {
		s.Tmux("set-option", "-s", tmuxopt.JobsOption, tt.jobs)
		session.Job = tt.job
		if err := n.Notify(t.Context(), session, tmuxopt.OnAttention); err != nil {
			t.Fatal(err)
		}
		if got := notifications(); got != tt.want {
			t.Errorf("%s: told %d times, want %d", tt.name, got, tt.want)
		}
	}
	before := notifications()
	s.Tmux("set-option", "-s", tmuxopt.JobsOption, "1a2b3c4d=%1/8 1a2b3c4d=%0/7")
	s.Tmux("select-window", "-t", "%0")
	s.Attach()
	session.Job = "1a2b3c4d"
	if err := n.Notify(t.Context(), session, tmuxopt.OnAttention); err != nil || notifications() != before {
		t.Errorf("told although somebody looks at the other pane, error %v", err)
	}
}
