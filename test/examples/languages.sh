#!/usr/bin/env bash
# Runs the examples in Python, Go and Java as their users would, on the simulator of this clone. A language that this
# machine does not have is named, and fails the run unless LANGUAGES says which ones are to be tried.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

export RELAYBENCH="node $PWD/bin/conform.js"
readonly JARS=/usr/share/java
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python() {
  # Debian's own, which has its pytest.
  (cd examples/pytest && PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 -m pytest -q -p no:cacheprovider)
}

go_() {
  (cd examples/go && test -z "$(gofmt -l .)" && go vet ./... && GOFLAGS=-count=1 go test ./...)
}

java_() {
  javac -Werror -d "$work/classes" -cp "$JARS/junit-jupiter-api.jar:$JARS/apiguardian-api.jar" examples/junit/*.java
  java -jar "$JARS/junit-platform-console-standalone.jar" -cp "$work/classes" --scan-classpath \
    --disable-banner --disable-ansi-colors --details=summary
}

for language in ${LANGUAGES:-python go java}; do
  echo "--- $language"
  case $language in
    python) python ;;
    go) go_ ;;
    java) java_ ;;
    *) echo "no example in $language" && exit 2 ;;
  esac
done
