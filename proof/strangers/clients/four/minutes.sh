#!/usr/bin/env bash
# An API client in shell and curl: REST only; a round of reads every 5 s, one command a minute.
set -u
base=${CONFORM_URL:-http://127.0.0.1:8080}
base=${base%/}
flaw=
[ "${1:-}" = --breach ] && flaw=$2
dir=$(mktemp -d)
trap 'rm -rf "$dir"; exit 0' EXIT TERM INT

value() { # the first string or number of a name in the body
  sed -nE "s/.*\"$1\" *: *\"?([^\",}]*)\"?.*/\1/p" "$dir/body" | head -1
}

# call METHOD PATH [BODY] [KEY]: sets status, code, wait
call() {
  local args=(-s -k -m 10 -X "$1" -H 'Accept: application/json' -o "$dir/body" -D "$dir/head" -w '%{http_code}')
  [ -n "${token:-}" ] && args+=(-H "Authorization: Bearer $token")
  [ -n "${3:-}" ] && args+=(-H 'Content-Type: application/json' --data-binary "$3")
  if [ -n "${4:-}" ]; then
    args+=(-H "Idempotency-Key: $4")
  fi
  if [ "$flaw" = origin ] && [[ $2 == */commands ]]; then args+=(-H 'Origin: https://panel.example'); fi
  : >"$dir/body"
  : >"$dir/head"
  status=$(curl "${args[@]}" "$base$2") || status=000
  code=$(value code)
  wait=$(sed -nE 's/^[Rr]etry-[Aa]fter: *([0-9]+).*/\1/p' "$dir/head" | head -1)
  wait=${wait:-5}
}

sign_in() {
  local try
  for try in 1 2 4 8 16; do
    token=
    call POST /svc/v1/auth/token "{\"clientId\":\"$CONFORM_CLIENT_ID\",\"clientSecret\":\"$CONFORM_CLIENT_SECRET\"}"
    if [ "$status" = 200 ]; then
      token=$(value accessToken)
      printf %s "$token" >"$dir/token"
      return
    fi
    case $status in 401 | 403 | 400 | 422) exit 1 ;; esac
    [ "$status" = 429 ] && sleep "$wait"
    sleep "$try.$((RANDOM % 9))"
  done
  exit 1
}

rest() { # sleeps as a 429 announced
  if [ "$flaw" = at-most-two ] && [ "$wait" -gt 2 ]; then sleep 2; else sleep "$wait.2"; fi
}

read_device() {
  call GET "/svc/v1/devices/$1"
  case $status in
    401) sign_in ;;
    429) rest && call GET "/svc/v1/devices/$1" ;;
  esac
}

# command METHOD PATH BODY: up to five tries of one command under one key
command_device() {
  local key delay tries=0
  key=$(cat /proc/sys/kernel/random/uuid)
  [ "$flaw" = day-key ] && key=$(date +%F)
  for delay in 1 2 4 8 16; do
    tries=$((tries + 1))
    call "$1" "$2" "$3" "$key"
    case $status-$code in
      200-*) return ;;
      429-*) rest ;;
      409-DEVICE_BUSY) sleep "$delay.$((RANDOM % 5))" ;;
      500-*) if [ "$flaw" = tight ]; then sleep 0.3; else sleep "$delay.$((RANDOM % 5))"; fi ;;
      000-*)
        [ "$flaw" = bare-retry ] && key=
        sleep "$delay.$((RANDOM % 5))"
        ;;
      401-*) sign_in ;;
      403-*) if [ "$flaw" = scope-loop ] && [ $tries -lt 5 ]; then sleep 2; else return; fi ;;
      *) return ;;
    esac
  done
}

sign_in
call GET /svc/v1/devices
[ "$status" = 429 ] && rest && call GET /svc/v1/devices
[ "$status" = 200 ] || { sleep 3; call GET /svc/v1/devices; }
mapfile -t devices < <(grep -oE '"deviceId" *: *"[^"]+"' "$dir/body" | sed -E 's/.*: *"([^"]+)"/\1/')
[ ${#devices[@]} -gt 0 ] || exit 0
target=${devices[0]}
command_device PUT "/svc/v1/devices/$target/relays/1/jog-config" '{"durationMs":700}'
next=$((SECONDS + 8))
round=0
while :; do
  [ "$flaw" = token-cycle ] && sign_in
  read_device "${devices[$((round % ${#devices[@]}))]}"
  round=$((round + 1))
  if [ $SECONDS -ge $next ]; then
    next=$((next + 60))
    sleep 4
    command_device POST "/svc/v1/devices/$target/relays/commands" '{"relays":[{"index":1,"action":"jog"}]}'
    sleep 3.3
    read_device "$target"
    if [ "$flaw" = look-twice ]; then
      sleep 2
      read_device "$target"
    fi
  fi
  sleep 5
done
