package tmux_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"atm/internal/dev/tmuxtest"
	"atm/internal/tmux"
	opt "atm/tmuxopt"
)

// answer is what of a reply the transports must agree on.
type answer struct {
	Reply tmux.Reply
	Err   string
}

func ask(t *testing.T, s *tmuxtest.Server, transport tmux.Transport, cmds [][]string) answer {
	t.Helper()
	server := s.Way()
	server.Transport = transport
	ctx, cancel := context.WithTimeout(t.Context(), tmuxtest.Patience)
	defer cancel()
	r, err := server.Run(ctx, cmds)
	if r.Transport != transport {
		t.Errorf("transport %q, not %q: %v", r.Transport, transport, err)
	}
	r.Transport = "" // the answers must agree, and not who gave them
	return answer{r, fmt.Sprint(err)}
}

// TestTransportsAgree sends the same through both transports to two servers.
func TestTransportsAgree(t *testing.T) {
	t.Parallel()
	one, two := tmuxtest.Start(t), tmuxtest.Start(t)
	check := func(cmds [][]string) {
		t.Helper()
		if diff := cmp.Diff(ask(t, one, tmux.Exec, cmds), ask(t, two, tmux.Native, cmds)); diff != "" {
			t.Errorf("%.300q (-exec +native):\n%s", cmds, diff)
		}
		if diff := cmp.Diff(one.Options(t), two.Options(t)); diff != "" {
			t.Errorf("%.300q leaves (-exec +native):\n%s", cmds, diff)
		}
	}
	for _, cmds := range [][][]string{
		{{"display-message", "-p", "é⏸ \x1b"}},
		{{"display-message", "-p", ""}},
		{{"nosuch"}},
		{{"set-option", "-pt", "%9", "@x", "y"}},
		{{"set-option", "-pt", "%0", "nosuch", "y"}},
		{{"display-message", "-p", "before"}, {"set-option", "-pt", "%9", "@x", "y"},
			{"display-message", "-p", "after"}},
		{{"list-panes", "-t", "%9"}},
		{{"show-options", "-g"}}, // 3 kB
		{{"display-message", "-p", strings.Repeat("#{p1000:}", 60)}},
		{{"wait-for", "-S", "channel"}, {"wait-for", "channel"}},
	} {
		check(cmds)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		var edits []opt.Edit
		for range 1 + random.IntN(12) {
			value := make([]byte, random.IntN(40))
			for i := range value {
				value[i] = byte(' ' + random.IntN(0x7f-' '))
			}
			option := []opt.Option{opt.Turn, opt.Waiting, opt.Agents, opt.Title}[random.IntN(4)]
			edit := opt.Set(option, string(value))
			if random.IntN(2) == 0 {
				edit = opt.SetFormat(option, opt.With(opt.Waiting, opt.Entry{Key: "a1",
					Word: "kind"})).If(opt.Get(opt.Turn))
			}
			edits = append(edits, edit)
		}
		check(opt.Batch{Pane: "%0", Edits: edits}.Commands())
	}
}

