#!/usr/bin/env bash
# Runs the commands of README.md in a bare Debian 12, as somebody does who has just cloned the repository: bare.sh ROOT BUILD [--full]
# The first command runs whole. The others install and configure only; with --full the test command runs whole too. Where
# SIMBODYDEM_SOURCES is set, ./run opensim converts and runs a model whole, and ./run python its example, with a copy of that folder.
# The root and its packages are kept in BUILD/bare, so the next run downloads nothing that has not changed.
set -euo pipefail
source=$1 build=$2 full=${3:-}
[ -z "$full" ] || [ "$full" = --full ] || { echo "run: test bare takes --full, not $full" >&2; exit 2; }
[ "$(id -u)" = 0 ] || { echo "run: test bare needs root, for a root folder of its own" >&2; exit 1; }
command -v mmdebstrap >/dev/null || { echo "run: test bare needs the Debian package mmdebstrap" >&2; exit 1; }
release=bookworm
bare=$build/bare root=$build/bare/root
mkdir -p "$bare/archives/partial"
exec 9>"$bare/lock"
flock --nonblock 9 || { echo "run: another test bare is running in $build" >&2; exit 1; }

mounts=(proc dev dev/pts dev/shm var/cache/apt/archives root/.cache)
leave() {
    local i
    for ((i = ${#mounts[@]} - 1; i >= 0; --i)); do
        ! mountpoint -q "$root/${mounts[i]}" || umount -l "$root/${mounts[i]}"
    done
    rm -rf --one-file-system "$root"
}
trap leave EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
leave # what a killed run has left

if [ ! -f "$bare/$release.tar" ]; then
    echo "bare: making a root of Debian $release"
    mmdebstrap --variant=minbase --quiet "$release" "$bare/$release.part.tar"
    mv "$bare/$release.part.tar" "$bare/$release.tar"
fi
mkdir -p "$root"
tar -xf "$bare/$release.tar" -C "$root"
cp /etc/resolv.conf "$root/etc/resolv.conf"
mount -t proc proc "$root/proc"
mount -t tmpfs dev "$root/dev"
for node in null:3 zero:5 full:7 random:8 urandom:9; do mknod -m 666 "$root/dev/${node%:*}" c 1 "${node#*:}"; done
mknod -m 666 "$root/dev/tty" c 5 0
ln -s /proc/self/fd "$root/dev/fd"
ln -s pts/ptmx "$root/dev/ptmx"
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
mount -t tmpfs shm "$root/dev/shm"
mkdir -p "$root/var/cache/apt/archives"
mount --bind "$bare/archives" "$root/var/cache/apt/archives"
mkdir -p "$root/root/.cache" "$bare/cache"
mount --bind "$bare/cache" "$root/root/.cache" # packages of Python
settings=()
if [ -f "${PIP_CERT:-}" ]; then # a network with a certificate of its own
    cp "$PIP_CERT" "$root/etc/certificates.crt"
    settings+=(PIP_CERT=/etc/certificates.crt)
fi
if [ -n "${SIMBODYDEM_SOURCES:-}" ]; then
    cp -r "$SIMBODYDEM_SOURCES" "$root/sources"
    settings+=(SIMBODYDEM_SOURCES=/sources)
fi
rm -f "$root/etc/apt/apt.conf.d/docker-clean"
echo 'Binary::apt::APT::Keep-Downloaded-Packages "true"; APT::Keep-Downloaded-Packages "true";' >"$root/etc/apt/apt.conf.d/keep"

git clone --quiet --no-hardlinks "$source" "$root/SimbodyDEM" # the last commit, without what is not committed

# The commands are those of the block under "## Try it" of README.md.
mapfile -t commands < <(sed -n '/^## Try it/,/^## /p' "$root/SimbodyDEM/README.md" | sed -nE 's/^    (\.\/run [^#]*[^# ]) *(#.*)?$/\1/p')
((${#commands[@]} >= 2)) || { echo "bare: README.md has no commands under \"## Try it\"" >&2; exit 1; }
in_root() {
    local start=$SECONDS
    echo "bare: $1"
    chroot "$root" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 "${settings[@]}" bash -c "cd /SimbodyDEM && $1" >"$bare/output.txt" 2>&1 ||
        { tail -n 40 "$bare/output.txt" >&2; echo "bare: '$1' fails in a bare Debian ($release)" >&2; exit 1; }
    echo "bare: $1: $((SECONDS - start)) s"
}
in_root "${commands[0]}"
for command in "${commands[@]:1}"; do
    if [ -n "$full" ]; then in_root "$command"; else in_root "$command --configure"; fi
done
for command in "test robots" "test all" docs compare grains benchmark lab "test -R Gripper" "test clang"; do in_root "./run $command --configure"; done
if [ -n "${SIMBODYDEM_SOURCES:-}" ]; then
    in_root "./run opensim examples/opensim/block_on_slope_hunt_crossley.osim"
    in_root "./run python"
fi
echo "bare: all commands work"
