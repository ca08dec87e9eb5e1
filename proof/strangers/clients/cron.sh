#!/usr/bin/env bash
# A client of the service for a job that runs for ever: bash, curl and jq, REST alone, one request after the other.
# It reads each device about every ten seconds, turns two relays now and then, and takes orders from standard input.
# `--breach ID` gives it one fault, `--habit ID` one odd and legal way; catalogue.json lists both.
set -u
quirks=" "
while [ $# -gt 1 ]; do
  case $1 in --breach | --habit) quirks="$quirks$2 " ;; esac
  shift 2
done
has() { case $quirks in *" $1 "*) return 0 ;; *) return 1 ;; esac; }

base=${CONFORM_URL%/}/svc/v1
IFS=, read -r -a devices <<<"${CONFORM_DEVICE_IDS:-$CONFORM_DEVICE_ID}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 0' TERM INT
declare -A until_ms denied
token="" token_until=0 count=0

now() { # milliseconds
  local t=$EPOCHREALTIME
  echo $((${t/[.,]/} / 1000))
}
nap() { # milliseconds
  local ms=$1
  [ "$ms" -gt 0 ] && sleep "$((ms / 1000)).$(printf %03d $((ms % 1000)))"
}
chance() { echo $(($1 + (RANDOM * 32768 + RANDOM) % ($2 - $1 + 1))); }
hold() { until_ms[$1]=$(($(now) + $2)); }
wait_for() { nap $((${until_ms[$1]:-0} - $(now))); }

# exchange METHOD PATH BODY KEY: sets status, code, after (ms), and leaves the body in $work/body.
exchange() {
  local -a words=(-sS --max-time 10 -X "$1" -H 'Accept: application/json' -D "$work/head" -o "$work/body")
  [ -n "$3" ] && words+=(-H 'Content-Type: application/json' --data-binary "$3")
  [ -n "$4" ] && words+=(-H "Idempotency-Key: $4")
  [ -n "$token" ] && [ "$2" != /auth/token ] && words+=(-H "Authorization: Bearer $token")
  has cors-fetch && words+=(-H 'Sec-Fetch-Mode: cors' -H 'Sec-Fetch-Dest: empty')
  has talks-http-1.0 && words+=(--http1.0)
  has long-agent && words+=(-A "cron/0.3 (night shift; $(printf 'x%.0s' {1..200}))" -H 'X-Trace: on')
  : >"$work/body"
  if status=$(curl "${words[@]}" -w '%{http_code}' "$base$2" 2>/dev/null); then
    code=$(jq -r '.code // ""' "$work/body" 2>/dev/null || echo "")
    after=$(jq -r '((.data.retryAfterSeconds // 1) * 1000) | ceil' "$work/body" 2>/dev/null || echo 1000)
  else
    status=0 code="" after=0
  fi
}

sign_in() {
  local pause=800 saved
  if has token-per-round || has token-per-request; then :; elif [ -n "$token" ] && [ "$(now)" -lt "$token_until" ]; then return; fi
  if has token-per-round && [ -n "$token" ] && [ "$fresh" = no ]; then return; fi
  while :; do
    saved=$(jq -n --arg id "$CONFORM_CLIENT_ID" --arg secret "$CONFORM_CLIENT_SECRET" '{clientId: $id, clientSecret: $secret}')
    exchange POST /auth/token "$saved" ""
    case $status in
      200)
        token=$(jq -r .data.accessToken "$work/body")
        token_until=$(($(now) + $(jq -r '.data.expiresIn * 750 | floor' "$work/body")))
        fresh=no
        return
        ;;
      429) nap $((after + $(chance 100 1500))) ;;
      0 | 5*)
        nap $((pause + $(chance 0 $((pause / 2)))))
        pause=$((pause * 2 > 30000 ? 30000 : pause * 2))
        ;;
      *) if has keeps-knocking; then nap 1500; else nap "$(chance 62000 80000)"; fi ;;
    esac
  done
}

# request SUBJECT METHOD PATH BODY KEY BASE: one request with all its tries. Doubling, with up to a half of chance.
request() {
  local subject=$1 pause=$6 try renewed=no same=0 key=$5
  for try in 1 2 3 4 5 6 7; do
    has quitter && [ "$try" -gt 1 ] && return 1
    wait_for "$subject"
    sign_in
    exchange "$2" "$3" "$4" "$key"
    case $status/$code in
      429/*)
        if has curl-retry; then nap 1000; elif has minute-waits; then hold "$subject" 20000; else hold "$subject" $((after + $(chance 100 1600))); fi
        has in-step && hold "$subject" $((after + 3000 - ($(now) + after) % 3000))
        ;;
      409/DEVICE_BUSY)
        if has busy-poll; then nap 400; else
          nap $((pause + $(chance 0 $((pause / 2)))))
          pause=$((pause * 2 > 30000 ? 30000 : pause * 2))
        fi
        ;;
      0/* | 5*)
        [ -n "$key" ] && [ "$status" = 0 ] && has key-again-new && key=$(new_key)
        [ "$status" = 500 ] && has error-linear && { nap 500; continue; }
        nap $((pause + $(chance 0 $((pause / 2)))))
        pause=$((pause * 2 > 30000 ? 30000 : pause * 2))
        ;;
      401/*)
        if has same-token && [ $same -lt 3 ]; then
          same=$((same + 1))
          nap 500
        elif [ $renewed = no ]; then
          renewed=yes token=""
        else return 1; fi
        ;;
      403/AUTH_SCOPE_DENIED) if has denied-again && [ "$try" -lt 4 ]; then nap 1000; else return 1; fi ;;
      4*/*) if has not-found-again && [ "$try" -lt 5 ]; then nap 800; else return 1; fi ;;
      *) return 0 ;;
    esac
  done
  return 1
}

