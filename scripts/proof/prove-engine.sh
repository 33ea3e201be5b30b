#!/usr/bin/env bash
# Proves the npm package of the engine: in a minimal Debian 12 that holds Node and npm alone, without a compiler, OpenCV or a
# network, it is installed into an empty folder and recognizes a picture. The clone must be set up. Needs root and, on the
# host, debootstrap.
#
# With --arch arm64 on x64 everything in that Debian runs under QEMU, and what the package answers about a set of pages and
# photos is compared with its answers on this machine. Needs qemu-user-static, too, and Linux 6.7, which lets a namespace of
# users run programs of another processor without changing the machine.
set -euo pipefail

usage() {
  cat <<'USAGE'
usage: scripts/proof/prove-engine.sh [options]

  --arch ARCH       x64 or arm64 (default: this machine's)
  --tarball FILE    the package (default: one that scripts/packages/pack-engine.mjs makes of this clone, for this machine alone)
  --base DIR        keep an untouched minimal system here and reuse it
  --mirror URL      Debian mirror (default: debootstrap's own)
  --node PREFIX     a Node with bin/node and lib/node_modules/npm (default: the one of the clone)
USAGE
}

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
own=$(dirname "$(dirname "$("$repository/bin/loupe-node" -p 'process.execPath')")")
here=$("$own/bin/node" -p 'process.arch')
arch=$here tarball='' base='' mirror='' root='' node=''
while (($#)); do
  case $1 in
    --arch) arch=$2; shift ;;
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
case $arch in
  x64) debian=amd64 ;;
  arm64) debian=arm64 ;;
  *) usage >&2; exit 2 ;;
esac

# A Debian of another processor is unpacked and not set up, as nothing of it can run yet; what npm and Node need is there then.
make_system() {
  local foreign='' archive
  [[ $arch == "$here" ]] || foreign=--foreign
  mkdir -p "$system"
  debootstrap --variant=minbase --arch="$debian" $foreign bookworm "$system" ${mirror:+"$mirror"} >"$work/debootstrap.log"
  [[ -n $foreign ]] || return 0
  for archive in "$system"/var/cache/apt/archives/libstdc++6_*.deb; do
    dpkg-deb --fsys-tarfile "$archive" | tar -x --keep-directory-symlink -C "$system"
  done
  mkdir -p "$system/etc"
  echo 12 >"$system/etc/debian_version"
}

# The network is that of a namespace of its own.
if [[ ${LOUPE_PROOF_INSIDE:-} != yes ]]; then
  work=$(mktemp -d "${TMPDIR:-/tmp}/loupe-engine-XXXXXX")
  trap 'rm -rf --one-file-system "$work"' EXIT
  system=${base:-$work/system}
  [[ -e $system/etc/debian_version ]] || make_system
  if [[ -z $tarball ]]; then
    "$own/bin/node" "$repository/scripts/packages/pack-engine.mjs" "$work/packed"
    tarball=$(echo "$work"/packed/*.tgz)
  fi
  if [[ -z $node ]]; then
    node=$own
    [[ $arch == "$here" ]] || node=$(dirname "$(dirname "$("$own/bin/node" -e '
      const { bringNode, defaultMajor } = require(process.argv[1]);
      process.stdout.write(bringNode(defaultMajor(), () => {}, { arch: process.argv[2] }));
    ' "$repository/scripts/node/bring.cjs" "$arch")")")
  fi
  cp -a "$system" "$work/machine"
  mkdir -p "$work/machine/usr/local/bin"
  cp -L "$node/bin/node" "$work/machine/usr/local/bin/node"
  mkdir -p "$work/machine/usr/local/lib/node_modules" "$work/machine/srv/app"
  cp -a "$node/lib/node_modules/npm" "$work/machine/usr/local/lib/node_modules/"
  cp "$tarball" "$work/machine/srv/engine.tgz"
  users=()
  if [[ $arch != "$here" ]]; then
    users=(--user --map-root-user)
    # What this machine answers, with the same package.
    mkdir -p "$work/here/node_modules/@loupe-print/engine"
    tar -xzf "$tarball" -C "$work/here/node_modules/@loupe-print/engine" --strip-components=1
    (cd "$repository" && "$own/bin/node" --import tsx packages/bench/simulation/render-set.ts "$work/here/set")
    cp "$repository/scripts/engine-proof/answers.mjs" "$work/here/"
    (cd "$work/here" && "$own/bin/node" answers.mjs set answers.json)
    cp -a "$work/here/set" "$work/here/answers.mjs" "$work/machine/srv/app/"
  fi
  LOUPE_PROOF_INSIDE=yes unshare "${users[@]}" --mount --pid --net --fork --kill-child "$0" --arch "$arch" --root "$work/machine"
  if [[ $arch != "$here" ]]; then
    "$own/bin/node" "$repository/scripts/engine-proof/compare-answers.mjs" "$work/here/answers.json" "$work/machine/srv/app/answers.json"
  fi
  exit
fi

mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
if [[ $arch != "$here" ]]; then
  mount -t binfmt_misc none /proc/sys/fs/binfmt_misc
  # A file of ELF for AArch64, as Debian's qemu-user-static describes it; `F` opens QEMU now, outside of the root.
  magic='\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00'
  mask='\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'
  printf '%s' ":loupe-arm64:M::$magic:$mask:$(command -v qemu-aarch64-static):OF" >/proc/sys/fs/binfmt_misc/register
fi
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
[[ $arch == "$here" ]] || inside 'node answers.mjs set answers.json'
