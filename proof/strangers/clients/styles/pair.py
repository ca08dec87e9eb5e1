#!/usr/bin/env python3
# An API client of two processes with one token: a reader and a writer, which find the token in a file under a lock.
import fcntl, http.client, json, os, random, sys, tempfile, time, uuid
from urllib.parse import urlparse

AT = urlparse(os.environ.get('CONFORM_URL', 'http://127.0.0.1:8080'))
FLAW = sys.argv[2] if sys.argv[1:2] == ['--breach'] else ''
STORE = os.path.join(tempfile.mkdtemp(), 'token')
open(STORE, 'w').close()


class Lost(Exception):
    pass


def exchange(method, path, body=None, token=None, key=None):
    head = {'Accept': 'application/json'}
    if token:
        head['Authorization'] = f'Bearer {token}'
    if key:
        head['Idempotency-Key'] = key
    if body is not None:
        head['Content-Type'] = 'application/json'
    line = http.client.HTTPConnection(AT.hostname, AT.port, timeout=7)
    try:
        line.request(method, '/svc/v1' + path, None if body is None else json.dumps(body, separators=(',', ':')), head)
        reply = line.getresponse()
        read = json.loads(reply.read())
        return reply.status, read.get('code'), read.get('data') or {}
    except (OSError, http.client.HTTPException, ValueError):
        raise Lost
    finally:
        line.close()


def grow(attempt):
    time.sleep(0.5 * 2 ** attempt * random.uniform(1, 1.4))


def shared_token(used=None):
    """The token of both; whoever was refused with it first gets the next one."""
    with open(STORE, 'r+') as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        token = file.read()
        if token and token != used:
            return token
        for attempt in range(9):
            try:
                status, code, data = exchange('POST', '/auth/token', {'clientId': os.environ['CONFORM_CLIENT_ID'], 'clientSecret': os.environ['CONFORM_CLIENT_SECRET']})
            except Lost:
                grow(attempt)
                continue
            if code == 'SUCCESS':
                file.seek(0)
                file.truncate()
                file.write(data['accessToken'])
                file.flush()
                return data['accessToken']
            if status in (401, 403):
                os._exit(1)
            time.sleep(data.get('retryAfterSeconds', 0) + 0.1)
            grow(attempt)
    os._exit(1)


def call(method, path, body=None, key=None):
    token = shared_token()
    for attempt in range(5):
        try:
            status, code, data = exchange(method, path, body, token, key)
        except Lost:
            if FLAW == 'new-key-lost' and key:
                key = uuid.uuid4().hex
            grow(attempt)
            continue
        if status == 401:
            token = shared_token(token)
        elif code == 'RATE_LIMITED':
            wait = data.get('retryAfterSeconds', 1)
            time.sleep(min(wait, 1) if FLAW == 'a-second-at-most' and key else wait + random.uniform(0.1, 0.4))
        elif code in ('DEVICE_BUSY', 'INTERNAL_ERROR'):
            grow(attempt)
        elif FLAW == 'scope-again' and code == 'AUTH_SCOPE_DENIED':
            grow(attempt)
        else:
            return data
    return {}


def reader(devices):
    free = {}
    while True:
        for device in devices:
            time.sleep(max(0, free.get(device, 0) - time.monotonic()))
            call('GET', f'/devices/{device}')
            free[device] = time.monotonic() + 3.3
            time.sleep(random.uniform(1.0, 2.5))


def writer(devices):
    turn = 0
    while True:
        time.sleep(6.5)
        turn += 1
        both = uuid.uuid4().hex
        if FLAW == 'token-per-write' :
            open(STORE, 'w').close()
        for device in devices:
            key = both if FLAW == 'key-for-both' else uuid.uuid4().hex
            call('POST', f'/devices/{device}/relays/commands', {'relays': [{'index': 1 + turn % 2, 'action': 'jog'}]}, key)


devices = [each['deviceId'] for each in call('GET', '/devices').get('devices', [])][:2]
if not devices:
    os._exit(1)
if os.fork() == 0:
    writer(devices)
else:
    reader(devices)
