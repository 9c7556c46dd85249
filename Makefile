# Almanac. `make` alone builds; `make help` lists the targets.

prefix     = /usr/local
bindir     = $(prefix)/bin
libdir     = $(prefix)/lib
docdir     = $(prefix)/share/doc/almanac
datadir    = $(prefix)/share/almanac
mandir     = $(prefix)/share/man
bashdir    = $(prefix)/share/bash-completion/completions
zshdir     = $(prefix)/share/zsh/site-functions
fishdir    = $(prefix)/share/fish/vendor_completions.d
unitdir    = $(libdir)/systemd/system
sysconfdir = /etc
DESTDIR   ?=

SWIFT      = swift
SWIFT_SOURCES = Package.swift Sources Tests Benchmarks/Decoding Fuzz/DecoderFuzz.swift
# For each decoder.
FUZZ_SECONDS = 600
# Each a month of a daemon's life in a tenth of a second, or half a second of `make months`.
SIMULATION_SEEDS = 1000
# At random instants, half of them while a daemon runs.
KILLS = 500
# One month of `make months` by its seed, telling all that happened in it.
SIMULATION_SEED =
# A mistake to make, to see that it is found: almanac-simulation without words lists them.
SIMULATION_MISTAKE =
# For every build and test, for example -Xswiftc -warnings-as-errors.
SWIFTFLAGS =
RELEASE    = .build/release
GAZETTEER  = .build/gazetteer.db
UNITS      = almanacd.service almanacd-sync.service almanacd-sync.timer

BUILD_PACKAGES = ca-certificates g++ libcurl4-openssl-dev libhowardhinnant-date-dev \
  libsqlite3-dev libtomlplusplus-dev pkg-config tzdata
TEST_PACKAGES  = openssl python3 sqlite3
MACHINE_PACKAGES = binutils busybox-static e2fsprogs openssl qemu-system-x86 socat sqlite3
BENCH_PACKAGES = libsimdjson-dev python3 sqlite3

.DEFAULT_GOAL = build
.PHONY: build gazetteer demo test kill disk-full soak simulation months fuzz bench lint man deb \
  deb-check machine-check format install uninstall packages clean help toolchain

build: packages toolchain ## Build release binaries into .build/release
	$(SWIFT) build -c release --static-swift-stdlib --disable-local-rpath $(SWIFTFLAGS)
	@# The linker writes page by page, as memory. Written in one piece, a program lies in the system's
	@# cache in larger ones, as when it is installed: a start takes a tenth less. Not `almanacd`, which
	@# starts once, and would hold more of itself in memory.
	@cp -p $(RELEASE)/almanac $(RELEASE)/almanac.linked \
	  && cp -pf $(RELEASE)/almanac.linked $(RELEASE)/almanac && rm $(RELEASE)/almanac.linked

gazetteer: ## Build the places for looking cities up without a network (GeoNames, CC BY 4.0)
	scripts/packages python3 python3-pip
	scripts/gazetteer $(GAZETTEER)

demo: build ## Sync a few cities and show them: live if the service can be reached, else replayed
	scripts/demo $(RELEASE)

test: packages toolchain ## Run the tests
	scripts/packages $(TEST_PACKAGES)
	scripts/test $(SWIFT) $(SWIFTFLAGS)

kill: packages toolchain ## Kill the programs KILLS (500) times at random instants (minutes)
	scripts/packages $(TEST_PACKAGES)
	ALMANAC_KILLS=$(KILLS) $(SWIFT) test --disable-xctest --filter KillTests $(SWIFTFLAGS)

disk-full: packages toolchain ## Fill a file system of 8 MiB under the programs; needs root
	@test "$$(id -u)" = 0 || { echo "Mounting takes root." >&2; exit 1; }
	scripts/packages $(TEST_PACKAGES)
	$(SWIFT) test --disable-xctest --filter 'DiskTests|WriteFaultTests|OutboxTests' $(SWIFTFLAGS)

soak: packages toolchain ## Run the tests of programs with more kills and longer faults (minutes)
	scripts/packages $(TEST_PACKAGES)
	ALMANAC_SOAK=1 $(SWIFT) test --disable-xctest --filter 'EndToEndTests|MonthTests' $(SWIFTFLAGS)

simulation: packages toolchain ## Live through SIMULATION_SEEDS (1000) months of outages
	ALMANAC_SEEDS=$(SIMULATION_SEEDS) $(SWIFT) test --disable-xctest --filter OutageSimulation \
	  $(SWIFTFLAGS)

months: packages toolchain ## Live through SIMULATION_SEEDS (1000) months of every trouble, or SIMULATION_SEED
	$(SWIFT) build -c release --static-swift-stdlib --disable-local-rpath \
	  --product almanac-simulation $(SWIFTFLAGS)
	$(RELEASE)/almanac-simulation $(or $(SIMULATION_SEED),1 $(SIMULATION_SEEDS)) $(SIMULATION_MISTAKE)

bench: build ## Measure against the limits and print the ratios
	scripts/packages $(BENCH_PACKAGES)
	Benchmarks/run $(RELEASE)

deb: build ## Pack binaries, units, pages and places as a Debian package, into .build/deb
	scripts/packages debhelper dpkg-dev
	test -e $(GAZETTEER) || $(MAKE) gazetteer || \
	  echo "Goes on without a gazetteer: the package finds places by the network alone."
	packaging/deb $(RELEASE) .build/deb

