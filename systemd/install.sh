#!/bin/sh
# Puts the service's files where the system looks for them: sudo sh systemd/install.sh
#
# With DESTDIR=folder they go below that folder and nothing is told of them, for packages and tests.
# A companion.toml that is there already is left as it is.
set -eu
cd "$(dirname "$0")"
DESTDIR=${DESTDIR:-}

put() {
    install -D -m 644 "$1" "$DESTDIR$2"
}

put splash-companion.service /etc/systemd/system/splash-companion.service
put splash-companion.sysusers.conf /etc/sysusers.d/splash-companion.conf
put splash-companion.modules-load.conf /etc/modules-load.d/splash-companion.conf
put 99-splash-companion.rules /etc/udev/rules.d/99-splash-companion.rules
put splash-companion.avahi.service /etc/avahi/services/splash-companion.service
put splash-companion.polkit.rules /etc/polkit-1/rules.d/50-splash-companion.rules
if [ ! -e "$DESTDIR/etc/splash-companion/companion.toml" ]; then
    put ../hardware/companion.toml /etc/splash-companion/companion.toml
fi
if [ -n "$DESTDIR" ]; then
    exit
fi
systemd-sysusers /etc/sysusers.d/splash-companion.conf
systemctl daemon-reload
systemctl restart systemd-modules-load.service || true # a driver may be missing: no board then
udevadm control --reload
udevadm trigger --subsystem-match=gpio --subsystem-match=usb
echo "The files are in place. Now: sudo systemctl enable --now splash-companion"
