/// What the daemon's page says beyond its commands.
extension Page {
  static let signals = #"""
    .Sh SIGNALS
    .Bl -tag -width Ds
    .It Dv SIGTERM , SIGINT
    .Cm run
    cancels its requests, finishes the write in hand and exits with 0 within two
    seconds.
    .It Dv SIGHUP
    .Cm run
    reads the configuration again; if it is wrong it says why and keeps the old one.
    .It Dv SIGUSR1
    .Cm run
    fetches all cities now.
    .El

    """#

  static let service = #"""
    .Sh SERVICE
    .Pa almanacd.service
    runs it as the user
    .Sy almanac ,
    without privileges and with no writable folder but
    .Pa /var/lib/almanac .
    Its watchdog is fed by the loop that schedules.
    .Pp
    Without a daemon,
    .Pa almanacd-sync.timer
    fetches what is due every five minutes; a line of
    .Pa /etc/cron.d/almanac
    can do the same:
    .Pp
    .Dl "*/5 * * * *  almanac  almanacd sync \-\-due \-\-quiet"
    .Pp
    A key lies in
    .Pa /etc/credstore/ Ns Ar NAME ,
    which only root may read, and is handed over as the service starts.
    .Pp
    Who is to read the history becomes a member of the group:
    .Pp
    .Dl "usermod \-aG almanac NAME"

    """#

  static let daemonSurroundings = #"""
    .Sh ENVIRONMENT
    .Bl -tag -width Ds
    .It Ev ALMANAC_CONFIG
    The configuration, unless
    .Fl \-config
    names one.
    .It Ev ALMANAC_DB
    The database, unless
    .Fl \-db
    names one.
    .It Ev ALMANAC_GAZETTEER
    The file of places, instead of the installed one.
    .It Ev ALMANAC_KEY_ Ns Ar NAME
    The key of the service of that name, in capitals and with
    .Sq _
    for
    .Sq \- .
    .It Ev CREDENTIALS_DIRECTORY , STATE_DIRECTORY
    Set by
    .Xr systemd 1 :
    where keys are, one a file, and where the database is.
    .It Ev NOTIFY_SOCKET , WATCHDOG_USEC , WATCHDOG_PID
    Set by
    .Xr systemd 1 :
    where
    .Cm run
    says how it stands, and how often.
    .It Ev JOURNAL_STREAM
    Set by
    .Xr systemd 1 :
    lines of the log then begin with a level instead of the time.
    .It Ev TZ
    The zone of schedules for which the configuration names none.
    .It Ev XDG_CONFIG_HOME , XDG_STATE_HOME
    Where a user's own configuration and database are, in
    .Pa almanac .
    The defaults are
    .Pa \(ti/.config
    and
    .Pa \(ti/.local/state .
    .It Ev https_proxy , http_proxy , all_proxy , no_proxy
    The proxy to use, but never for this machine itself.
    .El
    .Sh FILES
    .Bl -tag -width Ds
    .It Pa /etc/almanac/almanac.toml
    The configuration, unless
    .Pa \(ti/.config/almanac/almanac.toml
    is there.
    .It Pa /var/lib/almanac/almanac.db
    The history of root and of the service; that of other users is
    .Pa \(ti/.local/state/almanac/almanac.db .
    Beside it are
    .Pa almanac.db-wal
    and
    .Pa almanac.db-shm ,
    which belong to it, locks, and
    .Pa almanac.db.corrupt- Ns Ar DATE :
    a damaged database that was set aside.
    .It Pa /etc/credstore/ Ns Ar NAME
    The key of a service, for the units.
    .It Pa PREFIX/share/almanac/gazetteer.db
    Places by name, if it was installed
    .Pq GeoNames, CC BY 4.0 .
    .El

    """#
}
