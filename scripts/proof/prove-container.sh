#!/usr/bin/env bash
# Builds the container image by deploy/Containerfile with buildah, starts it as its user on a root that cannot be written,
# asks for its health, publishes a page and scans it, and looks that no compiler is in it. See docs/operations.md.
# Needs root and, on the host, buildah, debootstrap, git and curl; neither a daemon nor a hypervisor.
set -euo pipefail

usage() {
  cat <<'USAGE'
usage: scripts/proof/prove-container.sh [options]

  --root DIR        where to work (default: a new folder below $TMPDIR)
  --base DIR        keep an untouched minimal Debian here and reuse it
  --mirror URL      Debian mirror (default: debootstrap's own)
  --pull            take the images that the Containerfile names from their registry, instead of a root made here by
                    debootstrap with the Node of this clone
  --copy PATH       copy this file of the host into the base image (repeatable)
  --env NAME=VALUE  environment of the base image (repeatable)
  --keep            keep the folder and the images in it
USAGE
}

work='' base='' mirror='' keep='' pull=''
copies=() environment=()
while (($#)); do
  case $1 in
    --root) work=$2; shift ;;
    --base) base=$2; shift ;;
    --mirror) mirror=$2; shift ;;
    --pull) pull=yes ;;
    --copy) copies+=("$2"); shift ;;
    --env) environment+=("$2"); shift ;;
    --keep) keep=yes ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
  shift
done
repository=$(git -C "$(dirname "${BASH_SOURCE[0]}")" rev-parse --show-toplevel)
work=${work:-$(mktemp -d "${TMPDIR:-/tmp}/loupe-container-XXXXXX")}
mkdir -p "$work"
base_image=$(sed -n 's/^FROM \(node:[^ ]*\).*/\1/p' "$repository/deploy/Containerfile" | head -1)
port=${LOUPE_PROOF_PORT:-4179}

buildah=(buildah --root "$work/images" --runroot "$work/run" --storage-driver vfs)
run_buildah() { command "${buildah[@]}" "$@"; }

container=''
cleanup() {
  local status=$?
  [[ -n $container ]] && run_buildah umount "$container" >/dev/null 2>&1
  [[ -n $keep ]] && echo "Everything is kept in $work" || rm -rf --one-file-system "$work"
  exit "$status"
}
trap cleanup EXIT

results=()
started=$(date +%s)
record() {
  results+=("$1|$2|$(($(date +%s) - started)) s")
  echo "== $1: $2"
  started=$(date +%s)
}

# What the registry's image holds as far as it is used: minimal Debian, Node with npm, the user node.
make_base() {
  local system=${base:-$work/system} node
  if [[ ! -e $system/etc/debian_version ]]; then
    mkdir -p "$system"
    debootstrap --variant=minbase bookworm "$system" ${mirror:+"$mirror"} >"$work/debootstrap.log"
  fi
  node=$("$repository/bin/loupe-node" -p 'process.execPath')
  rm -rf "$work/node"
  mkdir -p "$work/node/packages" "$work/node/usr/local/bin" "$work/node/usr/local/lib/node_modules"
  npm install --prefix "$work/node/packages" --no-save --ignore-scripts --no-audit --no-fund --loglevel=error npm@11 >/dev/null
  cp -L "$node" "$work/node/usr/local/bin/node"
  mv "$work/node/packages/node_modules/npm" "$work/node/usr/local/lib/node_modules/npm"
  rm -rf "$work/node/packages"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/node/usr/local/bin/npm"
  ln -s ../lib/node_modules/npm/bin/npx-cli.js "$work/node/usr/local/bin/npx"
  local path pair image
  for path in /etc/resolv.conf "${copies[@]}"; do
    mkdir -p "$work/node$(dirname "$path")"
    cp -L "$path" "$work/node$path"
  done
  image=$(run_buildah from scratch)
  run_buildah add --quiet "$image" "$system" / >/dev/null
  run_buildah add --quiet "$image" "$work/node" / >/dev/null
  run_buildah run --isolation chroot "$image" -- \
    /bin/sh -c 'groupadd --gid 1000 node && useradd --uid 1000 --gid node --shell /bin/bash --create-home node'
  run_buildah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$image"
  for pair in "${environment[@]}"; do run_buildah config --env "$pair" "$image"; done
  run_buildah commit --quiet --rm "$image" "docker.io/library/$base_image" >/dev/null
  record "base image $base_image" "made of Debian $(cat "$system/etc/debian_version") and Node $("$node" --version)"
}

