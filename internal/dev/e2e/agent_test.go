package e2e

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"atm/internal/dev/tmuxtest"
	"atm/internal/sys/proc"
)

// ATM_E2E_AGENTS names the real agents other than Claude Code, as NAME=PATH with ":" between them; scripts/e2e sets it.

// realAgent is how a real agent is set up, started and watched. What it does is read off its screen, which neither its
// hooks nor its title have a part in.
type realAgent struct {
	name    string
	prepare func(home, work, api string) map[string]string // files below the home, before setup runs
	env     []string
	args    string
	ready   string         // on the screen when it waits for a prompt
	trust   string         // on the screen where it asks whether hooks are trusted; "" = it does not
	asks    *regexp.Regexp // on the screen while a dialog is open
	works   *regexp.Regexp // … while it works
	allow   string         // the key that allows what is asked
	lacks   []string       // scenes that it cannot play
	wrong   float64        // for how much of the time its panes may be wrong; 0 = mostWrong
}

// realAgents are those whose scenes are played.
func realAgents() []realAgent {
	return []realAgent{
		{
			name: "codex", prepare: codexFiles, env: []string{"KEY=none"}, args: " --disable daemon_auto_start",
			ready: "? for shortcuts", trust: "Trust all and continue",
			asks:  regexp.MustCompile(`Would you like to run`),
			works: regexp.MustCompile(`esc to interrupt|Working \(`), allow: "y",
		},
		{
			name: "qwen", prepare: qwenFiles,
			env:   []string{"OPENAI_API_KEY=none", "OPENAI_MODEL=scripted", "OPENAI_BASE_URL=" + apiURL},
			ready: "? for shortcuts",
			asks:  regexp.MustCompile(`Waiting for user confirmation|Allow execution of`),
			works: regexp.MustCompile(`esc to cancel`), allow: "Enter",
		},
		{
			name: "gemini", prepare: geminiFiles,
			env:   []string{"GEMINI_API_KEY=none", "GOOGLE_GEMINI_BASE_URL=" + apiURL},
			ready: "Type your message",
			asks:  regexp.MustCompile(`Allow execution of`),
			works: regexp.MustCompile(`esc to cancel`), allow: "Enter",
			// Only its title tells of a denial, which counts after up to two seconds; all scenes together take a quarter of a
			// minute.
			lacks: []string{"subagent", "failed"}, wrong: 0.2,
		},
	}
}

// apiURL stands for the URL of the scripted model.
const apiURL = "$API"

func geminiFiles(_, _, _ string) map[string]string {
	return map[string]string{".gemini/settings.json": `{
  "security": {"auth": {"selectedType": "gemini-api-key"}, "folderTrust": {"enabled": false}},
  "general": {"enableAutoUpdate": false},
  "privacy": {"usageStatisticsEnabled": false}
}
`}
}

func codexFiles(_, work, api string) map[string]string {
	return map[string]string{".codex/config.toml": fmt.Sprintf(`model = "scripted"
model_provider = "scripted"
approval_policy = "on-request"
sandbox_mode = "workspace-write"
[model_providers.scripted]
name = "scripted"
base_url = %q
wire_api = "responses"
env_key = "KEY"
[projects.%q]
trust_level = "trusted"
`, api, work)}
}

func qwenFiles(_, _, _ string) map[string]string {
	return map[string]string{".qwen/settings.json": `{
  "security": {"auth": {"selectedType": "openai"}},
  "general": {"enableAutoUpdate": false}
}
`}
}

// agentStage is a tmux server with a follower, and panes in which a real agent runs.
type agentStage struct {
	*tmuxtest.Server
	tb     testing.TB
	agent  realAgent
	client string // the program
	dir    string // the home
	api    string
	panes  []*agentPane

	trusted bool // its hooks are
	mu      sync.Mutex
}

// agentPane is a pane, and what was seen of it.
type agentPane struct {
	id           string
	truth, shown timeline
}

