package tmuxtest

import (
	"io"
	"net"
	"path/filepath"
	"testing"
)

// Forward returns the path of another socket that leads to a server's by way of
// this process, as ssh forwards one.
func Forward(tb testing.TB, socket string) string {
	tb.Helper()
	near := filepath.Join(Dir(tb), "near")
	listener, err := net.Listen("unix", near)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { listener.Close() })
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return // the test has ended
			}
			server, err := net.Dial("unix", socket)
			if err != nil { // the server has ended: who asks it is told so
				client.Close()
				continue
			}
			go func() { _, _ = io.Copy(server, client); server.Close() }()
			go func() { _, _ = io.Copy(client, server); client.Close() }()
		}
	}()
	return near
}
