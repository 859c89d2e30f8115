package listener

import "net"

// What the tests compare with.
const (
	Burst       = burst
	PerSecond   = perSecond
	MaxRequests = maxRequests
)

// Listen opens a socket as [Open] does.
func Listen(path string) (net.Listener, error) {
	l, err := listen(path)
	if err != nil {
		return nil, err
	}
	defer l.File.Close()
	return net.FileListener(l.File)
}

// Sweep removes what was left behind.
var Sweep = sweep
