# shellcheck shell=sh
# The program with the Python packages that it was tested with, for whatever carries both: the Debian
# package and the one file. The same source gives the same bytes.
#
# Read by tools/deb and tools/pyz after tools/setup.sh, once that has VENV ready.

# program FOLDER: puts both there.
program() {
    vendored "$1"
    cp -R companion "$1/companion"
    find "$1/companion" -name __pycache__ -type d -prune -exec rm -rf {} +
    find "$1/companion" -name '*.po' -delete -o -name '*.pot' -delete
}

# What pip asks for as Python 3.11 on a PC is the same on every machine; no compiled file stays.
vendored() {
    "$VENV/bin/python" -m pip install --quiet --disable-pip-version-check --no-warn-conflicts \
        --target "$1" --no-compile --no-deps --only-binary :all: --require-hashes \
        --platform manylinux2014_x86_64 --implementation cp --python-version 3.11 \
        --requirement systemd/debian/vendored.txt ||
        stop "The Python packages could not be fetched. Is this machine online? Then say it again."
    rm -rf "$1/bin" "$1/share"
    find "$1" -name '*.so' -delete -o -name '*.c' -delete -o -name '*.pyi' -delete
    # These speak of how they were fetched; the makers' own words and licences stay.
    find "$1" -path '*.dist-info/*' \( -name RECORD -o -name INSTALLER -o -name REQUESTED \
        -o -name WHEEL -o -name direct_url.json \) -delete
}

# Sets when the source was written, which every date in there is; of an unpacked archive the newest
# file says it.
source_date() {
    SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(
        git log -1 --format=%ct 2>/dev/null ||
            find companion systemd -type f -exec stat -c %Y {} + | sort -n | tail -n 1
    )}
    export SOURCE_DATE_EPOCH
}
