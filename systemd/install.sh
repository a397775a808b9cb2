#!/bin/sh
# Puts the service's files below a folder, for the package: DESTDIR=folder sh systemd/install.sh
#
# To install them on a machine: sudo make install.
set -eu
cd "$(dirname "$0")"
: "${DESTDIR:?names the folder. To install on this machine: sudo make install}"

put() {
    install -D -m "${3:-644}" "$1" "$DESTDIR$2"
}

put splash-companion.service /usr/lib/systemd/system/splash-companion.service
put splash-companion-kiosk.service /usr/lib/systemd/system/splash-companion-kiosk.service
put splash-companion-update.service /usr/lib/systemd/system/splash-companion-update.service
put splash-companion-trial.service /usr/lib/systemd/system/splash-companion-trial.service
put splash-companion-update /usr/libexec/splash-companion/update 755
put splash-companion-stick@.service /usr/lib/systemd/system/splash-companion-stick@.service
put splash-companion-stick /usr/libexec/splash-companion/stick 755
put splash-companion-network.socket /usr/lib/systemd/system/splash-companion-network.socket
put splash-companion-network.service /usr/lib/systemd/system/splash-companion-network.service
put splash-companion-network /usr/libexec/splash-companion/network 755
put splash-companion.sysusers.conf /usr/lib/sysusers.d/splash-companion.conf
put splash-companion.modules-load.conf /usr/lib/modules-load.d/splash-companion.conf
put 99-splash-companion.rules /usr/lib/udev/rules.d/99-splash-companion.rules
put splash-companion.avahi.service /etc/avahi/services/splash-companion.service
put splash-companion.issue /etc/issue.d/splash-companion.issue
put splash-companion.polkit.rules /usr/share/polkit-1/rules.d/50-splash-companion.rules
put ../hardware/companion.toml /etc/splash-companion/companion.toml
