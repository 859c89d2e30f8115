package listener

import "atm/internal/sys/socket"

// What the tests compare with.
const (
	Burst       = burst
	PerSecond   = perSecond
	MaxRequests = maxRequests
)

// Listen opens a socket as [Open] does.
func Listen(path string) (socket.Listener, error) { return listen(path) }

// Sweep removes what was left behind.
var Sweep = removeStaleDirs
