#!/bin/sh
# Installs a package into an overlay copy of this system, boots it in a systemd container, and tests the service there:
# sandboxing, restart after a crash, certificate reload, backup, upgrade and removal.
# Run it in a separate mount namespace (unshare --mount), which discards everything afterwards.
set -eu
package=$(realpath "$1")

work=$(mktemp -d)
trap 'umount -l "$work" && rmdir "$work"' EXIT
mount -t tmpfs tmpfs "$work"
mkdir "$work/upper" "$work/work" "$work/system"
mount -t overlay overlay -o "lowerdir=/,upperdir=$work/upper,workdir=$work/work" "$work/system"
cp "$package" "$work/system/leitmotif.deb"
# Start no other services of this system.
rm -rf "$work/system/etc/systemd/system" "$work/system/run/systemd"
mkdir "$work/system/etc/systemd/system"

cat > "$work/system/try.sh" <<'INSIDE'
set -eux
trap 'code=$?; [ $code -eq 0 ] || journalctl -u leitmotif --no-pager -n 40; exit $code' EXIT
main() { systemctl show --property MainPID --value leitmotif; }
as_service='setpriv --reuid leitmotif --regid leitmotif --init-groups --no-new-privs'

dpkg --install /leitmotif.deb
systemctl is-active leitmotif
leitmotif healthcheck

# The sandbox is in effect: no capabilities, a seccomp filter, read-only system directories.
grep -E '^CapEff:\s0+$' "/proc/$(main)/status"
grep -E '^NoNewPrivs:\s1$' "/proc/$(main)/status"
grep -E '^Seccomp:\s2$' "/proc/$(main)/status"
! nsenter -t "$(main)" -m -- touch /etc/of-the-service
! nsenter -t "$(main)" -m -- touch /usr/of-the-service
test "$(stat -c '%U %a' /var/lib/leitmotif/leitmotif.db)" = 'leitmotif 600'

# After a crash it restarts with its data.
echo 'a long enough password' | $as_service leitmotif user create anna --admin --password-stdin --data /var/lib/leitmotif
killed=$(main)
kill -KILL "$killed"
tries=0
until [ "$(main)" != "$killed" ] && leitmotif healthcheck; do
  tries=$((tries + 1))
  test "$tries" -lt 60
  sleep 0.5
done
$as_service leitmotif user list --data /var/lib/leitmotif | grep anna

systemctl reload leitmotif
$as_service leitmotif backup create --data /var/lib/leitmotif
$as_service leitmotif backup verify --data /var/lib/leitmotif

# An upgrade leaves it running, and a purge preserves its data.
dpkg --install /leitmotif.deb
systemctl is-active leitmotif
systemctl stop leitmotif
test "$(systemctl show --property Result --value leitmotif)" = success
dpkg --purge leitmotif
test -s /var/lib/leitmotif/leitmotif.db
INSIDE
cat > "$work/system/etc/systemd/system/try.service" <<'UNIT'
[Unit]
Wants=dbus.socket
After=basic.target dbus.socket
SuccessAction=exit
FailureAction=exit
FailureActionExitStatus=1
[Service]
Type=oneshot
ExecStart=/bin/sh /try.sh
StandardOutput=journal+console
StandardError=journal+console
TimeoutStartSec=300
UNIT
systemd-nspawn --directory "$work/system" --register=no --keep-unit --link-journal=no --console=pipe \
  --rlimit="RLIMIT_NOFILE=$(ulimit -Hn)" --boot systemd.unit=try.service < /dev/null
