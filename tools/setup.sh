# shellcheck shell=sh
# Makes this folder ready to play or to test, and does nothing when it already is.
#
# Read by tools/play, tools/test and tools/lint (". tools/setup.sh") from the project's folder.
# Plain POSIX sh, for macOS too. Must not touch anything outside the project's folder except
# Debian packages, which it names before it installs them.

# What `make test` needs from Debian beside a browser: fonts, or its pictures show boxes, a library
# of the program that drives the browser, which a small Debian 12 lacks, and systemd's tools, which
# read the service's files (nothing of it is started); and the engines of other people's phones and
# laptops: Firefox, and WebKit on a screen that nobody sees.
TEST_PACKAGES="fonts-dejavu-core fonts-noto-color-emoji fonts-tlwg-loma-ttf fonts-lao fonts-khmeros fonts-lohit-deva fonts-lohit-taml fonts-lohit-beng-bengali fonts-sil-abyssinica fonts-wqy-microhei libatomic1 systemd firefox-esr webkit2gtk-driver xvfb gcc-avr avr-libc libsimavr-dev gcc libc6-dev make clang libclang-rt-dev librsvg2-bin poppler-utils"

# What `make play BOARD=sim` needs: the touch board's chip as a library, and what builds our board on it.
BOARD_PACKAGES="libsimavr-dev gcc libc6-dev make"

# What `make test-gpio` needs: a machine to play in, and what its kernel is built from and with.
GPIO_PACKAGES="qemu-system-x86 linux-source gcc libc6-dev make flex bison bc libelf-dev xz-utils"

# What `make test-install` needs: clean Debians, machines to start them in, and the wall on a screen
# that nobody sees; and what makes sticks of all forms.
INSTALL_PACKAGES="mmdebstrap systemd-container debian-archive-keyring cage chromium xvfb xwayland fonts-dejavu-core dosfstools exfatprogs qemu-system-x86"

say() {
    printf '%s\n' "$*" >&2
}

stop() {
    say "$@"
    exit 1
}

# ready play | board | test | gpio | install | wiring | papers | sheets: sets VENV to a virtual environment that has
# what is needed.
ready() {
    choose_python
    VENV=$(venv_name "$PYTHON")
    stamp="$VENV/.ready-$1"
    [ "$1" != board ] || stamp="$VENV/.ready-play" # it is played with the same packages of Python
    # shellcheck disable=SC2046  # a list of words; all at once, so that nobody is asked twice
    debian_packages $(needed_packages "$1")
    if is_current "$stamp"; then
        return
    fi
    make_venv
    compiles=
    case $1 in
        # A tenth of it is ever imported by a test, and compiled then.
        test | gpio | install) what='.[dev]' compiles=--no-compile ;;
        wiring) what='.[wiring]' ;;
        *) what='.' ;;
    esac
    say "Fetching the Python packages into $VENV (only the first time takes a minute)."
    # shellcheck disable=SC2086  # one word, or none
    "$VENV/bin/python" -m pip install --quiet --disable-pip-version-check $compiles --editable "$what" ||
        stop "The Python packages could not be fetched. Is this machine online? Then say it again."
    stamp_text >"$stamp"
    if [ "$what" = '.[dev]' ]; then
        stamp_text >"$VENV/.ready-play" # who can test can play
    fi
}

# What Debian has to bring for "play" or "test", installed or not.
needed_packages() {
    if [ "$1" = test ]; then
        chromium_package
        printf '%s\n' "$TEST_PACKAGES"
    fi
    if [ "$1" = board ]; then
        printf '%s\n' "$BOARD_PACKAGES"
    fi
    if [ "$1" = gpio ]; then
        printf '%s\n' "$GPIO_PACKAGES"
    fi
    if [ "$1" = install ]; then
        printf '%s\n' "$INSTALL_PACKAGES"
    fi
    if [ "$1" = wiring ]; then
        printf 'graphviz fonts-dejavu-core\n'
    fi
    if [ "$1" = papers ]; then
        printf 'openscad xvfb xauth librsvg2-bin fonts-dejavu-core\n'
    fi
    if [ "$1" = sheets ]; then
        printf 'librsvg2-bin fonts-dejavu-core\n'
    fi
    # Without ensurepip, venv fails *and leaves a folder behind* that has a Python and no pip.
    has_venv || has_ensurepip || venv_package
}

is_current() {
    [ -e "$1" ] && [ "$(stamp_text)" = "$(cat "$1")" ]
}

