package tmuxtest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// Hosts are other hosts, as far as ssh can tell: behind each is a real sshd on a port of
// this machine, with keys and a configuration of its own, that logs this user in.
type Hosts struct {
	tb     testing.TB
	dir    string
	Bin    string // a directory for PATH, with an ssh that knows the hosts
	Config string // a configuration of ssh that knows them, too
	User   string // as whom one logs in

	sshd    string
	servers map[string]*Server
	ports   map[string]string
	mu      sync.Mutex
	lines   map[string][]net.Conn // the connections to each host
}

// NewHosts returns no hosts yet. The test is skipped where there is no sshd, or none that lets its own user log in, as
// in some containers.
func NewHosts(tb testing.TB) *Hosts {
	tb.Helper()
	me, err := user.Current()
	if err != nil {
		tb.Fatal(err)
	}
	h := &Hosts{
		tb: tb, dir: Dir(tb), User: me.Username,
		servers: map[string]*Server{}, ports: map[string]string{}, lines: map[string][]net.Conn{},
	}
	h.Bin, h.Config = h.path("bin"), h.path("ssh_config")
	path := os.Getenv("PATH") + ":/usr/sbin:/sbin:/usr/local/sbin"
	for _, dir := range filepath.SplitList(path) {
		if found, err := exec.LookPath(filepath.Join(dir, "sshd")); err == nil && h.sshd == "" {
			h.sshd = found
		}
	}
	ssh, err := exec.LookPath("ssh")
	if h.sshd == "" || err != nil {
		skip(tb, "no sshd (%q), or no ssh (%q)", h.sshd, ssh)
	}
	h.check(os.Mkdir(h.Bin, 0o700))
	for _, key := range []string{"host", "user"} {
		out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", h.path(key)).CombinedOutput()
		if err != nil {
			skip(tb, "ssh-keygen: %v: %s", err, out)
		}
	}
	public, err := os.ReadFile(h.path("host.pub"))
	h.check(err)
	h.write("known", "* "+string(public))
	h.write("bin/ssh", "#!/bin/sh", fmt.Sprintf("exec %s -F %s \"$@\"", ssh, h.Config))
	h.check(os.Chmod(h.path("bin/ssh"), 0o700))
	h.AddLogin("probe", nil)
	// An sshd that ends at once, as where /run/sshd is missing, leaves the client waiting.
	ctx, cancel := context.WithTimeout(tb.Context(), loginDeadline)
	defer cancel()
	login := exec.CommandContext(ctx, h.path("bin/ssh"), "-o", "BatchMode=yes", "probe", "true")
	if out, err := login.CombinedOutput(); err != nil {
		skip(tb, "nobody can log in: %v: %s", err, out)
	}
	return h
}

// loginDeadline is how long a login takes on the busiest machine.
const loginDeadline = 20 * time.Second

func (h *Hosts) check(err error) {
	h.tb.Helper()
	if err != nil {
		h.tb.Fatal(err)
	}
}

func (h *Hosts) path(name string) string { return filepath.Join(h.dir, name) }

// write writes a file of lines.
func (h *Hosts) write(name string, lines ...string) {
	h.tb.Helper()
	h.check(os.WriteFile(h.path(name), []byte(strings.Join(lines, "\n")+"\n"), 0o600))
}

// Home is the home of a host's users.
func (h *Hosts) Home(name string) string { return h.path(name) }

// AddLogin adds a host: its users have an empty home, and this in their environment; in the
// configuration of its sshd stand these lines, too.
func (h *Hosts) AddLogin(name string, env []string, lines ...string) {
	h.tb.Helper()
	h.check(os.MkdirAll(h.Home(name), 0o700))
	h.write(name+".sshd", append([]string{
		"HostKey " + h.path("host"), "AuthorizedKeysFile " + h.path("user.pub"), "StrictModes no", "UsePAM no",
		"PermitRootLogin yes", "PasswordAuthentication no", "KbdInteractiveAuthentication no", "PidFile none",
		"PrintMotd no", "PrintLastLog no",
		`SetEnv "` + strings.Join(append(env, "HOME="+h.Home(name)), `" "`) + `"`, // the first HOME counts
	}, lines...)...)
	h.listen(name, func(conn net.Conn) { h.serve(name, conn) })
}

// Add adds a host with a tmux server that its users reach without naming a socket.
func (h *Hosts) Add(name string, server *Server) {
	h.tb.Helper()
	h.servers[name] = server
	sockets := filepath.Join(h.Home(name), "tmux-"+strconv.Itoa(os.Getuid()))
	h.check(os.MkdirAll(sockets, 0o700))
	h.check(os.Symlink(server.Socket, filepath.Join(sockets, "default")))
	h.AddLogin(name, []string{"TMUX_TMPDIR=" + h.Home(name), "PATH=" + server.bin() + ":" + os.Getenv("PATH")})
}

// AddName adds another name of a host, with lines in the configuration of ssh.
func (h *Hosts) AddName(name, of string, lines ...string) {
	h.tb.Helper()
	config, err := os.OpenFile(h.Config, os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o600)
	h.check(err)
	lines = append([]string{
		"Host " + name, "HostName 127.0.0.1", "Port " + h.ports[of], "User " + h.User,
		"IdentityFile " + h.path("user"), "IdentitiesOnly yes", "IdentityAgent none", "LogLevel ERROR",
		"GlobalKnownHostsFile /dev/null", "UserKnownHostsFile " + h.path("known"),
	}, lines...)
	_, err = fmt.Fprintln(config, strings.Join(lines, "\n"))
	h.check(errors.Join(err, config.Close()))
}

// AddDead adds a host that takes connections, and never says a word.
func (h *Hosts) AddDead(name string) {
	h.tb.Helper()
	h.listen(name, func(net.Conn) {})
}

// AddGone adds a host where nobody takes connections.
func (h *Hosts) AddGone(name string) {
	h.tb.Helper()
	h.listen(name, func(net.Conn) {}).Close()
}

// listen has ssh know a host, whose connections are served like that.
func (h *Hosts) listen(name string, serve func(net.Conn)) net.Listener {
	h.tb.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	h.check(err)
	h.tb.Cleanup(func() {
		listener.Close()
		h.Cut(name)
	})
	_, h.ports[name], _ = strings.Cut(listener.Addr().String(), ":")
	h.AddName(name, name)
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return // the test has ended
			}
			h.mu.Lock()
			h.lines[name] = append(h.lines[name], conn)
			h.mu.Unlock()
			go serve(conn)
		}
	}()
	return listener
}

// serve has an sshd of its own serve a connection to a host, until that is cut.
func (h *Hosts) serve(name string, conn net.Conn) {
	file, err := conn.(*net.TCPConn).File()
	if err != nil {
		return // it has been cut already
	}
	defer file.Close()
	cmd := exec.Command(h.sshd, "-i", "-e", "-f", h.path(name+".sshd"))
	cmd.Stdin, cmd.Stdout = file, file
	_ = cmd.Run() // what it has to say, its client says too
}

// Cut cuts all connections to a host. New ones can be made.
func (h *Hosts) Cut(name string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, conn := range h.lines[name] {
		tcp := conn.(*net.TCPConn)
		_ = errors.Join(tcp.CloseRead(), tcp.CloseWrite(), tcp.Close()) // sshd holds it, too; it may be over
	}
	h.lines[name] = nil
}

// Connections returns how many connections to a host were made since the last Cut.
func (h *Hosts) Connections(name string) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.lines[name])
}
