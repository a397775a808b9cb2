# The same commands without make: tools/play, tools/demo, tools/test, tools/soak,
# tools/pictures, tools/wiring, tools/bench, tools/lint.
PORT ?= 8080
export PORT

.PHONY: help play demo test soak pictures wiring bench bench-peers lint clean

help:  ## says what there is
	@sed -n 's/^\([a-z-]*\):.*## /make \1	/p' Makefile

play:  ## a pretend table in your browser: http://localhost:8080 (PORT=9000 make play for another)
	@sh tools/play

demo:  ## robots play it on the wall, for ever; anybody may take a seat (PORT=9000 make demo)
	@sh tools/demo

test:  ## everything: ruff, mypy, all tests; installs what it needs (PYTHON=python3.13 make test)
	@sh tools/test

soak:  ## ten thousand robot games, fifty at a table, hundreds of pulled plugs: a quarter of an hour
	@sh tools/soak

pictures:  ## the README's screenshots: robots play before a real browser (docs/pictures)
	@sh tools/pictures

wiring:  ## the table's wiring, drawn anew from hardware/pinout.toml (WireViz, graphviz)
	@sh tools/wiring

bench:  ## every figure beside a floor, as a table and bench.json; half an hour on a quiet machine
	@sh tools/bench

bench-peers:  ## the rules beside rlcard, which it fetches
	@sh tools/bench peers

lint:  ## ruff and mypy alone
	@sh tools/lint

clean:  ## forgets what was built and fetched; the evenings in .play stay
	rm -rf .venv .venv-* build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