build_image() {
  local context=$work/context arguments=()
  rm -rf "$context"
  git clone -q --no-hardlinks "$repository" "$context"
  [[ -z $pull ]] && arguments+=(--pull-never)
  run_buildah bud --isolation chroot --format docker "${arguments[@]}" \
    --file "$context/deploy/Containerfile" --tag loupe "$context" >"$work/build.log" 2>&1 || {
    tail -40 "$work/build.log"
    return 1
  }
  container=$(run_buildah from --pull-never localhost/loupe)
  root=$(run_buildah mount "$container")
  record 'deploy/Containerfile' "built: $(du -sm "$root" | cut -f1) MB in the last stage"
}

look_inside() {
  local found name
  found=$(for name in cc gcc g++ c++ clang make cmake python3 npm npx yarn git; do
    find "$root"/usr/bin "$root"/usr/local/bin "$root"/bin -name "$name" -printf '%P '
  done)
  found+=$(find "$root/usr/include" -name '*.hpp' -printf '%P ' -quit 2>/dev/null || true)
  [[ -z ${found// /} ]] || { echo "The image holds $found"; return 1; }
  record 'the last stage' 'holds no compiler, no headers, no npm, no git'
  local user
  user=$(run_buildah inspect --type image --format '{{.OCIv1.Config.User}}' localhost/loupe)
  [[ $user == node ]] || { echo "The image runs as \"$user\""; return 1; }
}

# Everything below runs in mount and process namespaces that vanish with it: a root that is read-only but for what a
# composition gives it.
run_image() {
  local command health
  mapfile -t settings < <(run_buildah inspect --type image --format '{{range .OCIv1.Config.Env}}{{.}}{{"\n"}}{{end}}' localhost/loupe | sed '/^$/d')
  mapfile -t command < <(run_buildah inspect --type image --format '{{range .OCIv1.Config.Cmd}}{{.}}{{"\n"}}{{end}}' localhost/loupe | sed '/^$/d')
  health=$(sed -n 's/^ *CMD \["node", "-e", "\(fetch.*\)"\]$/\1/p' "$repository/deploy/Containerfile")
  export ROOT=$root WORK=$work PORT=$port HEALTH=$health
  unshare --mount --pid --fork --kill-child bash -euo pipefail -s -- "${settings[@]}" -- "${command[@]}" <<'INSIDE'
settings=() command=() into=settings
for word; do
  if [[ $word == -- ]]; then into=command; continue; fi
  if [[ $into == settings ]]; then settings+=("$word"); else command+=("$word"); fi
done
# Process ids are those of this namespace.
mount -t proc proc /proc
mkdir -p "$WORK/mounted"
mount --bind "$ROOT" "$WORK/mounted"
mount -o remount,bind,ro "$WORK/mounted"
root=$WORK/mounted
mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/dev"
for device in null zero random urandom; do
  touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mount -t tmpfs tmpfs "$root/tmp"
mount -t tmpfs -o mode=0700,uid=1000,gid=1000 tmpfs "$root/var/lib/loupe"
inside() { chroot --userspec=node:node "$root" /usr/bin/env -i "${settings[@]}" HOME=/tmp LOUPE_PORT="$PORT" LOUPE_MODIFY_PORT=0 LOUPE_QUERY_PORT=0 "${@:1}"; }
in_folder() { inside /bin/sh -c 'cd /opt/loupe && exec "$@"' sh "$@"; }
! inside touch /opt/loupe/written 2>/dev/null || { echo 'The root can be written.'; exit 1; }
in_folder "${command[@]}" >"$WORK/server.log" 2>&1 &
server=$!
base=http://127.0.0.1:$PORT
for _ in $(seq 600); do
  curl -fs "$base/health/ready" >/dev/null && break
  kill -0 $server 2>/dev/null || { cat "$WORK/server.log"; exit 1; }
  sleep 0.5
done
echo "/health/ready: $(curl -fs "$base/health/ready")"
inside node -e "$HEALTH"
echo 'HEALTHCHECK: 0'
json() { inside node -e 'let t="";process.stdin.on("data",(c)=>t+=c).on("end",()=>console.log(JSON.parse(t)[process.argv[1]]))' "$1"; }
organization=$(in_folder node bin/loupe.mjs org create --name Proof --json)
id=$(json id <<<"$organization")
key=$(json apiKey <<<"$organization")
in_folder node bin/loupe.mjs user create --org Proof --mail proof@loupe.example --password 'a password for a proof' --role Administrator >/dev/null
token=$(curl -fs -H "ApiKey: $key" --data-urlencode grant_type=password --data-urlencode username=proof@loupe.example \
  --data-urlencode 'password=a password for a proof' "$base/token" | json access_token)
in_folder node -e '
  const sharp = require("sharp");
  let seed = 7;
  const next = (below) => (seed = (seed * 48271) % 2147483647) % below;
  const boxes = Array.from({ length: 120 }, () => `<rect x="${next(560)}" y="${next(420)}" width="${10 + next(90)}" height="${10 + next(90)}" fill="rgb(${next(256)},${next(256)},${next(256)})"/>`);
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480">${boxes.join("")}</svg>`)).flatten({ background: "#fff" }).jpeg({ quality: 85 }).toFile("/tmp/page.jpg");'
picture=$root/tmp/page.jpg
document=$(curl -fs -H "Authorization: Bearer $token" -F "document={\"Name\":\"Page\",\"DefaultLanguage\":\"en-US\",\"ParentId\":\"$id\",\"Status\":\"Active\"}" \
  -F "file=@$picture;type=image/jpeg" "$base/api/Documents?async=false" | json Id)
curl -fs -o /dev/null -H "Authorization: Bearer $token" -H 'Content-Type: application/json' "$base/api/Actions" \
  -d "{\"NodeId\":\"$document\",\"LanguageCode\":\"en-US\",\"Name\":\"More\",\"Type\":\"URL\",\"Content\":\"{\\\"Url\\\":\\\"https://loupe.example/\\\",\\\"ContentType\\\":\\\"text/html\\\"}\"}"
found=$(curl -fs -H "ApiKey: $key" -H 'ApplicationName: Proof' -H 'ApplicationVersion: 1' -H 'DeviceName: Phone' \
  -H 'DeviceSystemVersion: 1' -H 'SdkVersion: 1' -F 'query={"Language":"en-US"}' -F "file=@$picture;type=image/jpeg" \
  "$base/api/EnrichedImages" | json DocumentId)
[[ $found == "$document" ]] || { echo "The scan found $found, not $document."; exit 1; }
echo "scan: document $found"
program=$(pgrep -n -f "^${command[0]} .*${command[-1]}")
echo "runs as user $(awk '/^Uid:/ { print $2 }' "/proc/$program/status")"
kill -TERM "$program"
code=0
wait $server || code=$?
((code == 0)) || { echo "It ended with $code."; tail -5 "$WORK/server.log"; exit 1; }
echo 'SIGTERM: 0'
INSIDE
  record 'the image' 'started as node on a read-only root, was ready, recognized a page, ended cleanly'
}

[[ -n $pull ]] || make_base
build_image
look_inside
run_image
echo
printf '%s\n' "${results[@]}" | awk -F'|' '{ printf "%-34s %-86s %s\n", $1, $2, $3 }'
