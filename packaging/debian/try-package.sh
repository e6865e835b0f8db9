#!/bin/sh
# Installs a package into an overlay copy of this system, runs the server with the service's user and settings, then removes
# and purges the package. Run it in a separate mount namespace (unshare --mount --pid --fork), which discards everything.
set -eu
package=$(realpath "$1")

work=$(mktemp -d)
trap 'umount -l "$work" && rmdir "$work"' EXIT
mount -t tmpfs tmpfs "$work"
mkdir "$work/upper" "$work/work" "$work/system"
mount -t overlay overlay -o "lowerdir=/,upperdir=$work/upper,workdir=$work/work" "$work/system"
cp "$package" "$work/system/leitmotif.deb"
# Like ProcSubset=pid in the unit.
mount -t proc -o subset=pid proc "$work/system/proc"
mount --bind /dev "$work/system/dev"

chroot "$work/system" sh -eux <<'INSIDE'
dpkg --install /leitmotif.deb
test "$(stat -c '%U %a' /var/lib/leitmotif)" = 'leitmotif 700'
test "$(stat -c '%U %G %a' /etc/leitmotif/leitmotif.toml)" = 'root leitmotif 640'
test -s /usr/share/man/man1/leitmotif.1.gz
test -s /usr/share/bash-completion/completions/leitmotif
test -s /usr/share/zsh/vendor-completions/_leitmotif
test -s /usr/share/fish/vendor_completions.d/leitmotif.fish
test -s /usr/share/doc/leitmotif/docs/operating.md
test -s /usr/lib/systemd/system/leitmotif.service

as_service='setpriv --reuid leitmotif --regid leitmotif --init-groups --no-new-privs'
$as_service leitmotif config print --config /etc/leitmotif/leitmotif.toml | grep '^data .*/var/lib/leitmotif'
$as_service leitmotif serve --config /etc/leitmotif/leitmotif.toml --socket /var/lib/leitmotif/socket &
server=$!
tries=0
until $as_service leitmotif healthcheck --socket /var/lib/leitmotif/socket; do
  tries=$((tries + 1))
  test "$tries" -lt 30
  sleep 1
done
kill "$server"
wait "$server"

dpkg --install /leitmotif.deb
dpkg --remove leitmotif
test ! -e /usr/bin/leitmotif
test -e /etc/leitmotif/leitmotif.toml
test -s /var/lib/leitmotif/leitmotif.db
dpkg --purge leitmotif
test ! -e /etc/leitmotif/leitmotif.toml
test -s /var/lib/leitmotif/leitmotif.db

rm -r /var/lib/leitmotif
dpkg --install /leitmotif.deb
dpkg --purge leitmotif
test ! -e /var/lib/leitmotif
! getent passwd leitmotif
INSIDE
