#!/bin/sh
# Runs the checks against a simulator through Prism, which reads all REST traffic on its way by our OpenAPI
# document and logs what is not as documented. Needs the build and the registry: npm run proof -- foreign.
set -eu

PRISM=@stoplight/prism-cli@5.12.0
PORT=7190
PROXY=7191
HERE=$(dirname "$0")
WORK=$(mktemp -d)
SERVE= PRISM_PROXY=
trap 'kill $SERVE $PRISM_PROXY 2>/dev/null; rm -rf "$WORK"' EXIT

npm install --prefix "$WORK" --no-audit --no-fund --ignore-scripts "$PRISM"
node bin/conform.js spec openapi > "$WORK/openapi.json"
node bin/conform.js serve --port $PORT --no-control > "$WORK/serve.log" 2>&1 &
SERVE=$!
"$WORK/node_modules/.bin/prism" proxy "$WORK/openapi.json" http://127.0.0.1:$PORT -p $PROXY > "$WORK/prism.log" 2>&1 &
PRISM_PROXY=$!
until grep -q 'is listening' "$WORK/prism.log"; do
  kill -0 $PRISM_PROXY || { cat "$WORK/prism.log"; exit 1; }
  sleep 1
done

# envelope/bad-input stays out: Prism never answers a body that it cannot read.
export CONFORM_OPERATOR_SECRET=demo-operator-secret CONFORM_READER_SECRET=demo-reader-secret
export CONFORM_CONTROLLER_SECRET=demo-controller-secret CONFORM_CONFIGURATOR_SECRET=demo-configurator-secret
node bin/conform.js run --target "$HERE/through-prism.yaml" --report trace="$WORK/trace.ndjson" \
  'auth/*' 'busy/*' 'commands/*' 'devices/*' 'events/*' 'idempotency/*' 'refresh/*' 'relay/*' 'rs485/*' \
  'scope/*' 'version/*' 'ws/*' envelope/busy envelope/errors envelope/successes

# Requests may be malformed on purpose; a response never is.
if grep -E 'Violation: response' "$WORK/prism.log"; then
  echo 'Prism found responses that are not as documented.'
  exit 1
fi
echo "Prism read $(grep -c 'Request received' "$WORK/prism.log") requests, and found every response as documented."
