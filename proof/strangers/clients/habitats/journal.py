#!/usr/bin/env python3
# A controller over REST alone: wishes go through a journal on disk to three workers, and the process replaces itself
# every 45 s and goes on with what the journal still holds, under the same keys.
import http.client, json, os, queue, random, sys, tempfile, threading, time, uuid
from urllib.parse import urlparse

BREACH = sys.argv[sys.argv.index('--breach') + 1] if '--breach' in sys.argv else ''
BASE = urlparse(os.environ['CONFORM_URL'])
DEVICES = os.environ['CONFORM_DEVICE_IDS'].split(',')[:3]
FILE = os.environ.get('JOURNAL') or tempfile.mkstemp(prefix='journal-')[1]
os.environ['JOURNAL'] = FILE
END = time.monotonic() + 45
lock = threading.Lock()
token_lock = threading.Lock()
state = {'token': None, 'renew': 0, 'jobs': {}, 'denied': [], 'calm': {}}
if os.path.getsize(FILE):
    state = json.load(open(FILE))
jobs = queue.Queue(30)
lanes = {d: threading.Lock() for d in DEVICES}
count = 0


def save():
    with lock:
        text = json.dumps(state)
        with open(FILE + '.new', 'w') as out:
            out.write(text)
        os.replace(FILE + '.new', FILE)


def http_once(method, path, body=None, key=None, token=None):
    headers = {'Accept': 'application/json'}
    if token:
        headers['Authorization'] = 'Bearer ' + token
    if key:
        headers['Idempotency-Key'] = key
    text = None
    if body is not None:
        text = json.dumps(body)
        headers['Content-Type'] = 'application/json'
    c = http.client.HTTPConnection(BASE.hostname, BASE.port, timeout=8)
    try:
        c.request(method, '/svc/v1' + path, text, headers)
        r = c.getresponse()
        raw = json.loads(r.read())
        wait = r.getheader('Retry-After') or (raw.get('data') or {}).get('retryAfterSeconds') or 1
        return r.status, raw.get('code'), raw.get('data') or {}, float(wait)
    except (OSError, ValueError, http.client.HTTPException):
        return 0, 'LOST', {}, 0
    finally:
        c.close()


def login(stale=None):
    with token_lock:
        if state['token'] and state['token'] != stale and time.time() < state['renew']:
            return state['token']
        pause = 1
        while True:
            status, code, data, wait = http_once('POST', '/auth/token', {
                'clientId': os.environ['CONFORM_CLIENT_ID'], 'clientSecret': os.environ['CONFORM_CLIENT_SECRET']})
            if status == 200:
                state['token'] = data['accessToken']
                state['renew'] = time.time() + data['expiresIn'] * 0.85
                save()
                return state['token']
            if status in (400, 401, 403, 404, 409, 422):
                os._exit(1)
            pause = sleep_for(status, code, wait, pause)


def sleep_for(status, code, wait, pause):
    if status == 429:
        if BREACH == 'impatient':
            time.sleep(0.7)
        else:
            time.sleep(wait + 0.2 + random.random())
        return pause
    if code == 'DEVICE_BUSY' and BREACH == 'busy-spin':
        time.sleep(0.3)
        return pause
    if status == 500 and BREACH == 'linear':
        time.sleep(1)
        return pause
    time.sleep(pause * random.uniform(0.8, 1.2))
    return min(pause * 2, 30)


def send(method, path, body=None, key=None):
    pause, renewed = 0.6, False
    while True:
        # What was announced to the process before holds for the one that takes its place, too.
        time.sleep(max(0, state['calm'].get(path, 0) - time.time()))
        token = login()
        if BREACH == 'key-at-send' and key:
            key = str(uuid.uuid4())
        status, code, data, wait = http_once(method, path, body, key, token)
        if status == 401 and not renewed:
            renewed = True
            login(token)
            continue
        if status == 500 and BREACH == 'old-path' and body and 'relays' in body:
            r = body['relays'][0]
            http_once('POST', path.replace('relays/', 'relays/%d/' % r['index']), {'action': r['action']}, key, token)
        if status == 429 and BREACH != 'impatient':
            state['calm'][path] = time.time() + wait + 0.1
            save()
        if status in (0, 429, 500, 502, 503) or code == 'DEVICE_BUSY':
            pause = sleep_for(status, code, wait, pause)
            continue
        return status, code, data


def work():
    while True:
        job = jobs.get()
        with lanes[job['device']]:
            one(job)
        with lock:
            state['jobs'].pop(job['id'], None)
        save()


def one(job):
    path = '/devices/%s/relays/commands' % job['device']
    if job['device'] in state['denied']:
        return
    bodies = [{'relays': job['relays']}]
    if BREACH == 'relay-each':
        bodies = [{'relays': [r]} for r in job['relays']]
    for n, body in enumerate(bodies):
        key = job['key'] if n == 0 else job['key'] + '-%d' % n
        status, code, data = send('POST', path, body, key)
        if status == 403:
            state['denied'].append(job['device'])
            return
        command = data.get('command') or {}
        if command.get('status') == 'TIMEOUT' and BREACH == 'not-done-yet':
            time.sleep(2)
            send('POST', path, body, key)
        if status == 200 and command.get('commandId') and random.random() < 0.4:
            time.sleep(0.5)
            send('GET', '/commands/' + command['commandId'])


def wish():
    global count
    count += 1
    key = 'order-%d' % count if BREACH == 'counter' else str(uuid.uuid4())
    return {'id': str(uuid.uuid4()), 'key': key, 'device': random.choice(DEVICES), 'relays': [
        {'index': 1, 'action': random.choice(['on', 'off'])}, {'index': 2, 'action': random.choice(['on', 'off'])}]}


for pending in list(state['jobs'].values()):
    jobs.put(pending)
login()
for _ in range(3):
    threading.Thread(target=work, daemon=True).start()
while time.monotonic() < END:
    time.sleep(random.uniform(2, 5))
    if jobs.qsize() < 8:
        job = wish()
        with lock:
            state['jobs'][job['id']] = job
        save()
        jobs.put(job)
stop = time.monotonic() + 10
while state['jobs'] and time.monotonic() < stop:
    time.sleep(0.1)
save()
os.execv(sys.executable, [sys.executable] + sys.argv)
