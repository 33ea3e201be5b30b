#!/usr/bin/env bash
# Proves the two commands in a fresh Debian 12 root that holds nothing but the minimal system, Node and a clone
# of this repository. Needs root, debootstrap and git on the host. See docs/operations.md.
set -euo pipefail

usage() {
  cat <<'USAGE'
usage: scripts/proof/prove-fresh-machine.sh [options] [case ...]

cases (default: all, in this order)
  by-hand     `npm ci` without OpenCV or a compiler: succeeds, and `npx loupe` says what is still to come
  no-admin    `npm start` without the prebuilt engine as a user without sudo: stops with the line to type
  compiled    `npm start` as root, from nothing, without the prebuilt engine
  start       `npm start` as root, from nothing
  start-again `npm start` a second time, ended by Ctrl-C
  packages    after it, the packages of the client and the engine, made and installed in an empty folder
  test        `npm test`
  test-again  `npm test` a second time

options
  --root DIR        where to build the fresh root (default: a new folder below $TMPDIR)
  --base DIR        keep an untouched minimal system here and reuse it
  --mirror URL      Debian mirror (default: debootstrap's own)
  --node WHICH      Node of the host: a version such as 18, which comes from the registry with the npm of its time,
                    or a prefix that holds bin/node, include/node and lib/node_modules/npm (default: of `node`)
  --copy PATH       copy this file of the host to the same place inside (repeatable)
  --env NAME=VALUE  environment inside (repeatable)
  --keep            keep the root afterwards
USAGE
}

mirror=''
root='' base='' keep=''
copies=() environment=() cases=()
node_prefix=$(dirname "$(dirname "$(readlink -f "$(command -v node)")")")
while (($#)); do
  case $1 in
    --root) root=$2; shift ;;
    --base) base=$2; shift ;;
    --mirror) mirror=$2; shift ;;
    --node) node_prefix=$2; shift ;;
    --copy) copies+=("$2"); shift ;;
    --env) environment+=("$2"); shift ;;
    --keep) keep=yes ;;
    -h | --help) usage; exit 0 ;;
    -*) usage >&2; exit 2 ;;
    *) cases+=("$1") ;;
  esac
  shift
