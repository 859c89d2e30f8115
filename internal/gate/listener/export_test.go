package listener

import (
	"net"
	"os"
)

// What the tests compare with.
const (
	Burst       = burst
	PerSecond   = perSecond
	MaxRequests = maxRequests
)

// Listen opens a socket as [Open] does.
func Listen(path string) (net.Listener, error) {
	fd, err := listen(path)
	if err != nil {
		return nil, err
	}
	file := os.NewFile(uintptr(fd), path)
	defer file.Close()
	return net.FileListener(file)
}

// Sweep removes what was left behind.
var Sweep = sweep
