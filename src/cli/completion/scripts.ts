// What a shell is told: to ask the program itself for what could come next. The program knows its own commands, and so
// the scripts name none and never get old.
import type { Shell } from './shells.js';

export function completionScript(shell: Shell): string {
  return SCRIPTS[shell];
}

// bash breaks words at = and :, so it is given the line, and what stands before the last break is taken off again.
const BASH = `# conform completion bash: put into ~/.bashrc  source <(conform completion bash)
_conform_complete() {
  local out line word="" prefix="" first=1
  COMPREPLY=()
  out=$("$1" complete --line "\${COMP_LINE:0:COMP_POINT}" 2>/dev/null) || return 0
  while IFS= read -r line; do
    if [ "$first" = 1 ]; then
      first=0
      word="$line"
      prefix="\${word%"\${word##*[:=]}"}"
      continue
    fi
    case "$line" in
      :files | :folders)
        local kind=-f path
        [ "$line" = ":folders" ] && kind=-d
        while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen "$kind" -- "\${word#"$prefix"}")
        compopt -o filenames 2>/dev/null
        ;;
      *)
        line="\${line%%$'\\t'*}"
        COMPREPLY+=("\${line#"$prefix"}")
        ;;
    esac
  done <<<"$out"
  if [ "\${#COMPREPLY[@]}" = 1 ]; then
    case "\${COMPREPLY[0]}" in
      *[=/.:]) compopt -o nospace 2>/dev/null ;;
    esac
  fi
}
complete -F _conform_complete conform relaybench
`;

const ZSH = `#compdef conform relaybench
# conform completion zsh: put into ~/.zshrc  source <(conform completion zsh), after compinit
_conform() {
  local line value
  local -a out described open
  out=("\${(@f)$("\${words[1]}" complete -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  (( $#out > 1 )) || return 1
  for line in "\${(@)out[2,-1]}"; do
    value="\${line%%$'\\t'*}"
    case "$line" in
      :files) compset -P '*='; _files ;;
      :folders) compset -P '*='; _files -/ ;;
      *[=/.:]$'\\t'*) open+=("$value") ;;
      *) described+=("\${value//:/\\\\:}:\${line#*$'\\t'}") ;;
    esac
  done
  (( $#open )) && compadd -S '' -- "\${open[@]}"
  (( $#described )) && _describe -t conform conform described
  return 0
}
if [ "\${funcstack[1]}" = "_conform" ]; then _conform "$@"; else compdef _conform conform relaybench; fi
`;

const FISH = `# conform completion fish: conform completion fish > ~/.config/fish/completions/conform.fish
function __conform_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l out (command $words[1] complete -- $words[2..-1] "$current" 2>/dev/null)
    for line in $out[2..-1]
        switch $line
            case ':files' ':folders'
                set -l before (string match -r '^.*=' -- "$current")
                for path in (__fish_complete_path (string replace -r '^.*=' '' -- "$current"))
                    printf '%s%s\\n' "$before" $path
                end
            case '*'
                printf '%s\\n' $line
        end
    end
end
complete -c conform -f -a '(__conform_complete)'
complete -c relaybench -f -a '(__conform_complete)'
`;

const SCRIPTS: Readonly<Record<Shell, string>> = { bash: BASH, zsh: ZSH, fish: FISH };
