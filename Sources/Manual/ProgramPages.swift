import CommandLine

extension Page {
  /// almanac(1).
  static var almanac: Page {
    let sections = ProgramSections(program: .almanac)
    return Page(
      "almanac", section: 1, Program.almanac.summary, synopsis: sections.synopsis,
      #"""
      .Sh DESCRIPTION
      .Nm
      answers from the SQLite file that
      .Xr almanacd 8
      keeps: what the weather is, what it was, what was forecast, and how old that
      knowledge is.
      It never touches a network, and never changes the file.
      It reads in any state of it: while the daemon writes, after it was stopped or
      killed, as another user without write permission, on a read-only disk.
      .Pp
      Without a command it shows the weather at a glance.
      Options may stand before the command, after it and between its words; of two
      values the last one counts.
      After
      .Fl \-
      no word is an option.
      .Sh COMMANDS

      """# + sections.commands + ".Sh OPTIONS\nThese are taken by every command:\n"
        + sections.sharedOptions + times + templates + almanacSurroundings
        + ".Sh EXIT STATUS\n" + sections.exits + ".Sh EXAMPLES\n" + sections.examples
          + #"""
          .Sh SEE ALSO
          .Xr sqlite3 1 ,
          .Xr almanac-schema 5 ,
          .Xr almanac.toml 5 ,
          .Xr almanacd 8

          """#)
  }

  private static let times = #"""
    .Sh TIMES AND LENGTHS
    A
    .Ar TIME
    is in the city's own time, and one of
    .Pp
    .Bl -tag -width "2026-11-01T06:00+01:00" -compact
    .It Li 2026 , 2026\-11 , 2026\-11\-01
    a year, a month or a day: the whole of it.
    .Fl \-until Li 2026\-11\-01
    includes that day.
    .It Li 2026\-11\-01T06:00
    a moment of the city's clocks.
    .It Li 2026\-11\-01T06:00:00+01:00
    an instant, as the formats for programs print it.
    .It Li today , yesterday
    a day.
    .It Li \-36h , \-7d
    so long before now.
    .El
    .Pp
    A
    .Ar LENGTH
    or
    .Ar AGE
    is a whole number and
    .Cm s , m , h , d , w
    or
    .Cm y .

    """#

  /// The letters of `--line`.
  private static var templates: String {
    #"""
    .Sh TEMPLATES
    In the
    .Ar TEMPLATE
    of
    .Fl \-line
    these stand for values, in the units of
    .Fl \-units ;
    anything else stands for itself, and what is not known is a dash.

    """#
      + Mdoc.list(
        LineLetter.allCases.map {
          (
            "Li \\&%\($0.rawValue)",
            "\($0.meaning.prefix(1).uppercased())\($0.meaning.dropFirst())."
          )
        } + [("Li \\&%%", "A per cent sign.")])
  }

  private static let almanacSurroundings = #"""
    .Sh ENVIRONMENT
    .Bl -tag -width Ds
    .It Ev ALMANAC_DB
    The database, unless
    .Fl \-db
    names one.
    .It Ev ALMANAC_CONFIG
    The configuration, unless
    .Fl \-config
    names one.
    .It Ev LC_ALL , LC_MEASUREMENT , LANG
    The first that is not empty names the country by which units are chosen where
    neither
    .Fl \-units
    nor the configuration does.
    .It Ev NO_COLOR
    If not empty, nothing is coloured unless
    .Fl \-color Cm always
    asks for it.
    .It Ev XDG_STATE_HOME , XDG_CONFIG_HOME
    Where a user's own database and configuration are, in
    .Pa almanac .
    The defaults are
    .Pa \(ti/.local/state
    and
    .Pa \(ti/.config .
    .El
    .Sh FILES
    The first that is there of
    .Pp
    .Bl -tag -width Ds -compact
    .It Pa \(ti/.local/state/almanac/almanac.db
    the user's own history
    .It Pa /var/lib/almanac/almanac.db
    the history of the machine's daemon: members of the group
    .Sy almanac
    may read it
    .El
    .Pp
    unless the configuration names another one.
    Of the configuration,
    .Xr almanac.toml 5 ,
    only
    .Cm database
    and
    .Cm units
    count here.

    """#

  /// almanacd(8).
  static var almanacd: Page {
    let sections = ProgramSections(program: .almanacd)
    return Page(
      "almanacd", section: 8, Program.almanacd.summary, synopsis: sections.synopsis,
      #"""
      .Sh DESCRIPTION
      .Nm
      fetches current conditions and daily forecasts of the cities in
      .Xr almanac.toml 5
      from public weather services, and writes them to one SQLite file, which
      .Xr almanac 1
      reads.
      It runs for ever
      .Pq Cm run ,
      or once
      .Pq Cm sync
      from cron or a timer of
      .Xr systemd 1 .
      .Pp
      Offline is a normal state.
      The daemon waits for no network at its start, tries again with growing pauses,
      at once when the network returns, and then fills the gap from services that
      have past hours.
      .Pp
      One
      .Cm run
      or
      .Cm sync
      works on a database at a time; a second one exits with 75 and names the first.
      The other commands work beside it.
      .Sh COMMANDS

      """# + sections.commands + ".Sh OPTIONS\nThese are taken by every command:\n"
        + sections.sharedOptions + signals + service + daemonSurroundings
        + ".Sh EXIT STATUS\n" + sections.exits
        + "After 64, 65, 73, 77 and 78 the unit is not started again: that would mend none.\n"
        + ".Sh EXAMPLES\n" + sections.examples
          + #"""
          .Sh SEE ALSO
          .Xr almanac 1 ,
          .Xr systemctl 1 ,
          .Xr almanac-schema 5 ,
          .Xr almanac.toml 5

          """#)
  }
}