// newAgentStage installs atm for the agent in a new home, by its own setup, and starts a server with a follower.
func newAgentStage(tb testing.TB, agent realAgent, client, atm string) *agentStage {
	dir, err := filepath.EvalSymlinks(tmuxtest.Dir(tb))
	if err != nil {
		tb.Fatal(err)
	}
	st := &agentStage{Server: tmuxtest.Start(tb), tb: tb, agent: agent, client: client, dir: dir}
	st.api = serveAgents(tb)
	if err := os.MkdirAll(st.work(), 0o700); err != nil {
		tb.Fatal(err)
	}
	for name, text := range agent.prepare(dir, st.work(), st.api) {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			tb.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			tb.Fatal(err)
		}
	}
	setup := exec.Command(atm, "setup", "--yes", "--no-claude", "--no-tmux", "--agent", agent.name)
	setup.Env = append(os.Environ(), "HOME="+dir, "TMUX=", "TMUX_PANE=")
	if out, err := setup.CombinedOutput(); err != nil {
		tb.Fatalf("setup: %v\n%s", err, out)
	}
	for _, kv := range append(agent.env, "HOME="+dir, "NO_PROXY=127.0.0.1", "ATM_DEBUG="+st.debug()) {
		name, value, _ := strings.Cut(kv, "=")
		st.Tmux("set-environment", "-g", name, strings.ReplaceAll(value, apiURL, st.api))
	}
	st.Tmux("resize-window", "-x", "150", "-y", "40")
	st.Tmux("set-option", "-g", "status-right", "#("+atm+" sync --follow)")
	st.Attach()
	st.Until("a follower works", func() bool { return st.Tmux("show-options", "-sqv", "@atm_follower") != "" })
	tb.Cleanup(st.strike)
	return st
}

func (st *agentStage) work() string  { return filepath.Join(st.dir, "work") }
func (st *agentStage) debug() string { return filepath.Join(st.dir, "debug") }

// start starts the agent in a new pane, as a person does in a shell, and waits until it can be asked something.
func (st *agentStage) start(args string) *agentPane {
	st.tb.Helper()
	p := &agentPane{id: st.Tmux("new-window", "-P", "-F", "#{pane_id}", "-c", st.work(), "exec bash --norc")}
	st.Tmux("send-keys", "-t", p.id, st.client+args, "Enter")
	changed, pressed := time.Now(), time.Time{} // a dialog may open after the first prompt was drawn
	st.await(p, "it is ready", func() bool {
		screen, now := st.screen(p), time.Now()
		isAsking := st.agent.trust != "" && strings.Contains(screen, st.agent.trust)
		if isAsking && now.Sub(pressed) > settles {
			key := "2"
			if strings.Contains(screen, "› 2. "+st.agent.trust) {
				key, st.trusted = "Enter", true
			}
			st.Tmux("send-keys", "-t", p.id, key)
			pressed = now
		}
		mustAsk := st.agent.trust != "" && !st.trusted // late, on a busy machine
		if isAsking || mustAsk || !strings.Contains(screen, st.agent.ready) {
			changed = now
		}
		return now.Sub(changed) > settles
	})
	st.mu.Lock()
	defer st.mu.Unlock()
	st.panes = append(st.panes, p)
	return p
}

// settles is how long an agent may take to draw what comes after a key.
const settles = 1500 * time.Millisecond

func (st *agentStage) screen(p *agentPane) string {
	return st.Tmux("capture-pane", "-p", "-t", p.id)
}

// await waits until something has happened, and shows the screen if it does not.
func (st *agentStage) await(p *agentPane, what string, happened func() bool) {
	st.tb.Helper()
	if !tmuxtest.Poll(beat, patience, happened) {
		st.tb.Fatalf("not within %v: %s\n%s", patience, what, st.screen(p))
	}
}

// say types a prompt. A key that follows a text at once would be taken for a part of it.
func (st *agentStage) say(p *agentPane, prompt string) {
	st.tb.Helper()
	st.Tmux("send-keys", "-l", "-t", p.id, prompt)
	st.await(p, "the prompt is typed", func() bool { return strings.Contains(st.screen(p), prompt) })
	typed := time.Now()
	st.await(p, "it was not pasted", func() bool { return time.Since(typed) > 300*time.Millisecond })
	st.Tmux("send-keys", "-t", p.id, "Enter")
}

// longestLook is how long a follower may take to notice an agent that has just begun: it has no registry.
const longestLook = 5 * time.Second

// meet has the agent do something, so that the follower knows it.
func (st *agentStage) meet(p *agentPane) {
	st.tb.Helper()
	st.say(p, "hello")
	st.until(p, "idle")
	met := time.Now()
	st.await(p, "the follower has looked", func() bool { return time.Since(met) > longestLook })
}

// answer presses a key in a dialog, after as long as a person takes at least to read it.
func (st *agentStage) answer(p *agentPane, key string) {
	st.tb.Helper()
	opened := time.Now()
	st.await(p, "a person has read it", func() bool { return time.Since(opened) > settles })
	st.Tmux("send-keys", "-t", p.id, key)
}

