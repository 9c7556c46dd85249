# Completion of almanac for fish, made by `make man` from the table of its commands.

# Options of the line that say where the database is.
function __almanac_source
    set -l words (commandline -opc)
    for i in (seq 2 (count $words))
        switch $words[$i]
            case '--db=*' '--config=*'
                echo -- (string replace -r -- '=~/' "=$HOME/" $words[$i])
            case --db --config
                test (count $words) -gt $i
                and echo -- $words[$i]=(string replace -r -- '^~/' "$HOME/" $words[(math $i + 1)])
        end
    end
end

# Cities with their names, services, and columns, as almanac finds them.
function __almanac_cities
    command -q almanac; or return
    command almanac status --format tsv (__almanac_source) 2>/dev/null | tail -n +2 |
        cut -f 1,2 | sort -u
end
function __almanac_services
    command -q almanac; or return
    command almanac status --format tsv (__almanac_source) 2>/dev/null | tail -n +2 |
        cut -f 3 | sort -u
end
function __almanac_fields
    command -q almanac; or return
    command almanac now --format tsv (__almanac_source) 2>/dev/null | head -n 1 | tr '\t' '\n'
end
function __almanac_mapping
    set -l start (string match -r -- '^.*=' (commandline -ct))
    and __almanac_fields | string replace -r -- '^' $start
end

# Whether the command of the line is one of these; '' is none.
function __almanac_is
    set -l command ''
    for word in (commandline -opc)[2..-1]
        if contains -- $word overview now forecast history summary records normals revisions accuracy when cities gaps status export sql
            set command $word
            break
        end
    end
    contains -- "$command" $argv
end