done
((${#cases[@]})) || cases=(by-hand no-admin compiled start start-again packages test test-again)
repository=$(git -C "$(dirname "${BASH_SOURCE[0]}")" rev-parse --show-toplevel)

# A prefix with a Node and the npm of its time, from the registry: node_from_registry MAJOR FOLDER
node_from_registry() {
  local arch=x64 npm=10
  [[ $(uname -m) == aarch64 ]] && arch=arm64
  (($1 >= 24)) && npm=11
  mkdir -p "$2/packages" "$2/lib/node_modules"
  npm install --prefix "$2/packages" --no-save --ignore-scripts --no-audit --no-fund --loglevel=error \
    "node-linux-$arch@$1" "npm@$npm" >/dev/null
  mv "$2/packages/node_modules/node-linux-$arch/bin" "$2/packages/node_modules/node-linux-$arch/include" "$2/"
  mv "$2/packages/node_modules/npm" "$2/lib/node_modules/"
  rm -rf "$2/packages"
}

# Mounts live in a namespace of their own and vanish with it, and so does every process started inside.
if [[ ${LOUPE_PROOF_INSIDE:-} != yes ]]; then
  work=${root:-$(mktemp -d "${TMPDIR:-/tmp}/loupe-fresh-XXXXXX")}
  fetched=''
  if [[ $node_prefix =~ ^[0-9]+$ ]]; then
    fetched=$(mktemp -d "${TMPDIR:-/tmp}/loupe-node-XXXXXX")
    node_from_registry "$node_prefix" "$fetched"
    node_prefix=$fetched
  fi
  args=(--root "$work" --node "$node_prefix")
  [[ -n $mirror ]] && args+=(--mirror "$mirror")
  [[ -n $base ]] && args+=(--base "$base")
  for path in "${copies[@]}"; do args+=(--copy "$path"); done
  for pair in "${environment[@]}"; do args+=(--env "$pair"); done
  status=0
  LOUPE_PROOF_INSIDE=yes unshare --mount --pid --fork --kill-child "$0" "${args[@]}" "${cases[@]}" || status=$?
  [[ -n $fetched ]] && rm -rf "$fetched"
  [[ -n $keep ]] && echo "The root is kept in $work" || rm -rf --one-file-system "$work"
  exit "$status"
fi

results=()
clock() { date +%s.%N; }
since() { awk -v a="$1" -v b="$(clock)" 'BEGIN { printf "%.1f s", b - a }'; }
record() { results+=("$1|$2|$3"); echo "== $1: $2 ($3)"; }

build_root() {
  local started; started=$(clock)
  local system=${base:-$root}
  if [[ ! -e $system/etc/debian_version ]]; then
    mkdir -p "$system"
    debootstrap --variant=minbase bookworm "$system" ${mirror:+"$mirror"} >"$root.debootstrap.log"
  fi
  if [[ $system != "$root" && ! -e $root/etc/debian_version ]]; then
    mkdir -p "$root"
    cp -a "$system/." "$root/"
  fi
  for path in /etc/resolv.conf /etc/hosts "${copies[@]}"; do
    mkdir -p "$root$(dirname "$path")"
    cp -aL "$path" "$root$(dirname "$path")/"
  done
  mkdir -p "$root/usr/local/bin" "$root/usr/local/lib/node_modules" "$root/usr/local/include"
  cp -aL "$node_prefix/bin/node" "$root/usr/local/bin/"
  cp -a "$node_prefix/lib/node_modules/npm" "$root/usr/local/lib/node_modules/"
  cp -a "$node_prefix/include/node" "$root/usr/local/include/"
  ln -sfn ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
  ln -sfn ../lib/node_modules/npm/bin/npx-cli.js "$root/usr/local/bin/npx"
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"
  record "fresh Debian 12 with Node $("$root/usr/local/bin/node" --version)" built "$(since "$started")"
}

# A new clone for each case that must start from nothing.
fresh_clone() {
  rm -rf "$root/srv/loupe"
  git clone -q --no-hardlinks "$repository" "$root/srv/loupe"
}

# Runs a line in the clone inside the root: inside USER LINE
inside() {
  local home=/root
  [[ $1 == root ]] || home=/home/$1
  local set=(HOME="$home" PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin)
  chroot --userspec="$1" "$root" /usr/bin/env -i "${set[@]}" "${environment[@]}" /bin/bash -c "cd /srv/loupe && $2"
}

# Expects a line to fail with a text in its output: expect_failure NAME USER LINE TEXT
expect_failure() {
  local started log=$root.$1.log; started=$(clock)
  if inside "$2" "$3" >"$log" 2>&1; then
    record "$1" 'FAILED: it succeeded' "$(since "$started")"
    return 1
  fi
  cat "$log"
  if grep -qF "$4" "$log"; then
    record "$1" 'stopped with the sentence' "$(since "$started")"
  else
    record "$1" "FAILED: \"$4\" was not said" "$(since "$started")"
    return 1
  fi
}

expect_success() {
  local started; started=$(clock)
  if inside root "$2" 2>&1 | tee "$root.$1.log"; then
    record "$1" 'succeeded' "$(since "$started")"
  else
    record "$1" 'FAILED' "$(since "$started")"
    return 1
  fi
}

# Starts, waits for the end of the demonstration, presses Ctrl-C, expects a clean end with exit code 0.
expect_clean_interrupt() {
  local started log=$root.$1.log code=0 pid; started=$(clock)
  set -m
  inside root 'exec npm start' >"$log" 2>&1 &
  pid=$!
  set +m
  while kill -0 "$pid" 2>/dev/null && ! grep -q 'Loupe is running' "$log"; do sleep 0.2; done
  local shown; shown=$(since "$started")
  kill -INT -- "-$pid"
  wait "$pid" || code=$?
  cat "$log"
  if ((code == 0)) && grep -q 'Stopped' "$log"; then
    record "$1" "ready and shown after $shown, Ctrl-C ended it with exit code 0" "$(since "$started")"
  else
    record "$1" "FAILED: exit code $code" "$(since "$started")"
    return 1
  fi
}

run_case() {
  case $1 in
    by-hand) fresh_clone; expect_failure by-hand root 'npm ci && npx loupe' 'npm run setup' ;;
    no-admin)
      chroot "$root" id builder >/dev/null 2>&1 || chroot "$root" useradd --create-home builder
      fresh_clone
      chroot "$root" chown -R builder: /srv/loupe
      expect_failure no-admin builder 'LOUPE_PREBUILT=no npm start' 'apt-get install -y'
      ;;
    start) fresh_clone; expect_success start 'LOUPE_EXIT_AFTER_DEMO=1 npm start' ;;
    compiled) fresh_clone; expect_success compiled 'LOUPE_PREBUILT=no LOUPE_EXIT_AFTER_DEMO=1 npm start' ;;
    start-again) expect_clean_interrupt start-again ;;
    packages)
      expect_success packages 'rm -rf /tmp/packages /tmp/empty && mkdir -p /tmp/packages /tmp/empty &&
        npm run client:build && npm run pack:client -- /tmp/packages && npm run pack:engine -- /tmp/packages &&
        cd /tmp/empty && npm install /tmp/packages/*.tgz && node -e "
          const { Engine } = require(\"@loupe-print/engine\");
          new Engine().close();
          import(\"@loupe-print/client\").then(({ createClient }) => createClient({ url: \"http://localhost\" }))"'
      ;;
    test) expect_success test 'npm test' ;;
    test-again) expect_success test-again 'npm test' ;;
    *) usage >&2; return 2 ;;
  esac
}

build_root
status=0
for name in "${cases[@]}"; do
  echo "== case $name"
  run_case "$name" || status=1
done
echo
printf '%s\n' "${results[@]}" | awk -F'|' '{ printf "%-28s %-70s %s\n", $1, $2, $3 }'
exit "$status"
