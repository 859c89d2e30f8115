package tmuxopt

import (
	"strings"
	"time"
)

// StuckOption is the global option that says after how long without a word a session that works is stuck, "off" =
// never.
const StuckOption = "@atm-stuck"

// defaultStuck is longer than a command may take without a word: Claude Code ends it after ten minutes, unless it was
// told otherwise.
const defaultStuck = 15 * time.Minute

// StuckAfter returns after how long without a word a session that works is stuck, 0 = never. The options are to have
// [StuckOption].
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

// IsStuck reports whether a session was found stuck, and nothing has been heard of it since.
func (o Options) IsStuck() bool { return True(stuck(), o) }

// stuck is true where a session works, was found to be silent, and no event has asserted anything since.
func stuck() Format {
	return And(Is(State, string(Working)), And(Get(Stuck), Not(Differ(Get(Stuck), Get(StateNS)))))
}
