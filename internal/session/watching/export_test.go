package watching

// Recheck does what the listener does every half minute.
func (l *Listener) Recheck() { l.follow() }