complete -c almanac -f
complete -c almanac -n '__almanac_is ""' -a overview -d 'the weather at a glance; what almanac does without a command'
complete -c almanac -n '__almanac_is ""' -a now -d 'the newest readings'
complete -c almanac -n '__almanac_is ""' -a forecast -d 'the coming days'
complete -c almanac -n '__almanac_is ""' -a history -d 'readings of the past'
complete -c almanac -n '__almanac_is ""' -a summary -d 'what a month or a year amounts to'
complete -c almanac -n '__almanac_is ""' -a records -d 'the extremes of all days that are known'
complete -c almanac -n '__almanac_is ""' -a normals -d 'what is usual on a day of the year'
complete -c almanac -n '__almanac_is ""' -a revisions -d 'how a day\'s forecast changed, and what the day was'
complete -c almanac -n '__almanac_is ""' -a accuracy -d 'how good each service\'s forecasts were'
complete -c almanac -n '__almanac_is ""' -a when -d 'forecast days or readings that meet a condition'
complete -c almanac -n '__almanac_is ""' -a cities -d 'the places that are kept'
complete -c almanac -n '__almanac_is ""' -a gaps -d 'times without readings, and why'
complete -c almanac -n '__almanac_is ""' -a status -d 'is everything fresh, and what failed'
complete -c almanac -n '__almanac_is ""' -a export -d 'what is kept, for other programs'
complete -c almanac -n '__almanac_is ""' -a sql -d 'ask the database in SQL'
complete -c almanac -n '__almanac_is "" overview now forecast history summary records normals revisions accuracy when cities gaps status' -a '(__almanac_cities)'
complete -c almanac -n '__almanac_is export' -a 'observations current_conditions forecasts daily_forecast hourly_observed daily_observed observed_days sync_log gaps cities (__almanac_cities)'
complete -c almanac -n '__almanac_is overview' -l line -x -d 'print a line a city, as \'%l %c %t\', and nothing else'
complete -c almanac -n '__almanac_is overview' -l watch -d 'stay, and redraw when something changed; looks every 2 s or SECONDS'
complete -c almanac -n '__almanac_is now' -l line -x -d 'print a line a city, as \'%l %c %t\', and nothing else'
complete -c almanac -n '__almanac_is now' -l watch -d 'stay, and redraw when something changed; looks every 2 s or SECONDS'
complete -c almanac -n '__almanac_is forecast' -s d -l days -x -d 'days to show, from today (default 7)'
complete -c almanac -n '__almanac_is forecast' -l as-of -x -a 'today yesterday -24h -7d' -d 'what was forecast at this time'
complete -c almanac -n '__almanac_is forecast' -l blend -d 'the services as one, each weighed by how good it was here'
complete -c almanac -n '__almanac_is forecast' -l watch -d 'stay, and redraw when something changed; looks every 2 s or SECONDS'
complete -c almanac -n '__almanac_is history' -s s -l since -x -a 'today yesterday -24h -7d' -d 'from this time on'
complete -c almanac -n '__almanac_is history' -l until -x -a 'today yesterday -24h -7d' -d 'up to this time; a date means its end'
complete -c almanac -n '__almanac_is history' -s l -l last -x -a '24h 7d' -d 'the time up to now, as 36h or 7d'
complete -c almanac -n '__almanac_is history' -l day -x -d 'only this day of the place\'s own calendar'
complete -c almanac -n '__almanac_is history' -l month -x -d 'only this month, as 2026-11'
complete -c almanac -n '__almanac_is history' -l year -x -d 'only this year'
complete -c almanac -n '__almanac_is history' -s e -l every -x -a 'hour day week month year' -d 'one row a period, with least, mean and most'
complete -c almanac -n '__almanac_is summary' -l month -x -d 'only this month, as 2026-11'
complete -c almanac -n '__almanac_is summary' -l year -x -d 'only this year'
complete -c almanac -n '__almanac_is accuracy' -s s -l since -x -a 'today yesterday -24h -7d' -d 'from this time on'
complete -c almanac -n '__almanac_is when' -l within -x -a '24h 7d' -d 'only forecast days that begin within this time, as 36h or 3d'
complete -c almanac -n '__almanac_is when' -s s -l since -x -a 'today yesterday -24h -7d' -d 'from this time on'
complete -c almanac -n '__almanac_is when' -l until -x -a 'today yesterday -24h -7d' -d 'up to this time; a date means its end'
complete -c almanac -n '__almanac_is when' -s l -l last -x -a '24h 7d' -d 'the time up to now, as 36h or 7d'
complete -c almanac -n '__almanac_is when' -l day -x -d 'only this day of the place\'s own calendar'
complete -c almanac -n '__almanac_is when' -l month -x -d 'only this month, as 2026-11'
complete -c almanac -n '__almanac_is when' -l year -x -d 'only this year'
complete -c almanac -n '__almanac_is cities' -l search -x -d 'only cities with TEXT in name, slug, region or country'
complete -c almanac -n '__almanac_is status' -l watch -d 'stay, and redraw when something changed; looks every 2 s or SECONDS'
complete -c almanac -n '__almanac_is export' -s f -l format -x -a 'csv tsv ndjson json prometheus sqlite' -d 'how to write; without it as the end of FILE\'s name says, else csv'
complete -c almanac -n '__almanac_is export' -s o -l output -r -F -d 'write FILE, whole or not at all, in place of standard output'
complete -c almanac -n '__almanac_is export' -s s -l since -x -a 'today yesterday -24h -7d' -d 'from this time on'
complete -c almanac -n '__almanac_is export' -l until -x -a 'today yesterday -24h -7d' -d 'up to this time; a date means its end'
complete -c almanac -n '__almanac_is sql' -l timeout -x -a '24h 7d' -d 'give up after so much work (default 60s)'
complete -c almanac -l db -r -F -d 'read this database'
complete -c almanac -l config -r -F -d 'read this configuration'
complete -c almanac -s u -l units -x -a 'metric imperial uk si' -d 'units to print in'
complete -c almanac -n 'not __almanac_is export' -s f -l format -x -a 'table csv tsv json ndjson markdown' -d 'how to print'
complete -c almanac -l json -d 'short for --format json'
complete -c almanac -l csv -d 'short for --format csv'
complete -c almanac -s p -l provider -x -a 'all (__almanac_services)' -d 'values of this service, or of all'
complete -c almanac -l max-age -x -a '1h 3h' -d 'exit 1 if something shown is older, for example 2h'
complete -c almanac -s a -l all -d 'also cities that are no longer in the list'
complete -c almanac -l color -x -a 'auto always never' -d 'when to use colour'
complete -c almanac -s v -l verbose -d 'say more'
complete -c almanac -s h -l help -d 'show this help'
complete -c almanac -l version -d 'show the version'
