package tmuxopt

import (
	"strings"
	"time"
)

// StuckOption is the global option for how long a working session may fire no event before it counts as
// stuck, "off" = never.
const StuckOption = "@atm-stuck"

// defaultStuck is longer than a command may run without an event: Claude Code ends it after ten minutes,
// unless it was configured otherwise.
const defaultStuck = 15 * time.Minute

// StuckAfter returns after how long without an event a working session counts as stuck, 0 = never. The
// options must include [StuckOption].
func (o Options) StuckAfter() time.Duration {
	text := strings.TrimSpace(o[StuckOption])
	if text == Off {
		return 0
	}
	if d, err := time.ParseDuration(text); err == nil && d > 0 {
		return d
	}
	return defaultStuck
}

// IsStuck reports whether a session was found stuck, and has fired no event since.
func (o Options) IsStuck() bool { return True(rules().stuck, o) }

// stuck is true where a session works, was found stuck, and no event has reported a fact since.
func stuck() Format {
	return And(Is(State, string(Working)), And(Get(Stuck), Not(Differ(Get(Stuck), Get(StateNS)))))
}
