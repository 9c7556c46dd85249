# Completion of almanac for bash, made by `make man` from the table of its commands.

# A column of all cities, or the columns of a reading, as almanac finds them.
_almanac_column() {
  command almanac status --format tsv "${source[@]}" 2>/dev/null | tail -n +2 |
    cut -f "$1" | grep -v '[^A-Za-z0-9._-]' | sort -u
}
_almanac_fields() {
  command almanac now --format tsv "${source[@]}" 2>/dev/null | head -n 1 | tr '\t' '\n'
}

_almanac() {
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
      -u | --units | -f | --format | -p | --provider | --max-age | --color | --line | -d | --days | --as-of | -s | --since | --until | -l | --last | --day | --month | --year | -e | --every | --within | --search | -o | --output | --timeout)
        [[ ${COMP_WORDS[i + 1]} != = ]] || ((i++))
        ((++i)) ;;
      overview | now | forecast | history | summary | records | normals | revisions | accuracy | when | cities | gaps | status | export | sql)
        [[ -n $command ]] || command=$word ;;
    esac
  done
  case $prev in
    --db) compopt -o default 2>/dev/null; return ;;
    --config) compopt -o default 2>/dev/null; return ;;
    -u | --units) words='metric imperial uk si' ;;
    -f | --format) words='table csv tsv json ndjson markdown'; [[ $command != export ]] || words='csv tsv ndjson json prometheus sqlite' ;;
    -p | --provider) words="all $(_almanac_column 3)" ;;
    --max-age) words='1h 3h' ;;
    --color) words='auto always never' ;;
    --line) return ;;
    -d | --days) return ;;
    --as-of) words='today yesterday -24h -7d' ;;
    -s | --since) words='today yesterday -24h -7d' ;;
    --until) words='today yesterday -24h -7d' ;;
    -l | --last) words='24h 7d' ;;
    --day) return ;;
    --month) return ;;
    --year) return ;;
    -e | --every) words='hour day week month year' ;;
    --within) words='24h 7d' ;;
    --search) return ;;
    -o | --output) compopt -o default 2>/dev/null; return ;;
    --timeout) words='24h 7d' ;;
    *)
      if [[ $cur == -* ]]; then
        case $command in
          overview) words='--line --watch' ;;
          now) words='--line --watch' ;;
          forecast) words='-d --days --as-of --blend --watch' ;;
          history) words='-s --since --until -l --last --day --month --year -e --every' ;;
          summary) words='--month --year' ;;
          accuracy) words='-s --since' ;;
          when) words='--within -s --since --until -l --last --day --month --year' ;;
          cities) words='--search' ;;
          status) words='--watch' ;;
          export) words='-f --format -o --output -s --since --until' ;;
          sql) words='--timeout' ;;
        esac
        words+=' --db --config -u --units -f --format --json --csv -p --provider --max-age -a --all --color -v --verbose -h --help --version'
      else
        case $command in
          '') words='overview now forecast history summary records normals revisions accuracy when cities gaps status export sql'; words+=" $(_almanac_column 1)" ;;
          overview | now | forecast | history | summary | records | normals | revisions | accuracy | when | cities | gaps | status) words+=" $(_almanac_column 1)" ;;
          export) words+=" observations current_conditions forecasts daily_forecast hourly_observed daily_observed observed_days sync_log gaps cities $(_almanac_column 1)" ;;
        esac
      fi ;;
  esac
  for word in $words; do
    [[ $word != "$cur"* ]] || COMPREPLY+=("$word")
  done
}

complete -F _almanac almanac
