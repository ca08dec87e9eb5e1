#!/bin/sh
# Builds the client that `conform explain` shows in parts, in Go, and becomes it.
here=$(cd "$(dirname "$0")" && pwd)
shown="$here/../../../../fixtures/clients/client.go"
built="${TMPDIR:-/tmp}/conform-advice-$(id -u)"
if [ ! -x "$built" ] || [ "$here/advice-go/main.go" -nt "$built" ] || [ "$shown" -nt "$built" ]; then
  folder=$(mktemp -d) && cp "$here/advice-go/main.go" "$shown" "$folder" &&
    (cd "$folder" && go build -o "$built.$$" main.go client.go) && mv "$built.$$" "$built"
  rm -r "$folder"
fi
exec "$built" "$@"
