#!/usr/bin/env bash
# For TPM: set -g @plugin '…/atm'. Finds atm or builds it, and has tmux draw what
# atm setup would, without touching a file. The hooks: atm setup --no-tmux, or the
# plugin of Claude Code. TPM discards what this prints, so it complains in tmux.
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

complain() {
	tmux display-message "atm: $1"
	exit 1
}

# The one that was built here if it is no older than its sources, else the one on
# PATH, else a new one.
find_atm() {
	local built=$here/bin/atm
	if [ -x "$built" ] && [ -z "$(find "$here/go.mod" "$here/cmd" "$here/internal" "$here/tmuxopt" "$here/hookmap" -newer "$built" -name '*.go' 2>/dev/null | head -n 1)" ]; then
		echo "$built"
	elif command -v atm >/dev/null; then
		command -v atm
	elif command -v go >/dev/null && bash "$here/scripts/build" "$here/bin" >/dev/null 2>&1; then
		echo "$built"
	fi
}

atm=$(find_atm)
[ -n "$atm" ] || complain 'no program: install Go and reload, or run scripts/install in the plugin'
conf=$(mktemp "${TMPDIR:-/tmp}/atm.XXXXXX") || complain 'no room for a temporary file'
trap 'rm -f "$conf"' EXIT
minimal=$(tmux show-options -gqv @atm-minimal)
"$atm" setup --print --no-claude ${minimal:+--minimal} >"$conf" 2>/dev/null || complain "$("$atm" setup --print --no-claude 2>&1 >/dev/null | head -n 1 | tr '#' ' ')"
tmux source-file "$conf"
