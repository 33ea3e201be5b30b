#!/usr/bin/env bash
# Proves the release archive: in a minimal Debian 12 that holds Node alone, without npm, apt or a compiler, and without a
# network, it is unpacked, starts and recognizes the photo of the demonstration; with another engine it does not start.
# The clone must be set up. Needs root and, on the host, debootstrap and git.
set -euo pipefail

usage() {
  cat <<'USAGE'
usage: scripts/proof/prove-archive.sh [options]

  --archive FILE    the archive (default: one that scripts/pack.mjs makes of this clone)
  --root DIR        where to build the root (default: a new folder below $TMPDIR)
  --base DIR        keep an untouched minimal system here and reuse it
  --mirror URL      Debian mirror (default: debootstrap's own)
  --within SECONDS  how long it may take to unpack, start and recognize (default: 30)
  --keep            keep the root afterwards
USAGE
}

archive='' root='' base='' mirror='' within=30 keep=''
while (($#)); do
  case $1 in
    --archive) archive=$2; shift ;;
    --root) root=$2; shift ;;
    --base) base=$2; shift ;;
    --mirror) mirror=$2; shift ;;
    --within) within=$2; shift ;;
    --keep) keep=yes ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
  shift
done
repository=$(git -C "$(dirname "${BASH_SOURCE[0]}")" rev-parse --show-toplevel)

# Mounts and the network are those of namespaces of their own, which vanish with every process started inside.
if [[ ${LOUPE_PROOF_INSIDE:-} != yes ]]; then
  work=${root:-$(mktemp -d "${TMPDIR:-/tmp}/loupe-archive-XXXXXX")}
  system=${base:-$work/system}
  mkdir -p "$work"
  if [[ ! -e $system/etc/debian_version ]]; then
    mkdir -p "$system"
    debootstrap --variant=minbase bookworm "$system" ${mirror:+"$mirror"} >"$work/debootstrap.log"
  fi
  if [[ -z $archive ]]; then
    archive=$("$repository/bin/loupe-node" "$repository/scripts/pack.mjs" --archive "$work/archives")
  fi
  node=$("$repository/bin/loupe-node" -p 'process.execPath')
  rm -rf "$work/machine"
  cp -a "$system" "$work/machine"
  cp -L "$node" "$work/machine/usr/local/bin/node"
  cp "$archive" "$work/machine/srv/loupe.tar.gz"
  status=0
  LOUPE_PROOF_INSIDE=yes unshare --mount --pid --net --fork --kill-child "$0" --root "$work/machine" --within "$within" || status=$?
  [[ -n $keep ]] && echo "Everything is kept in $work" || rm -rf --one-file-system "$work"
  exit "$status"
fi

mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
ip link set lo up 2>/dev/null || "$root/usr/local/bin/node" -e '0'
inside() {
  chroot "$root" /usr/bin/env -i HOME=/root LOUPE_EXIT_AFTER_DEMO=1 PATH=/usr/local/bin:/usr/bin:/bin /bin/sh -c "$1"
}
for name in gcc g++ cc make python3 npm; do
  if inside "command -v $name" >/dev/null; then echo "The root holds $name."; exit 1; fi
done

started=$(date +%s)
inside 'cd /srv && tar -xzf loupe.tar.gz && cd loupe-* && exec bin/start' | tee "$root.log"
took=$(($(date +%s) - started))
echo "== unpacked, started and recognized: $took s"
grep -qi 'recogni' "$root.log" || { echo 'Nothing was recognized.'; exit 1; }
((took <= within)) || { echo "It took longer than $within s."; exit 1; }

# Another engine, of the same length.
inside 'cd /srv/loupe-* && printf x | dd of=build/Release/loupe.node bs=1 seek=100000 conv=notrunc status=none'
if inside 'cd /srv/loupe-* && exec bin/start' >"$root.other.log" 2>&1; then
  echo 'It started with another engine.'
  exit 1
fi
grep -F 'build/Release/loupe.node is not the file that this Loupe was packed with' "$root.other.log"
echo '== another engine: refused'