// until waits until the agent does something, and the pane says so.
func (st *agentStage) until(p *agentPane, state string) {
	st.tb.Helper()
	var truth, shown string
	ok := tmuxtest.Poll(beat, patience, func() bool {
		truth, shown = st.look(p)
		return truth == state && shown == state
	})
	if !ok {
		st.tb.Fatalf("not %s: the agent is %s, the pane says %s (%s)\n%s", state, truth, shown,
			st.Tmux("show-options", "-p", "-t", p.id), st.screen(p))
	}
}

// look returns what the agent does, and what its pane says.
func (st *agentStage) look(p *agentPane) (truth, shown string) {
	line := st.Tmux("display-message", "-p", "-t", p.id,
		"#{@meta.claude.state} #{@meta.claude.pid} #{pane_current_command}")
	shown, rest, _ := strings.Cut(line, " ")
	_, command, _ := strings.Cut(rest, " ")
	if shown = cmp.Or(shown, closed); shown == "error" {
		shown = "idle" // the screen does not tell them apart
	}
	screen := st.screen(p)
	switch {
	case command == "bash":
		truth = closed
	case st.agent.asks.MatchString(screen):
		truth = "attention"
	case st.agent.works.MatchString(screen):
		truth = "working"
	default:
		truth = "idle"
	}
	return truth, shown
}

// watch looks at all panes until the function that it returns is called.
func (st *agentStage) watch() (stop func()) {
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(beat)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
			}
			st.mu.Lock()
			for _, p := range st.panes {
				truth, shown := st.look(p)
				if len(p.shown) == 0 && shown == closed {
					continue // no hook fires before the first prompt
				}
				now := time.Now()
				p.truth.add(now, truth)
				p.shown.add(now, shown)
			}
			st.mu.Unlock()
		}
	}()
	return sync.OnceFunc(func() { close(done); <-ended })
}

// strike ends what the agents leave running: their shared servers.
func (st *agentStage) strike() {
	for _, p := range st.panes {
		_ = exec.Command(st.Binary, "-S", st.Socket, "respawn-pane", "-k", "-t", p.id, "true").Run()
	}
	out, _ := exec.Command("ps", "-Ao", "pid=,args=").Output()
	for line := range strings.Lines(string(out)) {
		number, args, _ := strings.Cut(strings.TrimSpace(line), " ")
		pid, err := strconv.Atoi(number)
		if err != nil || !strings.Contains(args, st.agent.name) {
			continue
		}
		if home, err := proc.Getenv(pid, "HOME"); err == nil && home == st.dir {
			_ = syscall.Kill(pid, syscall.SIGKILL)
			tmuxtest.Until(st.tb, "a server has ended", func() bool { return !proc.Is(pid, "") })
		}
	}
}

// agentScene is a scene: what a person does, and what must be seen of it.
type agentScene struct {
	name  string
	agent string // the only one that can play it; "" = each
	late  bool   // what no hook reports is noticed by the next look of the follower
	play  func(st *agentStage, p *agentPane)
}

var agentScenes = []agentScene{
	{name: "plain", play: func(st *agentStage, p *agentPane) {
		st.say(p, "RUN the tests")
		st.until(p, "working")
		st.until(p, "idle")
	}},
	{name: "allowed", play: func(st *agentStage, p *agentPane) {
		st.say(p, "MAY I")
		st.until(p, "attention")
		st.answer(p, st.agent.allow)
		st.until(p, "idle")
	}},
	{name: "denied", play: func(st *agentStage, p *agentPane) {
		st.say(p, "MAY I")
		st.until(p, "attention")
		st.answer(p, "Escape")
		st.until(p, "idle")
	}},
	{name: "interrupted", play: func(st *agentStage, p *agentPane) {
		st.say(p, "THINK about it")
		st.until(p, "working")
		st.Tmux("send-keys", "-t", p.id, "Escape")
		st.until(p, "idle")
	}},
	{name: "subagent", play: func(st *agentStage, p *agentPane) {
		st.say(p, "DELEGATE it")
		st.Until("the subagent is listed", func() bool {
			return st.Tmux("show-options", "-pqvt", p.id, "@meta.claude.agents") != ""
		})
		st.until(p, "idle")
		if agents := st.Tmux("show-options", "-pqvt", p.id, "@meta.claude.agents"); agents != "" {
			st.tb.Errorf("subagents are listed still: %s", agents)
		}
	}},
	{name: "failed", late: true, play: func(st *agentStage, p *agentPane) {
		st.say(p, "FAIL")
		st.Until("the pane says that the turn has failed", func() bool {
			return st.Tmux("show-options", "-pqvt", p.id, "@meta.claude.state") == "error"
		})
	}},
	{name: "quit", play: func(st *agentStage, p *agentPane) {
		st.say(p, "/quit")
		st.until(p, closed)
	}},
	{name: "killed", play: func(st *agentStage, p *agentPane) {
		st.say(p, "THINK about it")
		st.until(p, "working")
		pid, err := strconv.Atoi(st.Tmux("show-options", "-pqvt", p.id, "@meta.claude.pid"))
		if err != nil {
			st.tb.Fatal(err)
		}
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
			st.tb.Fatal(err)
		}
		st.until(p, closed)
	}},
	{name: "shared_server", agent: "codex", play: playSharedServer},
}

