#!/usr/bin/env python3
# An API client on the rhythm of a crontab: REST only, each run begins at a full ten seconds of the wall clock.
import json, os, random, sys, time, urllib.error, urllib.request, uuid

BASE = os.environ.get('CONFORM_URL', 'http://127.0.0.1:8080').rstrip('/') + '/svc/v1'
FLAW = sys.argv[2] if sys.argv[1:2] == ['--breach'] else ''
token = {'value': None, 'until': 0.0}
free = {}  # device -> when it may be read again


def send(method, path, body=None, key=None):
    head = {'Accept': 'application/json'}
    if token['value']:
        head['Authorization'] = 'Bearer ' + token['value']
    if key:
        head['Idempotency-Key'] = key
    data = None
    if body is not None:
        head['Content-Type'] = 'application/json'
        data = json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(BASE + path, data, head, method=method), timeout=12) as got:
            return got.status, json.load(got), 0
    except urllib.error.HTTPError as error:
        try:
            read = json.load(error)
        except Exception:
            read = {}
        wait = (read.get('data') or {}).get('retryAfterSeconds') or float(error.headers.get('Retry-After') or 0)
        return error.code, read, wait
    except Exception:
        return 0, {}, 0


def sign_in():
    token['value'] = None
    for attempt in range(8):
        status, read, wait = send('POST', '/auth/token', {'clientId': os.environ['CONFORM_CLIENT_ID'], 'clientSecret': os.environ['CONFORM_CLIENT_SECRET']})
        if status == 200:
            token['value'] = read['data']['accessToken']
            token['until'] = time.time() + read['data']['expiresIn'] * 0.9
            return True
        if status in (400, 401, 403, 404, 409, 422):
            return False
        time.sleep(max(wait + 0.1, 2 ** attempt * random.uniform(0.7, 1.3)))
    return False


def ready():
    return (token['value'] and time.time() < token['until']) or sign_in()


def call(method, path, body=None, key=None):
    """One run's call: a refusal for the moment is tried again, three times at most."""
    for attempt in range(4):
        if not ready():
            return 401, {}
        status, read, wait = send(method, path, body, key)
        if status == 401:
            token['value'] = None
            continue
        if status == 429:
            time.sleep(0.9 if FLAW == 'skips-wait' else wait + random.uniform(0.1, 0.5))
        elif status == 409 and read.get('code') == 'DEVICE_BUSY':
            time.sleep(1.0 if FLAW == 'busy-each-second' else 0.8 * 2 ** attempt * random.uniform(1, 1.3))
        elif status in (0, 500):
            time.sleep(1.2 * 2 ** attempt * random.uniform(1, 1.3))
        else:
            return status, read
    return status, read


def look(device):
    pause = free.get(device, 0) - time.time()
    if pause > 0:
        time.sleep(pause)
    call('GET', f'/devices/{device}')
    free[device] = time.time() + 3.2


def switch(device, action):
    key = f'{device}-{action}' if FLAW == 'named-key' else str(uuid.uuid4())
    call('POST', f'/devices/{device}/relays/commands', {'relays': [{'index': 1, 'action': action}, {'index': 2, 'action': action}]}, key)


if not ready():
    sys.exit(1)
status, read = call('GET', '/devices')
devices = [each['deviceId'] for each in (read.get('data') or {}).get('devices', [])][:4]
run = 0
while True:
    time.sleep(10 - time.time() % 10)
    run += 1
    if FLAW == 'token-each-run':
        sign_in()
    for device in devices[:2]:
        look(device)
    if run % 2 == 1 and devices:
        switch(devices[0], 'on' if run % 4 == 1 else 'off')
    if run % 3 == 0:
        for _ in range(5 if FLAW == 'asks-for-gone' else 1):
            status, read = call('GET', '/commands/00000000-gone')
            if FLAW == 'asks-for-gone':
                time.sleep(0.7)
