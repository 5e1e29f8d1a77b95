/**
 * What completes steerbot in bash, from 3.2 on, without any package: the library's own script needs bash-completion,
 * evaluates what is typed, and offers nothing behind an `=`.
 */
export const BASH_COMPLETION = String.raw`# Completes steerbot's commands in bash.
_steerbot() {
  local words=() word glued='' i
  # Bash takes --port=emulated and serial:ID for three words each, and leaves quotes and backslashes in them.
  for ((i = 1; i <= COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ (-n $glued || $word == [=:]*) && \${#words[@]} -gt 0 ]]; then
      words[\${#words[@]}-1]+=$word
    else
      words+=("$word")
    fi
    glued=
    if [[ $word == *[=:] ]]; then glued=yes; fi
  done
  for ((i = 0; i < \${#words[@]}; i++)); do
    word=\${words[i]#[\"\']}
    words[i]=\${word//\\/}
  done
  local part=\${words[\${#words[@]}-1]##*[=:]} quoted='' offer
  if [[ \${COMP_WORDS[COMP_CWORD]} == [\"\']* ]]; then quoted=yes; fi
  COMPREPLY=()
  while IFS=$'\t\r' read -r offer _; do
    if [[ $offer != "$part"* || $offer == :[0-9]* ]]; then continue; fi
    if [[ $offer == */ ]]; then compopt -o nospace 2>/dev/null; fi
    if [[ -z $quoted ]]; then printf -v offer %q "$offer"; fi
    COMPREPLY+=("$offer")
  done < <(steerbot complete -- "\${words[@]}" 2>/dev/null)
}
complete -F _steerbot steerbot
`.replaceAll('\\${', '${');
