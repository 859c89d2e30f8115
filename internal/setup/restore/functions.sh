# Where something could not be built, pane is empty, and what belongs to it is left out.
session= window= pane=
ids='#{session_id} #{window_id} #{pane_id}'
found() { set -- $1; pane=${3-}; [ "$pane" ] && session=$1 window=$2; }

# argument TEXT: sets argument to what tmux takes for that text. A ; at the end would be one of its own.
argument() {
  case $1 in *\;) set -- "${1%;}\\;" ;; esac
  argument=$1
}

# tmux expands names and directories as formats, unless each # is doubled. Before a [ it takes them
# as they are.
literal() {
  argument "$(printf '%s\n' "$1" | LC_ALL=C sed 's/#/##/g; s/\(##*\)\1\[/\1[/g')"
  printf '%s\n' "$argument"
}

# left_out NAME REASON
left_out() {
  printf 'session %s: left out: %s (if it is there, it stays as it is: rename it, and run this again)\n' "$1" "$2" >&2
  return 1
}

# begin NAME WIDTH HEIGHT INDEX WINDOW DIRECTORY: a session with its first window. A
# window whose name is empty is named by tmux.
begin() {
  reply=$(tmux new-session -d -P -F "$ids" -s "$(literal "$1")" -x "$2" -y "$3" \
    ${5:+-n} ${5:+"$(literal "$5")"} ${6:+-c} ${6:+"$(literal "$6")"} 2>&1) && found "$reply" ||
    left_out "$1" "$reply" || return
  [ "$(tmux display-message -p -t "$pane" '#{window_index}')" = "$4" ] ||
    tmux move-window -d -s "$window" -t "$session:$4"
}

# share NAME SESSION: a session with the same windows as another one.
share() {
  reply='the session with its windows was left out'
  [ "$2" ] && reply=$(tmux new-session -d -P -F "$ids" -s "$(literal "$1")" -t "$2" 2>&1) && found "$reply" ||
    left_out "$1" "$reply"
}

# window INDEX NAME DIRECTORY: another window of the session.
window() {
  found "$(tmux new-window -d -P -F "$ids" -t "$session:$1" \
    ${2:+-n} ${2:+"$(literal "$2")"} ${3:+-c} ${3:+"$(literal "$3")"})"
}

# link INDEX WINDOW: a window that another session has, too.
link() { [ "$2" ] && tmux link-window -d -s "$2" -t "$session:$1"; }

# split DIRECTORY: another pane of the window.
split() {
  [ "$pane" ] && found "$(tmux split-window -d -P -F "$ids" -t "$pane" ${1:+-c} ${1:+"$(literal "$1")"})" &&
    tmux select-layout -t "$pane" tiled # so that there is room for the next one
}

# option NAME VALUE: what the pane knows of its session or effort.
option() {
  argument "$2"
  [ "$pane" ] && tmux set-option -p -t "$pane" "$1" "$argument"
}

# resume ARGUMENTS: types that into the pane. home is the Claude home, quoted for any shell; empty = the default.
home=
resume() {
  [ "$pane" ] && tmux send-keys -t "$pane" "${home:+env CLAUDE_CONFIG_DIR=$home }$cld resume -y $*" Enter
  home=
}
select_pane() { [ "$pane" ] && tmux select-pane -t "$pane"; }
layout() { [ "$pane" ] && tmux select-layout -t "$pane" "$1"; }
zoom() { [ "$pane" ] && tmux resize-pane -Z -t "$window"; }
select_window() { tmux select-window -t "$session:$1"; }
