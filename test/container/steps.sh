#!/usr/bin/env bash
# Does what the Dockerfile says, step by step, where there is no Docker: builds from what .dockerignore leaves, installs
# into a fresh root, and runs there as another user, with the health check, the client of compose.yaml and SIGTERM.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

work=$(mktemp -d)
server=
finish() {
  if [[ -n $server ]]; then kill -KILL "$server" 2>/dev/null || true; fi
  umount "$work/root/dev" 2>/dev/null || true
  rm -rf "$work"
}
trap finish EXIT
readonly root=$work/root
(($(id -u) == 0)) || { echo 'a fresh root needs the rights of root' && exit 2; }

# The RUN lines of a stage that call npm, with the folders of the image below $work.
runs() {
  awk -v stage="$1" '/^FROM/ { at++ } at == stage && /^RUN npm / { sub(/^RUN /, ""); print }' Dockerfile |
    sed "s#/tmp\b#$work/tmp#g"
}
words() { node -e 'process.stdout.write(JSON.parse(process.argv[1]).map((word) => word + "\0").join(""))' "$1"; }
instruction() { sed -n "s/^$1 [^[]*\(\[.*\)/\1/p" Dockerfile; }

echo '--- COPY . .'
mkdir -p "$work"/{source,tmp} "$root"/{tmp,ready,work,dev,usr/local/bin,etc}
git ls-files -co --exclude-standard -z | grep -zvE '^(proof|docs)/' | xargs -0 cp --parents -t "$work/source"

echo '--- the stage that builds'
mapfile -t building < <(runs 1)
for line in "${building[@]}"; do (cd "$work/source" && echo "$line" && bash -c "$line"); done
mv "$work"/tmp/relaybench-*.tgz "$work/tmp/relaybench.tgz"

echo '--- the stage that runs'
mapfile -t installing < <(runs 2)
for line in "${installing[@]}"; do
  (cd "$work" && echo "$line" && npm_config_prefix=$root/usr/local bash -c "$line")
done
cp "$(node -p process.execPath)" "$root/usr/local/bin/node"
ldd "$root/usr/local/bin/node" | grep -o '/[^ ]*' | while read -r library; do cp --parents -L "$library" "$root"; done
mknod -m 666 "$root/dev/null" c 1 3 && mknod -m 666 "$root/dev/urandom" c 1 9
chown 1000:1000 "$root/ready" && chmod 1777 "$root/tmp"
du -sh "$root/usr/local/lib/node_modules/relaybench" | cut -f1

# No function: a signal to it would not reach the program.
readonly inside=(env -i PATH=/usr/local/bin:/usr/sbin HOME=/tmp chroot --userspec=1000:1000 "$root")
mapfile -d '' -t entry < <(words "$(instruction ENTRYPOINT)")
mapfile -d '' -t health < <(words "$(instruction HEALTHCHECK)")
mapfile -d '' -t command < <(words "$(instruction CMD)")

# Starts the entry point with these words, and waits until it is healthy.
serve() {
  "${inside[@]}" "${entry[@]}" "$@" >"$work/log" 2>&1 &
  server=$!
  for _ in {1..100}; do
    if "${inside[@]}" "${health[@]}" 2>/dev/null; then return; fi
    sleep 0.1
  done
  cat "$work/log" && return 1
}
stop() {
  kill -TERM "$server" && wait "$server" && server=
}

echo '--- CMD, HEALTHCHECK and SIGTERM'
if "${inside[@]}" "${health[@]}" 2>/dev/null; then echo 'healthy before it runs' && exit 1; fi
serve "${command[@]}"
stop

echo '--- compose.yaml: a client in the same network'
serve serve --ready-file /ready/ready.json
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=examples/pytest READY=$root/ready/ready.json \
  /usr/bin/python3 examples/compose/check.py
stop
[[ ! -e $root/ready/ready.json ]]

echo '--- a run in the image'
"${inside[@]}" "${entry[@]}" run 'ws/*' | tail -n 1
