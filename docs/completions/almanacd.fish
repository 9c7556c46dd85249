# Completion of almanacd for fish, made by `make man` from the table of its commands.

# Options of the line that say where the database is.
function __almanacd_source
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
function __almanacd_cities
    command -q almanac; or return
    command almanac status --format tsv (__almanacd_source) 2>/dev/null | tail -n +2 |
        cut -f 1,2 | sort -u
end
function __almanacd_services
    command -q almanac; or return
    command almanac status --format tsv (__almanacd_source) 2>/dev/null | tail -n +2 |
        cut -f 3 | sort -u
end
function __almanacd_fields
    command -q almanac; or return
    command almanac now --format tsv (__almanacd_source) 2>/dev/null | head -n 1 | tr '\t' '\n'
end
function __almanacd_mapping
    set -l start (string match -r -- '^.*=' (commandline -ct))
    and __almanacd_fields | string replace -r -- '^' $start
end

# Whether the command of the line is one of these; '' is none.
function __almanacd_is
    set -l command ''
    for word in (commandline -opc)[2..-1]
        if contains -- $word run sync check lookup backfill import backup prune rebuild migrate reprocess
            set command $word
            break
        end
    end
    contains -- "$command" $argv
end

complete -c almanacd -f
complete -c almanacd -n '__almanacd_is ""' -a run -d 'fetch on schedule until told to stop'
complete -c almanacd -n '__almanacd_is ""' -a sync -d 'fetch once'
complete -c almanacd -n '__almanacd_is ""' -a check -d 'show the settings and what they would do'
complete -c almanacd -n '__almanacd_is ""' -a lookup -d 'find the coordinates of a place'
complete -c almanacd -n '__almanacd_is ""' -a backfill -d 'fetch the past of cities'
complete -c almanacd -n '__almanacd_is ""' -a import -d 'add readings of files to the history'
complete -c almanacd -n '__almanacd_is ""' -a backup -d 'copy the database into one file'
complete -c almanacd -n '__almanacd_is ""' -a prune -d 'let old details go'
complete -c almanacd -n '__almanacd_is ""' -a rebuild -d 'make hours and days again of readings that are left'
complete -c almanacd -n '__almanacd_is ""' -a migrate -d 'bring the database to this version'
complete -c almanacd -n '__almanacd_is ""' -a reprocess -d 'decode kept replies again'
complete -c almanacd -n '__almanacd_is backfill' -a '(__almanacd_cities)'
complete -c almanacd -n '__almanacd_is import backup' -r -F
complete -c almanacd -n '__almanacd_is sync' -l due -d 'only cities that are due; for cron and timers'
complete -c almanacd -n '__almanacd_is sync' -s c -l city -x -a '(__almanacd_cities)' -d 'only this city; may be given again'
complete -c almanacd -n '__almanacd_is sync' -l record -x -a '(__fish_complete_directories)' -d 'keep every reply in DIR, keys removed'
complete -c almanacd -n '__almanacd_is check' -l online -d 'also ask each service once, about one of its cities'
complete -c almanacd -n '__almanacd_is lookup' -l near -x -d 'what is at these coordinates, by OpenWeatherMap'
complete -c almanacd -n '__almanacd_is lookup' -l country -x -d 'in this country, as FR'
complete -c almanacd -n '__almanacd_is lookup' -s p -l provider -x -a '(__almanacd_services)' -d 'the service that is asked'
complete -c almanacd -n '__almanacd_is lookup' -l offline -d 'ask the gazetteer, not the network'
complete -c almanacd -n '__almanacd_is lookup' -s n -l count -x -d 'at most so many places, 1 to 100'
complete -c almanacd -n '__almanacd_is backfill' -l from -x -d 'the first day: 2016-01-01, 2016-01 or 2016'
complete -c almanacd -n '__almanacd_is backfill' -l to -x -d 'the last day; yesterday if not given'
complete -c almanacd -n '__almanacd_is backfill' -s p -l provider -x -a '(__almanacd_services)' -d 'the service that is asked'
complete -c almanacd -n '__almanacd_is backfill' -l basis -x -a 'reanalysis model' -d 'values of an archive, or of forecast models only'
complete -c almanacd -n '__almanacd_is backfill' -l forecasts -d 'what was forecast 1 to 7 days before each day, for accuracy'
complete -c almanacd -n '__almanacd_is import' -s c -l city -x -a '(__almanacd_cities)' -d 'the city of the rows; where the file names cities, only its own'
complete -c almanacd -n '__almanacd_is import' -s p -l provider -x -a '(__almanacd_services)' -d 'whose readings they are; else the file says, or it is weewx or import'
complete -c almanacd -n '__almanacd_is import' -l map -x -a '(__almanacd_mapping)' -d 'what a column means; may be given again'
complete -c almanacd -n '__almanacd_is import' -l dry-run -d 'show what would be done, change nothing'
complete -c almanacd -n '__almanacd_is backup' -l force -d 'replace FILE if it is there'
complete -c almanacd -n '__almanacd_is prune' -l dry-run -d 'show what would be done, change nothing'
complete -c almanacd -n '__almanacd_is migrate' -l dry-run -d 'show what would be done, change nothing'
complete -c almanacd -n '__almanacd_is reprocess' -l dry-run -d 'show what would be done, change nothing'
complete -c almanacd -l config -r -F -d 'read this configuration'
complete -c almanacd -l db -r -F -d 'write this database'
complete -c almanacd -s q -l quiet -d 'print problems only'
complete -c almanacd -s v -l verbose -d 'say more'
complete -c almanacd -l log-format -x -a 'text json' -d 'how log lines are written, in place of log_format'
complete -c almanacd -s h -l help -d 'show this help'
complete -c almanacd -l version -d 'show the version'