# An environment is stale when the folder moved, Python changed or other packages are asked for.
stamp_text() {
    identity
    cat pyproject.toml
}

# One line: an environment works only where, and with the Python, it was made.
identity() {
    printf '%s ' "$(pwd -P)"
    "$PYTHON" -c 'import sys; print(sys.base_prefix, *sys.version_info[:2])'
}

# A name for each Python, so that PYTHON=python3.13 leaves .venv alone.
venv_name() {
    name=${1##*/}
    case $name in
        python3.*) printf '.venv-%s\n' "${name#python}" ;;
        *) printf '.venv\n' ;;
    esac
}

choose_python() {
    if [ -n "${PYTHON:-}" ]; then
        python_fits "$PYTHON" || stop "$PYTHON is not there or older than Python 3.11." \
            "Name another one: PYTHON=python3.13 make play"
        return
    fi
    command -v python3 >/dev/null || debian_packages python3
    for PYTHON in "${SYSTEM_PYTHON:-/usr/bin/python3}" python3 python3.14 python3.13 python3.12 python3.11; do
        if is_taken "$PYTHON"; then
            return
        fi
    done
    stop "Splash Companion needs Python 3.11 or newer, and there is none here." \
        "Debian 12 and Raspberry Pi OS have it; on macOS: brew install python"
}

# Debian's own goes first where environments can be made with it: it is the one that a Pi plays with, and it
# was built to be quick. One that was built by hand takes a sixth longer for the same tests.
is_taken() {
    python_fits "$1" || return 1
    case $1 in
        /*) has_apt && { has_ensurepip || may_install; } ;;
    esac
}

python_fits() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

make_venv() {
    if has_venv; then
        return # only packages are missing
    fi
    has_ensurepip || stop "$PYTHON comes without venv and ensurepip: please install them."
    "$PYTHON" -m venv --clear "$VENV" || stop "The virtual environment $VENV could not be made."
}

# One without a stamp is somebody's own, and taken as it is.
has_venv() {
    [ -x "$VENV/bin/pip" ] || return 1
    [ ! -e "$VENV/.ready-play" ] || [ "$(identity)" = "$(head -n 1 "$VENV/.ready-play")" ]
}

has_ensurepip() {
    "$PYTHON" -c 'import ensurepip, venv' 2>/dev/null
}

venv_package() {
    case ${PYTHON##*/} in
        python3.*) printf '%s-venv\n' "${PYTHON##*/}" ;;
        *) printf 'python3-venv\n' ;;
    esac
}

# The one without windows draws with two thirds of the work; where it cannot be had, any one will do.
chromium_package() {
    shell=chromium-headless-shell
    if has_apt && { installed $shell || apt-get --simulate install $shell >/dev/null 2>&1; }; then
        printf '%s\n' $shell
    else
        find_chromium >/dev/null || printf 'chromium\n'
    fi
}

find_chromium() {
    command -v chromium || command -v chromium-browser || command -v google-chrome
}

has_apt() {
    command -v apt-get >/dev/null && command -v dpkg-query >/dev/null
}

# Installs the packages that are missing: as root or with sudo, else it says the line and stops.
# Elsewhere than on Debian it does nothing: whatever misses a tool then says so itself.
debian_packages() {
    has_apt || return 0
    missing=""
    for package in "$@"; do
        installed "$package" || missing="$missing $package"
    done
    if [ -z "$missing" ]; then
        return
    fi
    line="apt-get install --yes --no-install-recommends$missing"
    if ! may_install; then
        stop "Missing Debian packages:$missing. Somebody who may install packages runs:
    sudo $line"
    fi
    as_root="sudo"
    [ "$(id -u)" != 0 ] || as_root=""
    say "Installing Debian packages:$missing"
    # A list that cannot be refreshed may still be good enough, so only the install decides.
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get update -qq >&2 || true
    # shellcheck disable=SC2086  # words, and as_root may be none
    $as_root env DEBIAN_FRONTEND=noninteractive $line -qq >&2 ||
        stop "That did not work. The line to try by hand: ${as_root:+$as_root }$line"
}

installed() {
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

may_install() {
    [ "$(id -u)" = 0 ] || can_sudo
}

# Without a terminal nobody can type a password, so only a sudo that asks for none counts.
can_sudo() {
    command -v sudo >/dev/null || return 1
    [ -t 0 ] || sudo -n true 2>/dev/null
}
