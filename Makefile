# The same commands without make: tools/play, tools/test, tools/lint.
PORT ?= 8080
export PORT

.PHONY: help play test lint clean

help:  ## says what there is
	@sed -n 's/^\([a-z]*\):.*## /make \1	/p' Makefile

play:  ## a pretend table in your browser: http://localhost:8080 (PORT=9000 make play for another)
	@sh tools/play

test:  ## everything: ruff, mypy, all tests; installs what it needs (PYTHON=python3.13 make test)
	@sh tools/test

lint:  ## ruff and mypy alone
	@sh tools/lint

clean:  ## forgets what was built and fetched; the evenings in .play stay
	rm -rf .venv .venv-* build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
