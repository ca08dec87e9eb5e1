#!/usr/bin/env bash
# Does what examples/serial-line/README.md says, in a fresh folder: the lines of its first block, each when the one before it
# is there, then its second block. Needs socat.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

bin=$PWD/bin/conform.js
work=$(mktemp -d)
finish() {
  # Each job with what it has started.
  for job in $(jobs -p); do kill -- "-$job" 2>/dev/null || true; done
  wait
  rm -rf "$work"
}
trap finish EXIT
# A process group for each job.
set -m

git ls-files -co --exclude-standard examples/serial-line | xargs cp -t "$work"
# `npx relaybench` is the program of this clone.
mkdir "$work/bin"
printf '#!/bin/sh\nshift\nexec node "%s" "$@"\n' "$bin" >"$work/bin/npx"
chmod +x "$work/bin/npx"
export PATH="$work/bin:$PATH"
cd "$work"

block() { awk -v wanted="$1" '/^```sh$/ { at++; inside = 1; next } /^```$/ { inside = 0 } inside && at == wanted' README.md; }

waited() {
  local tries
  for ((tries = 0; tries < 300; tries++)); do
    if "$@" 2>/dev/null; then return; fi
    sleep 0.1
  done
  cat log-*
  echo "still not so after 30 s: $*"
  return 1
}

at=0
while IFS= read -r line; do
  echo "--- $line"
  at=$((at + 1))
  eval "$line" >"log-$at" 2>&1 </dev/null
  case $line in
    *line*) waited test -e near -a -e far ;;
    *meter*) waited grep -q 'The meter is at' "log-$at" ;;
    *serve*) waited test -e ready.json ;;
    *gateway*) waited grep -q 'The line of' "log-$at" ;;
  esac
done < <(block 1)

echo '--- conform run'
eval "$(block 2)" >run.log || true
cat run.log
# What needs a second device is skipped; how many checks do is not what is held here.
grep -qE 'Checks +[0-9]+: [1-9][0-9] passed, [0-9] skipped in' run.log

echo '--- without the meter a check fails'
kill -- "-$(jobs -p %2)"
if npx relaybench run --target lab.yaml rs485/answer:rest >dead.log; then
  cat dead.log
  echo 'it passed: the bytes do not come from the meter'
  exit 1
fi
grep -m 1 'command.status was timeout' dead.log
