#!/usr/bin/env bash
# Proves the npm package of the engine: in a minimal Debian 12 that holds Node and npm alone, without a compiler, OpenCV or a
# network, it is installed into an empty folder and recognizes a picture. The clone must be set up. Needs root and, on the
# host, debootstrap.
set -euo pipefail

usage() {
  cat <<'USAGE'
usage: scripts/prove-engine.sh [options]

  --tarball FILE    the package (default: one that scripts/pack-engine.mjs makes of this clone)
  --base DIR        keep an untouched minimal system here and reuse it
  --mirror URL      Debian mirror (default: debootstrap's own)
  --node PREFIX     a Node with bin/node and lib/node_modules/npm (default: the one of the clone)
USAGE
}

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
tarball='' base='' mirror='' root=''
node=$(dirname "$(dirname "$("$repository/bin/loupe-node" -p 'process.execPath')")")
while (($#)); do
  case $1 in
    --tarball) tarball=$2; shift ;;
    --base) base=$2; shift ;;
    --mirror) mirror=$2; shift ;;
    --node) node=$2; shift ;;
    --root) root=$2; shift ;; # of the part inside
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
  shift
done

# The network is that of a namespace of its own.
if [[ ${LOUPE_PROOF_INSIDE:-} != yes ]]; then
  work=$(mktemp -d "${TMPDIR:-/tmp}/loupe-engine-XXXXXX")
  trap 'rm -rf --one-file-system "$work"' EXIT
  system=${base:-$work/system}
  if [[ ! -e $system/etc/debian_version ]]; then
    mkdir -p "$system"
    debootstrap --variant=minbase bookworm "$system" ${mirror:+"$mirror"} >"$work/debootstrap.log"
  fi
  if [[ -z $tarball ]]; then
    "$repository/bin/loupe-node" "$repository/scripts/pack-engine.mjs" "$work/packed"
    tarball=$(echo "$work"/packed/*.tgz)
  fi
  cp -a "$system" "$work/machine"
  cp -L "$node/bin/node" "$work/machine/usr/local/bin/node"
  mkdir -p "$work/machine/usr/local/lib/node_modules" "$work/machine/srv/app"
  cp -a "$node/lib/node_modules/npm" "$work/machine/usr/local/lib/node_modules/"
  cp "$tarball" "$work/machine/srv/engine.tgz"
  LOUPE_PROOF_INSIDE=yes unshare --mount --pid --net --fork --kill-child "$0" --root "$work/machine"
  exit
fi

mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
inside() {
  chroot "$root" /usr/bin/env -i HOME=/root PATH=/usr/local/bin:/usr/bin:/bin /bin/sh -c "cd /srv/app && $1"
}
for name in gcc g++ cc make python3; do
  if inside "command -v $name" >/dev/null; then echo "The root holds $name."; exit 1; fi
done

# A page of rectangles, which its photo shows smaller.
cat >"$root/srv/app/try.mjs" <<'PROGRAM'
const started = performance.now();
const { Engine } = await import('@loupe-print/engine');
const engine = new Engine();
const side = 600;
let state = 7;
const random = (below) => (state = (state * 48271) % 2147483647) % below;
const page = Buffer.alloc(side * side * 3, 255);
for (let count = 0; count < 400; count += 1) {
  const [x, y, width, height] = [random(side - 40), random(side - 40), 4 + random(36), 4 + random(36)];
  const color = [random(200), random(200), random(200)];
  for (let row = y; row < y + height; row += 1)
    for (let column = x; column < x + width; column += 1) page.set(color, (row * side + column) * 3);
}
const half = Buffer.alloc((side / 2) ** 2 * 3);
for (let row = 0; row < side / 2; row += 1)
  for (let column = 0; column < side / 2; column += 1)
    for (let channel = 0; channel < 3; channel += 1)
      half[(row * (side / 2) + column) * 3 + channel] = page[(row * 2 * side + column * 2) * 3 + channel];
const index = engine.createIndex();
await index.add('page', { data: page, width: side, height: side, channels: 3 });
const { hits } = await index.search({ data: half, width: side / 2, height: side / 2, channels: 3 });
engine.close();
if (hits[0]?.id !== 'page' || !['Clone', 'Match'].includes(hits[0].decision)) throw new Error('It was not recognized.');
console.log(`== first match: ${Math.round(performance.now() - started)} ms on Node ${process.versions.node}`);
PROGRAM

started=$(date +%s%N)
inside 'echo "{}" >package.json && node /usr/local/lib/node_modules/npm/bin/npm-cli.js install --offline --no-audit --no-fund /srv/engine.tgz'
echo "== installed: $((($(date +%s%N) - started) / 1000000)) ms"
inside 'node try.mjs'
echo "== tarball: $(du -k "$root/srv/engine.tgz" | cut -f1) KB, unpacked $(du -sk "$root/srv/app/node_modules" | cut -f1) KB"
