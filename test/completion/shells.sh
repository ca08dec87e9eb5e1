#!/usr/bin/env bash
# Installs the shells that Debian has, and tries completion in each, at a real terminal; then says how long a Tab takes.
set -euo pipefail
cd "$(dirname "$0")/../.."
for shell in zsh fish; do
  command -v "$shell" > /dev/null || apt-get install -y --no-install-recommends "$shell" > /dev/null
done
node_modules/.bin/vitest run --project e2e test/e2e/completion.test.ts
for line in 'conform ' 'conform run ' 'conform run --defect ' 'conform fault add ' 'conform run --dialect '; do
  from=$(date +%s%N)
  for _ in 1 2 3 4 5; do node bin/conform.js complete --line "$line" > /dev/null; done
  echo "$(((${EPOCHREALTIME/./}000 - from) / 5000000)) ms  $line"
done