deb-check: deb ## Check that package with lintian, and in a bare Debian (root)
	scripts/packages lintian mmdebstrap python3
	Tests/packaging/check .build/deb/almanac_*.deb $(RELEASE)/almanac-replay Fixtures/replay

machine-check: build ## Set clocks, sleep, lose links and power on a kernel of its own, in qemu
	scripts/packages $(MACHINE_PACKAGES)
	Tests/machine/check $(RELEASE) Fixtures/replay

fuzz: packages toolchain ## Feed each decoder mutated replies for FUZZ_SECONDS (600)
	Fuzz/run $(FUZZ_SECONDS)

lint: toolchain ## Check the format of the sources; says nothing when all is well
	$(SWIFT) format lint --strict --parallel --recursive $(SWIFT_SOURCES)

man: packages toolchain ## Make man pages and completions of the programs' own tables
	$(SWIFT) run $(SWIFTFLAGS) almanac-manual docs

format: toolchain ## Rewrite the sources in the project's format
	$(SWIFT) format --in-place --parallel --recursive $(SWIFT_SOURCES)

# Copies what `make build` made; never builds, so that root needs no Swift. What the README links to
# in the repository only is left out of the installed one.
install: ## Install programs, units, man pages, completions, configuration, docs (DESTDIR, prefix)
	@test -x $(RELEASE)/almanacd && test -x $(RELEASE)/almanac || \
	  { echo "Nothing is built yet: run 'make build' first." >&2; exit 1; }
	install -d "$(DESTDIR)$(bindir)" "$(DESTDIR)$(unitdir)" "$(DESTDIR)$(libdir)/sysusers.d" \
	  "$(DESTDIR)$(libdir)/tmpfiles.d" "$(DESTDIR)$(docdir)" "$(DESTDIR)$(sysconfdir)/almanac" \
	  "$(DESTDIR)$(mandir)/man1" "$(DESTDIR)$(mandir)/man5" "$(DESTDIR)$(mandir)/man8" \
	  "$(DESTDIR)$(bashdir)" "$(DESTDIR)$(zshdir)" "$(DESTDIR)$(fishdir)"
	install -s -m 755 $(RELEASE)/almanacd $(RELEASE)/almanac "$(DESTDIR)$(bindir)"
	for unit in $(UNITS); do \
	  sed 's|/usr/|$(prefix)/|' systemd/$$unit >"$(DESTDIR)$(unitdir)/$$unit" \
	    && chmod 644 "$(DESTDIR)$(unitdir)/$$unit" || exit 1; \
	done
	install -m 644 systemd/almanac.sysusers "$(DESTDIR)$(libdir)/sysusers.d/almanac.conf"
	install -m 644 systemd/almanac.tmpfiles "$(DESTDIR)$(libdir)/tmpfiles.d/almanac.conf"
	for section in 1 5 8; do \
	  install -m 644 docs/man/*.$$section "$(DESTDIR)$(mandir)/man$$section" || exit 1; \
	done
	for program in almanac almanacd; do \
	  install -m 644 docs/completions/$$program.bash "$(DESTDIR)$(bashdir)/$$program" \
	    && install -m 644 docs/completions/_$$program "$(DESTDIR)$(zshdir)" \
	    && install -m 644 docs/completions/$$program.fish "$(DESTDIR)$(fishdir)" || exit 1; \
	done
	install -m 644 CHANGELOG.md LICENSE docs/*.* "$(DESTDIR)$(docdir)"
	sed -e '/](systemd)/d; /](CONTRIBUTING.md)/d; /](Benchmarks)/d' -e 's|](docs/|](|g' README.md \
	  >"$(DESTDIR)$(docdir)/README.md" && chmod 644 "$(DESTDIR)$(docdir)/README.md"
	test ! -e $(GAZETTEER) || { install -d "$(DESTDIR)$(datadir)" && \
	  install -m 644 $(GAZETTEER) "$(DESTDIR)$(datadir)"; }
	test -e "$(DESTDIR)$(sysconfdir)/almanac/almanac.toml" || \
	  install -m 644 docs/almanac.toml "$(DESTDIR)$(sysconfdir)/almanac/almanac.toml"

uninstall: ## Remove what install put there; configuration and history stay
	rm -f "$(DESTDIR)$(bindir)/almanacd" "$(DESTDIR)$(bindir)/almanac" \
	  "$(DESTDIR)$(libdir)/sysusers.d/almanac.conf" "$(DESTDIR)$(libdir)/tmpfiles.d/almanac.conf"
	cd "$(DESTDIR)$(unitdir)" && rm -f $(UNITS)
	cd "$(DESTDIR)$(mandir)" && rm -f man1/almanac.1 man5/almanac.toml.5 man5/almanac-schema.5 \
	  man8/almanacd.8
	for program in almanac almanacd; do \
	  rm -f "$(DESTDIR)$(bashdir)/$$program" "$(DESTDIR)$(zshdir)/_$$program" \
	    "$(DESTDIR)$(fishdir)/$$program.fish"; \
	done
	rm -rf "$(DESTDIR)$(docdir)" "$(DESTDIR)$(datadir)"

packages: ## Install missing Debian packages as root; else print the line that does
	@scripts/packages $(BUILD_PACKAGES)

toolchain:
	@command -v $(SWIFT) >/dev/null || { echo "Almanac is built with Swift 6.2 or newer, and no" \
	  "'$(SWIFT)' is on the PATH. Get a toolchain from https://www.swift.org/install/linux/" >&2; \
	  exit 1; }

clean: ## Remove everything that was built
	rm -rf .build Benchmarks/build Fuzz/build

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
