# Completion of almanacd for bash, made by `make man` from the table of its commands.

# A column of all cities, or the columns of a reading, as almanac finds them.
_almanacd_column() {
  command almanac status --format tsv "${source[@]}" 2>/dev/null | tail -n +2 |
    cut -f "$1" | grep -v '[^A-Za-z0-9._-]' | sort -u
}
_almanacd_fields() {
  command almanac now --format tsv "${source[@]}" 2>/dev/null | head -n 1 | tr '\t' '\n'
}

_almanacd() {
  local cur=${COMP_WORDS[COMP_CWORD]} at=$((COMP_CWORD - 1)) command='' words='' prev word i
  local -a source=()
  # To bash, --format=csv is three words.
  if [[ $cur == = ]]; then
    cur=''
  elif [[ ${COMP_WORDS[at]} == = ]]; then
    at=$((at - 1))
  fi
  prev=${COMP_WORDS[at]}
  [[ $at -lt 2 || $at -eq $((COMP_CWORD - 1)) && -n $cur || $prev == -* ]] ||
    [[ ${COMP_WORDS[at + 1]} != = ]] || prev=${COMP_WORDS[at - 1]}=
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    case $word in
      --db | --config)
        [[ ${COMP_WORDS[i + 1]} != = ]] || ((i++))
        ((++i >= COMP_CWORD)) || source+=("$word=${COMP_WORDS[i]/#\~/$HOME}") ;;
      --log-format | -c | --city | --record | --near | --country | -p | --provider | -n | --count | --from | --to | --basis | -c | --city | -p | --provider | --map)
        [[ ${COMP_WORDS[i + 1]} != = ]] || ((i++))
        ((++i)) ;;
      run | sync | check | lookup | backfill | import | backup | prune | rebuild | migrate | reprocess)
        [[ -n $command ]] || command=$word ;;
    esac
  done
  case $prev in
    --config) compopt -o default 2>/dev/null; return ;;
    --db) compopt -o default 2>/dev/null; return ;;
    --log-format) words='text json' ;;
    -c | --city) words+=" $(_almanacd_column 1)" ;;
    --record) compopt -o dirnames 2>/dev/null; return ;;
    --near) return ;;
    --country) return ;;
    -p | --provider) words=" $(_almanacd_column 3)" ;;
    -n | --count) return ;;
    --from) return ;;
    --to) return ;;
    --basis) words='reanalysis model' ;;
    -c | --city) words+=" $(_almanacd_column 1)" ;;
    -p | --provider) words=" $(_almanacd_column 3)" ;;
    --map=) words=$(_almanacd_fields) ;;
    --map) return ;;
    *)
      if [[ $cur == -* ]]; then
        case $command in
          sync) words='--due -c --city --record' ;;
          check) words='--online' ;;
          lookup) words='--near --country -p --provider --offline -n --count' ;;
          backfill) words='--from --to -p --provider --basis --forecasts' ;;
          import) words='-c --city -p --provider --map --dry-run' ;;
          backup) words='--force' ;;
          prune) words='--dry-run' ;;
          migrate) words='--dry-run' ;;
          reprocess) words='--dry-run' ;;
        esac
        words+=' --config --db -q --quiet -v --verbose --log-format -h --help --version'
      else
        case $command in
          '') words='run sync check lookup backfill import backup prune rebuild migrate reprocess' ;;
          backfill) words+=" $(_almanacd_column 1)" ;;
          import | backup) compopt -o default 2>/dev/null; return ;;
        esac
      fi ;;
  esac
  for word in $words; do
    [[ $word != "$cur"* ]] || COMPREPLY+=("$word")
  done
}

complete -F _almanacd almanacd
