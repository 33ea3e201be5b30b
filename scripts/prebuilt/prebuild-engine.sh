#!/usr/bin/env bash
# Makes the npm package of the engine with an engine prebuilt for linux-x64 and one for linux-arm64. Both are compiled in a
# Debian 12 of their own, from the sources and the binding.gyp of the package itself, so that they need glibc 2.36 at most.
# The clone must be set up. Needs root, Linux on x64, debootstrap, and qemu-user-static, which starts the loader of arm64 once.
set -euo pipefail

usage() {
  cat <<'USAGE'
usage: scripts/prebuilt/prebuild-engine.sh [options] FOLDER    writes FOLDER/loupe-print-engine-VERSION.tgz

  --system DIR      keep both Debians with their compilers here and reuse them (3.5 GB)
  --mirror URL      Debian mirror (default: debootstrap's own)
  --jobs COUNT      files compiled at a time (default: one for each core)
USAGE
}

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
system='' mirror='' jobs=$(nproc) target=''
while (($#)); do
  case $1 in
    --system) system=$2; shift ;;
    --mirror) mirror=$2; shift ;;
    --jobs) jobs=$2; shift ;;
    --work) work=$2; shift ;; # of the part inside
    -h | --help) usage; exit 0 ;;
    -*) usage >&2; exit 2 ;;
    *) target=$1 ;;
  esac
  shift
done
[[ -n $target ]] || { usage >&2; exit 2; }
[[ $(uname -sm) == 'Linux x86_64' ]] || { echo 'The prebuilt engines are made on Linux on x64.' >&2; exit 1; }
for program in debootstrap qemu-aarch64-static; do
  command -v "$program" >/dev/null && continue
  echo "There is no $program: apt-get install debootstrap qemu-user-static" >&2
  exit 1
done

node=$("$repository/bin/loupe-node" -p 'process.execPath')
npm=$(dirname "$(dirname "$node")")/lib/node_modules/npm/bin/npm-cli.js
gyp=/opt/node/lib/node_modules/npm/node_modules/node-gyp/bin/node-gyp.js

# Mounts are those of a namespace of their own.
if [[ ${LOUPE_PREBUILD_INSIDE:-} != yes ]]; then
  mkdir -p "$target"
  target=$(cd "$target" && pwd)
  work=$(mktemp -d "${TMPDIR:-/tmp}/loupe-prebuild-XXXXXX")
  trap 'rm -rf --one-file-system "$work"' EXIT
  LOUPE_PREBUILD_INSIDE=yes unshare --mount --pid --fork --kill-child "$0" \
    --system "${system:-$work/system}" --mirror "$mirror" --jobs "$jobs" --work "$work" "$target"
  exit
fi

say() { echo "== $*" >&2; }

declare -A triplet=([x64]=x86_64-linux-gnu [arm64]=aarch64-linux-gnu)
declare -A debian=([x64]=amd64 [arm64]=arm64)
declare -A compiler=([x64]=g++ [arm64]=g++-aarch64-linux-gnu)
declare -A loader=(
  [x64]=/lib64/ld-linux-x86-64.so.2
  [arm64]='/usr/local/bin/qemu-aarch64-static /lib/ld-linux-aarch64.so.1'
)

in_root() {
  chroot "$root" /usr/bin/env -i HOME=/tmp PATH=/opt/node/bin:/usr/sbin:/usr/bin:/sbin:/bin "${@:2}" /bin/sh -ec "$1"
}

# OpenCV of two processors does not fit into one Debian, as not all it needs can be there twice. The folder of a system
# appears complete or not at all.
make_system() {
  local arch=$1 packages
  rm -rf --one-file-system "$root"
  mkdir -p "$root"
  debootstrap --variant=minbase bookworm "$root" ${mirror:+"$mirror"} >"$work/debootstrap.log"
  cp /etc/resolv.conf "$root/etc/resolv.conf"
  cp "$(command -v qemu-aarch64-static)" "$root/usr/local/bin/"
  mount_system
  packages="make python3 ${compiler[$arch]} libopencv-calib3d-dev:${debian[$arch]} libjpeg62-turbo-dev:${debian[$arch]}"
  in_root "dpkg --add-architecture ${debian[$arch]} && apt-get -q update && apt-get -q -y --no-install-recommends install $packages" \
    DEBIAN_FRONTEND=noninteractive >"$work/apt.log" 2>&1 || { tail -n 20 "$work/apt.log" >&2; exit 1; }
  touch "$root/.complete"
}

mount_system() {
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"
}

say 'the package of this clone'
"$repository/bin/loupe-node" "$repository/scripts/packages/pack-engine.mjs" "$work/packed" >/dev/null
tar -xzf "$work"/packed/*.tgz -C "$work"
package=$work/package
rm -rf "$package/prebuilds"

for arch in x64 arm64; do
  root=$system/$arch
  if [[ -e $root/.complete ]]; then
    mount_system
  else
    say "a Debian 12 that compiles for $arch"
    make_system "$arch"
  fi
  mkdir -p "$root/srv/package" "$root/opt/node"
  mount --bind "$(dirname "$(dirname "$node")")" "$root/opt/node"
  mount --bind "$package" "$root/srv/package"

  say "the engine for linux-$arch"
  in_root "cd /srv/package && node $gyp rebuild --arch=$arch --jobs $jobs >build.log 2>&1 || { tail -n 40 build.log; exit 1; }" \
    "npm_config_arch=$arch" npm_config_nodedir=/opt/node \
    "CXX=${triplet[$arch]}-g++" "LINK=${triplet[$arch]}-g++" "AR=${triplet[$arch]}-ar" >&2
  place=/srv/package/prebuilds/linux-$arch
  in_root "mkdir -p $place/lib && mv /srv/package/build/Release/loupe.node $place/ && rm -rf /srv/package/build /srv/package/build.log"
  in_root "${loader[$arch]} --list $place/loupe.node" >"$work/libraries.txt"
  "$node" --input-type=module -e '
    import { readFileSync } from "node:fs";
    const [module, list] = process.argv.slice(1);
    const { librariesIn } = await import(module);
    for (const [name, path] of librariesIn(readFileSync(list, "utf8"))) console.log(`${path} ${name}`);
  ' "$repository/scripts/pack/libraries.mjs" "$work/libraries.txt" >"$work/copies.txt"
  while read -r path name; do in_root "cp -L $path $place/lib/$name"; done <"$work/copies.txt"
  umount "$root/srv/package"
done

"$node" "$npm" pack "$package" --silent --ignore-scripts --pack-destination "$target" >"$work/name.txt"
echo "$target/$(cat "$work/name.txt")"
