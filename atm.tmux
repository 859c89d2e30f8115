#!/usr/bin/env bash
# For TPM: set -g @plugin '…/atm'. Finds atm, builds it or, where Go is missing, downloads
# a release, and has tmux draw what atm setup would, without touching a file. The hooks:
# atm setup --no-tmux, or the plugin of Claude Code.
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# complain TEXT: says it on all attached clients, or on the first one that comes: TPM
# discards what is printed, and runs before tmux has a session. tmux would expand some
# characters of a message, so only harmless ones are left.
complain() {
	local message client hook='client-session-changed[8129]'
	message="atm: $(printf '%s' "$1" | head -n 1 | sed 's/^atm: //' | tr -c '[:alnum:] ,./:()_-' ' ')"
	tmux set-hook -g "$hook" "display-message -d 10000 \"$message\" ; set-hook -gu \"$hook\""
	# One that is attached already has had no such event. Who asks first might miss one that comes.
	tmux list-clients -F '#{client_name}' 2>/dev/null | while read -r client; do
		tmux set-hook -gu "$hook"
		# tmux 3.2 does not know -c: there the client that was used last shows it.
		tmux display-message -d 10000 -c "$client" "$message" 2>/dev/null ||
			tmux display-message -d 10000 "$message"
	done
	exit 1
}

# find_atm: the program that was made here if it is no older than its sources, else the
# one on PATH.
find_atm() {
	local made
	for made in "$here/bin/atm" "$release/bin/atm"; do
		if [ -x "$made" ] && [ -z "$(newer_sources "$made")" ]; then
			echo "$made"
			return
		fi
	done
	command -v atm
}

newer_sources() {
	find "$here" -newer "$1" \( -name '*.go' -o -name go.mod \) 2>/dev/null | head -n 1
}

# make_atm: a new program, built or downloaded. If there can be none, an older one will do.
make_atm() {
	local said=''
	if command -v go >/dev/null && bash "$here/scripts/build" "$here/bin" >/dev/null 2>&1; then
		echo "$here/bin/atm"
	elif [ -f "$here/scripts/get" ] && said=$(sh "$here/scripts/get" --prefix "$release" 2>&1 >/dev/null); then
		echo "$release/bin/atm"
	elif [ -x "$release/bin/atm" ]; then
		echo "$release/bin/atm"
	else
		complain "no program: install Go and reload. $said"
	fi
}

release=$here/bin/release
atm=$(find_atm)
if [ -z "$atm" ] && [ "${1:-}" != --make ]; then
	# It takes a while, and tmux waits for what it starts with.
	"$here/$(basename "${BASH_SOURCE[0]}")" --make </dev/null >/dev/null 2>&1 &
	exit
fi
[ -n "$atm" ] || atm=$(make_atm)
[ -n "$atm" ] || exit 1
flags=(--print --no-claude)
case $(tmux show-options -gqv @atm-minimal) in
'' | off) flags+=(--no-minimal) ;; # whatever an earlier atm setup was told
*) flags+=(--minimal) ;;
esac
conf=$(mktemp "${TMPDIR:-/tmp}/atm.XXXXXX") || complain 'no temporary file can be made'
trap 'rm -f "$conf"' EXIT
said=$("$atm" setup "${flags[@]}" 2>&1 >"$conf") ||
	said=$("$atm" setup "${flags[@]/#--no-minimal/--no-claude}" 2>&1 >"$conf") || # an older one does not know --no-minimal
	complain "$said"
said=$(tmux source-file "$conf" 2>&1) || complain "$said"