new_key() {
  count=$((count + 1))
  if has no-key; then echo ""; elif has pid-key; then echo "job-$$"; elif has minute-key; then echo "job-$(($(now) / 60000))"
  elif has word-keys; then echo "Job of $HOSTNAME, $(date +%s%N), step $count: äöü" | iconv -c -t ascii; else cat /proc/sys/kernel/random/uuid; fi
}

refresh() {
  [ -n "${denied[refresh$1]:-}" ] && return
  request "refresh $1" GET "/devices/$1" "" "" 3200 || { [ "$code" = AUTH_SCOPE_DENIED ] && denied[refresh$1]=1; }
  has watches-closely || hold "refresh $1" $((${until_ms[refresh $1]:-0} - $(now) > 3150 ? ${until_ms[refresh $1]:-0} - $(now) : 3150))
}

# operate KIND DEVICE METHOD TAIL BODY
operate() {
  [ -n "${denied[$1$2]:-}" ] && return
  local key try
  key=$(new_key)
  for try in 1 2 3; do
    if ! request "command $2" "$3" "/devices/$2$4" "$5" "$key" 500; then
      [ "$code" = AUTH_SCOPE_DENIED ] && ! has forgets-denials && denied[$1$2]=1
      return
    fi
    [ "$(jq -r .data.command.status "$work/body")" = TIMEOUT ] || break
    if has timeout-resent; then nap 1000; elif has timeout-new-key; then key=$(new_key) && nap 1500; else break; fi
  done
  has checks-at-once && { until_ms["refresh $2"]=0 && refresh "$2"; }
}

set_relays() { # DEVICE, then the array as JSON
  local each
  if has one-by-one; then
    while read -r each; do operate relays "$1" POST /relays/commands "{\"relays\":[$each]}"; done < <(jq -c '.[]' <<<"$2")
  elif has single-relay-path; then
    while read -r each; do
      operate relays "$1" POST "/relays/$(jq .index <<<"$each")/commands" "$(jq -c '{action}' <<<"$each")"
    done < <(jq -c '.[]' <<<"$2")
  else operate relays "$1" POST /relays/commands "{\"relays\":$2}"; fi
}

obey() {
  local device
  device=$(jq -r '.deviceId // ""' <<<"$1" 2>/dev/null) || return
  case $(jq -r .do <<<"$1") in
    stop) exit 0 ;;
    refresh) refresh "$device" ;;
    setRelays) set_relays "$device" "$(jq -c .relays <<<"$1")" ;;
    transceive) operate rs485 "$device" POST /rs485/transceive "$(jq -c '{data, timeoutMs: (.timeoutMs // 500)}' <<<"$1")" ;;
    setBaudRate) operate config "$device" PUT /rs485/baud-rate "$(jq -c '{baudRate}' <<<"$1")" ;;
    setJogDuration) operate config "$device" PUT "/relays/$(jq .index <<<"$1")/jog-config" "$(jq -c '{durationMs}' <<<"$1")" ;;
  esac
}

action=on input=open fresh=yes next_read=0 next_turn=$(($(now) + 4000))
while :; do
  line=""
  if [ $input = open ]; then
    read -r -t 0.5 line
    [ $? -eq 1 ] && input=closed
    [ -n "$line" ] && obey "$line"
  else nap 500; fi
  if [ "$(now)" -ge $next_read ]; then
    fresh=yes
    for device in "${devices[@]}"; do refresh "$device"; done
    has not-found-again && request missing GET /devices/nobody "" "" 500
    has reads-all && { request list GET /devices "" "" 500; request profiles GET /device-profiles "" "" 500; }
    has watches-closely && next_read=$(($(now) + 1500)) || next_read=$(($(now) + $(chance 9000 11000)))
  fi
  if [ "$(now)" -ge $next_turn ]; then
    set_relays "${devices[0]}" "[{\"index\":1,\"action\":\"$action\"},{\"index\":2,\"action\":\"$action\"}]"
    [ $action = on ] && action=off || action=on
    next_turn=$(($(now) + $(chance 12000 15000)))
  fi
done