// A batch that no message can hold goes by tmux's source-file.
func TestLargeBatch(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	value := "a'b\"c;#{x} $HOME \\ ~ %if é" + strings.Repeat("x", 4000)
	for name, cmds := range map[string][][]string{
		"bytes": {{"set-option", "-pt", "%0", string(opt.Title), value}, {"set-option", "-pt", "%0",
			string(opt.Reason), value}, {"set-option", "-pt", "%0", string(opt.Model), value}, {"set-option",
			"-pt", "%0", string(opt.Detail), value}, {"set-option", "-pt", "%0", string(opt.Activity),
			value}},
		"arguments": make([][]string, 300),
	} {
		for i := range cmds {
			if cmds[i] == nil {
				cmds[i] = []string{"set-option", "-pt", "%0", string(opt.Status), fmt.Sprint(i)}
			}
		}
		r, err := s.Way().Run(t.Context(), cmds)
		if err != nil || r.Transport != tmux.Exec || !strings.Contains(r.Surprise, "too long") {
			t.Errorf("%s: %+v, error %v", name, r, err)
		}
	}
	want := opt.Options{opt.Title: value, opt.Reason: value, opt.Model: value, opt.Detail: value,
		opt.Activity: value, opt.Status: "299"}
	if diff := cmp.Diff(want, s.Options(t)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// For any arguments, source-file takes them as they are.
func FuzzSource(f *testing.F) {
	s := tmuxtest.Start(f)
	f.Add("a'b\"c;#{x} $HOME \\ ~ %if\n\t\x1b")
	f.Fuzz(func(t *testing.T, value string) {
		value = strings.ToValidUTF8(strings.ReplaceAll(value, "\x00", ""), "?")
		file := filepath.Join(t.TempDir(), "conf")
		text := opt.Source([][]string{{"set-option", "-pt", "%0", "@source", value}, {"display-message", "-p",
			"done"}})
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := s.For(t).Tmux("source-file", file, ";", "show-options", "-pqvt", "%0",
			"@source"); got != "done\n"+value && !strings.ContainsAny(value, "\n\r\x7f") {
			t.Errorf("%q arrives as %q", value, got)
		}
	})
}

// frame encodes a message independently of the package.
func frame(kind, size uint32, body ...byte) []byte {
	b := binary.LittleEndian.AppendUint32(nil, kind)
	b = binary.LittleEndian.AppendUint32(b, size)
	b = binary.LittleEndian.AppendUint32(b, 8)
	b = binary.LittleEndian.AppendUint32(b, 1)
	return append(b, body...)
}

// TestSurprises meets a server that answers wrongly. Each time the commands are
// carried out in the end, by tmux itself, within the deadline.
func TestSurprises(t *testing.T) {
	t.Parallel()
	exit := frame(203, 20, 0, 0, 0, 0)
	write := append(frame(303, 28, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0), frame(304, 22, 1, 0, 0, 0, 'h',
		'i')...)
	tests := map[string]func(net.Conn){
		"closes at once":         func(net.Conn) {},
		"says nothing":           silence,
		"a length of 0":          reply(frame(203, 0)),
		"a length of 15":         reply(frame(203, 15)),
		"a length of 4 GiB":      reply(frame(203, 1<<32-1)),
		"another version":        reply(frame(12, 16)),
		"is shutting down":       reply(frame(210, 16)),
		"an unknown message":     reply(frame(4711, 16)),
		"an exit of one byte":    reply(frame(203, 17, 1)),
		"output to nowhere":      reply(frame(304, 22, 9, 0, 0, 0, 'h', 'i')),
		"output to descriptor 7": reply(frame(303, 28, 1, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0)),
		"garbage":                reply([]byte(strings.Repeat("tmux", 1000))),
		"a byte now and then":    trickle(append(frame(304, 16384, 1, 0, 0, 0), make([]byte, 16364)...)),
		"a flood": func(c net.Conn) {
			for _, err := c.Write(write[:28]); err == nil; _, err = c.Write(write[28:]) {
			}
		},
	}
	for n := range len(write) + len(exit) {
		tests[fmt.Sprintf("closes after %d bytes", n)] = reply(append(append([]byte{}, write...), exit...)[:n])
	}
	real := tmuxtest.Start(t)
	binary := filepath.Join(t.TempDir(), "tmux")
	script := "#!/bin/sh\nshift 3\nexec " + real.Binary + " -u -S " + real.Socket + ` "$@"` + "\n"
	tmuxtest.WriteProgram(t, binary, script)
	for name, answer := range tests {
		s := tmux.Server{Binary: binary, Socket: fake(t, answer)}
		ctx, cancel := context.WithTimeout(t.Context(), 8*time.Second)
		batch := opt.Batch{Pane: "%0", Edits: []opt.Edit{opt.Set(opt.Title, name)}}
		r, err := s.Run(ctx, batch.Commands())
		cancel()
		if err != nil || r.Transport != tmux.Exec || r.Surprise == "" {
			t.Errorf("%s: %+v, error %v", name, r, err)
		}
		if got := real.Options(t)[opt.Title]; got != name {
			t.Errorf("%s: the option is %q", name, got)
		}
	}
}

// TestSecondTry: a batch is sent again if it is not known whether it has arrived. It then changes nothing if
// newer edits were made meanwhile. A batch that has certainly not arrived is made in any case.
func TestSecondTry(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	binary := filepath.Join(t.TempDir(), "tmux")
	if err := os.WriteFile(binary,
		[]byte("#!/bin/sh\nshift 3\nexec "+s.Binary+" -u -S "+s.Socket+` "$@"`+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	unknown, closed, refused := reply(frame(4711, 16)), func(net.Conn) {}, reply(frame(12, 16))
	for _, tt := range []struct {
		name, arrived, at string
		answer            func(net.Conn)
		want              string
	}{
		{name: "nothing was told", arrived: "", at: "5", answer: unknown, want: "again"},
		{name: "something older was told", arrived: "4", at: "5", answer: unknown, want: "again"},
		{name: "it has arrived", arrived: "5", at: "5", answer: unknown, want: "before"},
		{name: "something newer was told", arrived: "6", at: "5", answer: unknown, want: "before"},
		{
			name: "the server has spoken, and something newer was told", arrived: "6", at: "5",
			answer: reply(frame(303, 28, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0)), want: "before",
		},
		{
			name: "the connection was closed, and something newer was told", arrived: "6", at: "5",
			answer: closed, want: "again",
		},
		{
			name: "the server speaks another version, and something newer was told", arrived: "6",
			at: "5", answer: refused, want: "again",
		},
	} {
		s.Send(t, opt.Set(opt.StateNS, tt.arrived), opt.Set(opt.Title, "before"))
		batch := opt.Batch{Pane: "%0", At: tt.at, Edits: []opt.Edit{opt.Set(opt.Title, "again")}}
		r, _ := tmux.Server{Binary: binary, Socket: fake(t, tt.answer)}.Send(t.Context(),
			batch) // an error where nothing was done
		if got := s.Options(t)[opt.Title]; got != tt.want || r.Surprise == "" {
			t.Errorf("%s: title %q, %+v", tt.name, got, r)
		}
	}
}

// TestNativeAlone: what tmux's client would do is done without it, too.
func TestNativeAlone(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	alone := tmux.Server{Socket: s.Socket, Transport: tmux.Native, Binary: "/nowhere/tmux"}
	var cmds [][]string
	for i := range 400 {
		cmds = append(cmds, []string{"set-option", "-pt", "%0", fmt.Sprintf("@n%d", i),
			strings.Repeat("x", 100)}, []string{"display-message", "-p", strconv.Itoa(i)})
	}
	r, err := alone.Run(t.Context(), cmds)
	if err != nil || strings.Count(r.Stdout, "\n") != 400 || !strings.HasSuffix(r.Stdout, "\n399\n") {
		t.Errorf("in parts: %.40q…, error %v", r.Stdout, err)
	}
	if got := strings.Count(s.Tmux("show-options", "-pt", "%0"), "@n"); got != 400 {
		t.Errorf("%d options", got)
	}
	alone.Socket = filepath.Join(t.TempDir(), "none")
	if _, err := alone.Run(t.Context(), cmds[:1]); !errors.Is(err, tmux.ErrTmux) ||
		!strings.Contains(err.Error(), "error connecting") {
		t.Errorf("no server: %v", err)
	}
}

// TestBackground: $ATM_TMUX may be a script that leaves a process in the background
// with the output open. That is no reason to wait for it, nor a failure.
func TestBackground(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	dir := t.TempDir()
	script := "#!/bin/sh\nsleep 60 &\necho $! >" + dir + "/pid\nexec " + s.Binary + ` "$@"` + "\n"
	tmuxtest.WriteProgram(t, dir+"/tmux", script)
	t.Cleanup(func() {
		text, err := os.ReadFile(dir + "/pid")
		pid, bad := strconv.Atoi(strings.TrimSpace(string(text)))
		if err := errors.Join(err, bad); err != nil {
			t.Fatal(err)
		}
		_ = syscall.Kill(pid, syscall.SIGKILL) // it may have ended
	})
	ctx, cancel := context.WithTimeout(t.Context(), tmuxtest.Patience)
	defer cancel()
	way := tmux.Server{Binary: dir + "/tmux", Socket: s.Socket, Transport: tmux.Exec}
	r, err := way.Run(ctx, [][]string{{"display-message", "-p", "said"}})
	if err != nil || r.Stdout != "said\n" {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestGivenUp: a caller that gives up while a server is silent does not wait for it.
func TestGivenUp(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	begin := time.Now()
	_, err := tmux.Server{Socket: fake(t, silence), Transport: tmux.Native}.Run(ctx,
		[][]string{{"wait-for", "x"}})
	if took := time.Since(begin); !errors.Is(err, context.Canceled) || took > tmuxtest.Patience/2 {
		t.Errorf("%v after %v", err, took)
	}
}

// TestGivenUpAtOnce: a caller whose context ends while the commands are being sent gets the error of the
// context, and not that of a broken connection.
func TestGivenUpAtOnce(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	for i := range 300 {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i)*time.Microsecond)
		_, err := s.Way().Run(ctx, [][]string{{"display-message", "-p", "x"}})
		cancel()
		if err != nil && !errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("given up after %d µs: %v", i, err)
		}
	}
}

// TestFlood: a server that prints without end costs a hook little memory.
func TestFlood(t *testing.T) {
	t.Parallel()
	open, data := frame(303, 28, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0), frame(304, 16384,
		append([]byte{1, 0, 0, 0}, make([]byte, 16364)...)...)
	sent := make(chan int, 1)
	socket := fake(t, func(c net.Conn) {
		n, err := c.Write(open)
		for ; err == nil && n < 8<<20; n += len(data) {
			_, err = c.Write(data)
		}
		sent <- n
	})
	_, err := tmux.Server{Socket: socket, Transport: tmux.Native}.Send(t.Context(), opt.Batch{Pane: "%0"})
	if err == nil {
		t.Error("no error")
	}
	if n := <-sent; n > 1<<20 {
		t.Errorf("%d bytes were read", n)
	}
}

// fake listens on a socket and answers each connection that way.
func fake(t *testing.T, answer func(net.Conn)) string {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "atm")
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("unix", filepath.Join(dir, "s"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		listener.Close()
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				answer(conn)
			}()
		}
	}()
	return listener.Addr().String()
}

// reply answers with those bytes and closes, once the client has spoken.
func reply(b []byte) func(net.Conn) {
	return func(c net.Conn) {
		if _, err := c.Read(make([]byte, 16384)); err == nil {
			_, _ = c.Write(b) // the client may have gone
		}
	}
}

// trickle sends one byte after the other, each long before a read would end.
func trickle(b []byte) func(net.Conn) {
	return func(c net.Conn) {
		pace := time.NewTicker(100 * time.Millisecond)
		defer pace.Stop()
		for i := range b {
			if _, err := c.Write(b[i : i+1]); err != nil {
				return
			}
			<-pace.C
		}
	}
}

// silence waits until the client goes.
func silence(c net.Conn) {
	for _, err := c.Read(make([]byte, 16384)); err == nil; _, err = c.Read(make([]byte, 16384)) {
	}
}

// TestBusyServer: a pane that prints a hundred megabytes slows the server, but
// nothing is lost and no second way is needed.
func TestBusyServer(t *testing.T) {
	t.Parallel()
	s := tmuxtest.Start(t)
	s.Tmux("respawn-pane", "-k", "-t", "%0", "yes 0123456789 | head -c 100000000; echo; sleep 10000")
	s.Until("the pane prints", func() bool {
		return s.Tmux("display-message", "-p",
			"#{history_size}") != "0"
	})
	for i := range 50 {
		batch := opt.Batch{Pane: "%0", Edits: []opt.Edit{opt.Set(opt.Title, fmt.Sprint(i))}}
		if r, err := s.Way().Run(t.Context(), batch.Commands()); err != nil || r.Transport != tmux.Native {
			t.Fatalf("%d: %+v, error %v", i, r, err)
		}
	}
	if got := s.Options(t)[opt.Title]; got != "49" {
		t.Errorf("title %q", got)
	}
}