// playSharedServer plays with three agents whose hooks one server runs, which descends from the first of them: nothing
// is written into any pane, and it is known why. One that has been started without it is shown.
func playSharedServer(st *agentStage, own *agentPane) {
	var shared []*agentPane
	for range 3 {
		shared = append(shared, st.start(""))
	}
	for _, p := range shared {
		st.say(p, "MAY I")
	}
	for _, p := range shared {
		st.await(p, "it asks", func() bool { truth, _ := st.look(p); return truth == "attention" })
		st.answer(p, "Escape")
		st.await(p, "it is idle again", func() bool { truth, _ := st.look(p); return truth == "idle" })
	}
	for _, p := range shared {
		if options := st.Tmux("show-options", "-p", "-t", p.id); strings.Contains(options, "@meta.claude.agent") {
			st.tb.Errorf("pane %s: what its agent does cannot be known:\n%s", p.id, options)
		}
	}
	log, err := os.ReadFile(st.debug())
	if err != nil || !strings.Contains(string(log), "a server without a terminal") {
		st.tb.Errorf("why nothing was written: %v", err)
	}
	st.mu.Lock()
	st.panes = slices.DeleteFunc(st.panes, func(p *agentPane) bool { return p != own })
	st.mu.Unlock()
	st.say(own, "hello")
	st.until(own, "idle")
}

// mostWrong is for how much of the time the panes of all scenes together may be wrong.
const mostWrong = 0.02

// drawnLater reports whether a dialog was drawn after the pane has said that the agent asks. Agents draw it when the
// hook has ended.
func drawnLater(l lie, truth timeline) bool {
	return l.state == "attention" && truth.at(l.from.Add(l.lasts)) == "attention"
}

// TestAgents plays the scenes with each real agent that is installed.
func TestAgents(t *testing.T) {
	atm, clients := os.Getenv("ATM_E2E_ATM"), os.Getenv("ATM_E2E_AGENTS")
	if atm == "" || clients == "" {
		t.Skip("no agent: scripts/e2e --agents installs some and plays the scenes")
	}
	for client := range strings.SplitSeq(clients, ":") {
		name, path, _ := strings.Cut(client, "=")
		agents := realAgents()
		i := slices.IndexFunc(agents, func(a realAgent) bool { return a.name == name })
		if i < 0 {
			t.Fatalf("no scenes for %s", name)
		}
		t.Run(name, func(t *testing.T) { playAgent(t, agents[i], path, atm) })
	}
}

// playAgent plays the scenes with one agent, one after the other.
func playAgent(t *testing.T, agent realAgent, client, atm string) {
	slack := 1.0
	if text := os.Getenv("ATM_E2E_SLACK"); text != "" {
		if _, err := fmt.Sscan(text, &slack); err != nil {
			t.Fatalf("ATM_E2E_SLACK=%s: %v", text, err)
		}
	}
	stretched := func(d time.Duration) time.Duration { return time.Duration(float64(d) * slack) }
	var wrong, total time.Duration
	for _, scene := range agentScenes {
		if scene.agent != "" && scene.agent != agent.name || slices.Contains(agent.lacks, scene.name) {
			continue
		}
		t.Run(scene.name, func(t *testing.T) {
			st := newAgentStage(t, agent, client, atm)
			p := st.start(agent.args)
			st.meet(p)
			stop := st.watch()
			defer stop()
			begin := time.Now()
			scene.play(st, p)
			stop()
			end := time.Now()
			total += end.Sub(begin)
			for _, l := range lies(p.truth, p.shown, stretched(lag), end) {
				t.Logf("%s", l)
				allowed := scene.late && l.lasts < stretched(longestLook)
				if !allowed && (l.lasts > stretched(time.Second) || !drawnLater(l, p.truth)) {
					wrong += l.lasts
				}
			}
		})
	}
	share := float64(wrong) / float64(max(total, 1))
	t.Logf("%s: wrong for %v of %v, %.1f %%", agent.name, wrong.Round(time.Millisecond), total.Round(time.Second),
		100*share)
	if most := cmp.Or(agent.wrong, mostWrong); share > most {
		t.Errorf("more than %.0f %%", 100*most)
	}
}
