package tmuxtest

import (
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
)

// Hosts are other hosts, as far as ssh can tell: behind each is a real sshd on a port of
// this machine, with keys and a configuration of its own, that logs this user in and leads
// to one of the test's tmux servers.
type Hosts struct {
	tb   testing.TB
	dir  string
	Bin  string // a directory for PATH, with an ssh that knows the hosts
	User string // as whom one logs in

	sshd    string
	servers map[string]*Server
	mu      sync.Mutex
	lines   map[string][]net.Conn // the connections to each host
}

// NewHosts returns no hosts yet. The test is skipped where there is no sshd, or none that lets
// its own user log in.
func NewHosts(tb testing.TB) *Hosts {
	tb.Helper()
	me, err := user.Current()
	if err != nil {
		tb.Fatal(err)
	}
	h := &Hosts{tb: tb, dir: Dir(tb), servers: map[string]*Server{}, lines: map[string][]net.Conn{}}
	h.User = me.Username
	h.Bin = filepath.Join(h.dir, "bin")
	path := os.Getenv("PATH") + ":/usr/sbin:/sbin:/usr/local/sbin"
	for _, dir := range filepath.SplitList(path) {
		if found, err := exec.LookPath(filepath.Join(dir, "sshd")); err == nil && h.sshd == "" {
			h.sshd = found
		}
	}
	ssh, err := exec.LookPath("ssh")
	if h.sshd == "" || err != nil {
		tb.Skip("no sshd")
	}
	h.check(os.Mkdir(h.Bin, 0o700))
	for _, key := range []string{"host", "user"} {
		out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", h.path(key)).CombinedOutput()
		if err != nil {
			tb.Skipf("ssh-keygen: %v: %s", err, out)
		}
	}
	public, err := os.ReadFile(h.path("host.pub"))
	h.check(err)
	h.write("known", "* "+string(public))
	h.configure("probe")
	h.write("ssh_config", fmt.Sprintf("IdentityFile %s\nIdentitiesOnly yes\nIdentityAgent none\nUser %s\n"+
		"GlobalKnownHostsFile /dev/null\nUserKnownHostsFile %s\n", h.path("user"), h.User, h.path("known")))
	h.write("bin/ssh", fmt.Sprintf("#!/bin/sh\nexec %s -F %s \"$@\"\n", ssh, h.path("ssh_config")))
	h.check(os.Chmod(h.path("bin/ssh"), 0o700))
	h.listen("probe", func(conn net.Conn) { h.serve("probe", conn) })
	if out, err := exec.Command(h.path("bin/ssh"), "-o", "BatchMode=yes", "probe", "true").CombinedOutput(); err != nil {
		tb.Skipf("nobody can log in: %v: %s", err, out)
	}
	return h
}

// configure writes the configuration of a host's sshd, with what is in the environment of
// its users.
func (h *Hosts) configure(name string, env ...string) {
	h.tb.Helper()
	h.write(name+".sshd", fmt.Sprintf("HostKey %s\nAuthorizedKeysFile %s\nStrictModes no\nUsePAM no\n"+
		"PermitRootLogin yes\nPasswordAuthentication no\nKbdInteractiveAuthentication no\nPidFile none\n"+
		"SetEnv HOME=%s %s\n", h.path("host"), h.path("user.pub"), h.Home(name), strings.Join(env, " ")))
}

func (h *Hosts) check(err error) {
	h.tb.Helper()
	if err != nil {
		h.tb.Fatal(err)
	}
}

func (h *Hosts) path(name string) string { return filepath.Join(h.dir, name) }

func (h *Hosts) write(name, text string) {
	h.tb.Helper()
	h.check(os.WriteFile(h.path(name), []byte(text), 0o600))
}

// Home is the home of a host's users.
func (h *Hosts) Home(name string) string { return h.path(name) }

// Add adds a host with a tmux server that its users reach without naming a socket.
func (h *Hosts) Add(name string, server *Server) {
	h.tb.Helper()
	h.servers[name] = server
	sockets := filepath.Join(h.Home(name), "tmux-"+strconv.Itoa(os.Getuid()))
	h.check(os.MkdirAll(sockets, 0o700))
	h.check(os.Symlink(server.Socket, filepath.Join(sockets, "default")))
	h.configure(name, "TMUX_TMPDIR="+h.Home(name), "PATH="+server.bin()+":"+os.Getenv("PATH"))
	h.listen(name, func(conn net.Conn) { h.serve(name, conn) })
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
	config, err := os.OpenFile(h.path("ssh_config"), os.O_APPEND|os.O_WRONLY, 0)
	h.check(err)
	_, port, _ := strings.Cut(listener.Addr().String(), ":")
	_, err = fmt.Fprintf(config, "Host %s\nHostName 127.0.0.1\nPort %s\n", name, port)
	h.check(errors.Join(err, config.Close()))
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
