package watching

// MinPause is the least time between two readings.
const MinPause = minPause

// Recheck does what the listener does every half minute.
func (l *Listener) Recheck() { l.follow() }

// HasChange reports whether a change waits to be read.
func (l *Listener) HasChange() bool { return len(l.changed) > 0 }
