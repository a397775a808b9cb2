# The same commands without make: tools/play, tools/demo, tools/test, tools/soak,
# tools/test-gpio, tools/pyz, tools/deb, tools/install, tools/test-install, tools/pictures, tools/icons,
# tools/wiring, tools/papers, tools/sheets, tools/bench, tools/audit,
# tools/lint.
PORT ?= 8080
export PORT BOARD

.PHONY: help play demo test test-all test-gpio soak pyz deb install uninstall test-install pictures icons wiring papers sheets bench bench-peers audit lint clean

help:  ## says what there is
	@sed -n 's/^\([a-z-]*\):.*## /make \1	/p' Makefile

play:  ## a pretend table in your browser, port 8080 or PORT=9000; BOARD=sim: on the touch board's program
	@sh tools/play

demo:  ## robots play all games in turn on the wall, for ever (PORT=9000 make demo; one alone: sh tools/demo --game split)
	@sh tools/demo

test:  ## ruff, mypy, all tests, of screens a third; installs what it needs (PYTHON=python3.13 make test)
	@sh tools/test

test-all:  ## the same with all tests of screens
	@SAMPLE= sh tools/test

test-gpio:  ## the sensors on real Linux pins and the real lgpio, in a small machine of their own
	@sh tools/test-gpio

soak:  ## ten thousand robot games, hundreds of pulled plugs, make test on clean Debians (needs root): some hours
	@sh tools/soak

pyz:  ## one file that plays with Python 3.11 alone, on any computer: dist/splash-companion.pyz
	@sh tools/pyz

deb:  ## the Debian package for a Pi, which needs no network: dist/splash-companion_<version>_all.deb
	@sh tools/deb

install:  ## that package on this machine: sudo make install
	@sh tools/install

uninstall:  ## and off it again; your evenings stay: sudo make uninstall
	@sh tools/install remove

test-install:  ## the package, and the README's two commands, on clean Debian 12 and 13; needs root (systemd-nspawn)
	@sh tools/test-install

pictures:  ## the README's screenshots: robots play before a real browser (docs/pictures)
	@sh tools/pictures

icons:  ## the home screen's icons, drawn anew from companion/web/static/favicon.svg
	@sh tools/icons

wiring:  ## the table's wiring, drawn anew from hardware/pinout.toml (WireViz, graphviz)
	@sh tools/wiring

papers:  ## a builder's sheets and printed parts, made anew: hardware/papers, hardware/print
	@sh tools/papers

sheets:  ## PDFs of all that games have to print, drawn anew by rsvg-convert: companion/sheets/pdf
	@sh tools/sheets

bench:  ## every figure beside a floor, as a table and bench.json; half an hour on a quiet machine
	@sh tools/bench

bench-peers:  ## the rules beside rlcard, and the table beside OctoPrint; it fetches both
	@sh tools/bench peers octoprint

audit:  ## what is known against the packages and scripts of others that we ship; wants the network, and npm
	@sh tools/audit

lint:  ## ruff and mypy alone
	@sh tools/lint

clean:  ## forgets what was built and fetched; the evenings in .play stay
	rm -rf .venv .venv-* build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
