#!/bin/sh
# Builds the machine where that has not been done since their source changed, and becomes it.
here=$(dirname "$0")
built="${TMPDIR:-/tmp}/stranger-machine-$(id -u)"
if [ ! -x "$built" ] || [ "$here/machine.go" -nt "$built" ]; then
  go build -o "$built.$$" "$here/machine.go" && mv "$built.$$" "$built"
fi
exec "$built" "$@"
