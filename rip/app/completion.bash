# Completes the orders and options that --help lists, and files.
_platerip() {
  local word=${COMP_WORDS[COMP_CWORD]} orders order=() words=''
  orders=$("$1" --help | sed -nE 's/^ +platerip ([a-z]+) .*/\1/p')
  ! grep -qxF -- "${COMP_WORDS[1]}" <<<"$orders" || order=("${COMP_WORDS[1]}")
  if [[ $word == -* ]]; then
    words=$("$1" "${order[@]}" --help | sed -nE 's/^ +(-[a-z] \[ )?(--[a-z-]+).*/\2/p')
  elif [[ $word ]] && ((COMP_CWORD == 1)); then
    words=$orders
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -o default -F _platerip platerip
