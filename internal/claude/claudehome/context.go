package claudehome

import "io/fs"

// ContextTokens returns how many tokens of its context window a session has used, according to its last
// response: the input with the cached input, without the output, as Claude Code itself counts. It returns 0
// if that is not known, because there is no response yet, none since a compaction, or none in the last MiB.
func ContextTokens(home fs.FS, t Transcript) (tokens int64) {
	end(home, t.Path(), maxTail, func(text []byte) (known bool) {
		tokens, known = lastUsage(text)
		return known
	})
	return tokens
}

// lastUsage returns the usage of the last response in these lines of a transcript. known is false if they
// have none.
func lastUsage(text []byte) (tokens int64, known bool) {
	for o := range objectsWith(backward(text), `"usage"`, `"compact_boundary"`) { // all would take ten times as long
		if o.is("isSidechain") {
			continue
		}
		switch {
		case o.text("type") == "system" && o.text("subtype") == "compact_boundary":
			return 0, true // responses before a compaction no longer count
		case o.text("type") == "assistant":
			if tokens, known = usage(o.object("message")); known {
				return tokens, true
			}
		}
	}
	return 0, false
}

// usage returns the tokens of a response. known is false for a message that Claude Code itself has written
// because a request failed.
func usage(message object) (tokens int64, known bool) {
	if message.text("model") == "<synthetic>" || message["usage"].Kind() != '{' {
		return 0, false
	}
	u := message.object("usage")
	for _, part := range []string{
		"input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens",
	} {
		tokens += max(0, u.number(part))
	}
	return tokens, true
}
