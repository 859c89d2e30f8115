bound() { tmux list-keys -T "$1" 2>/dev/null | sed "s/^bind-key *\(-r \)* *-T [^ ]* *//"; };
name() {
  n=$1; case $n in *\;) n=${n%?}\\\; ;; esac;
  tmux bind-key -T atm_probe F11 list-sessions \; bind-key -T atm_probe F12 list-sessions \;
    bind-key -T atm_probe "$n" list-keys 2>/dev/null &&
    bound atm_probe | sed -n "s/ *list-keys$//p"; tmux unbind-key -aqT atm_probe 2>/dev/null;
};
k=$(name #{q:OPTION}); was=$(name #{q:BOUND});
bound prefix | while read -r key command; do
  case $key:$command in
    "$k":*"MARK"*) ;;
    "$was":*"MARK"*) tmux unbind-key -T prefix "$was" ;;
    *"MARK"*) ;;
    "$k":*) echo taken ;;
  esac;
done | grep -q taken
