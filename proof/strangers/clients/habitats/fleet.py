#!/usr/bin/env python3
# A connection for each device, each a task of its own on one asyncio loop: each relay follows the input of its
# number, by the state that an event or a read carries. Everything but tokens and tickets goes over the connections.
import asyncio, base64, json, os, random, struct, sys, time, uuid
from urllib.parse import urlparse

BREACH = sys.argv[sys.argv.index('--breach') + 1] if '--breach' in sys.argv else ''
BASE = urlparse(os.environ['CONFORM_URL'])
DEVICES = os.environ['CONFORM_DEVICE_IDS'].split(',')[:3]


class Gone(Exception):
    pass


async def head_of(reader):
    lines = (await reader.readuntil(b'\r\n\r\n')).decode().split('\r\n')
    headers = dict(l.lower().split(': ', 1) for l in lines[1:] if ': ' in l)
    return int(lines[0].split()[1]), headers


async def rest(method, path, body=None, token=None):
    writer = None
    try:
        async with asyncio.timeout(8):
            reader, writer = await asyncio.open_connection(BASE.hostname, BASE.port)
            text = json.dumps(body) if body is not None else ''
            lines = [f'{method} /svc/v1{path} HTTP/1.1', f'Host: {BASE.netloc}', 'Accept: application/json', 'Connection: close']
            if token:
                lines.append('Authorization: Bearer ' + token)
            if text:
                lines.append('Content-Type: application/json')
            lines.append(f'Content-Length: {len(text)}')
            writer.write(('\r\n'.join(lines) + '\r\n\r\n' + text).encode())
            status, headers = await head_of(reader)
            if 'content-length' in headers:
                raw = await reader.readexactly(int(headers['content-length']))
            else:
                raw = b''
                while size := int((await reader.readline()).strip() or b'0', 16):
                    raw += await reader.readexactly(size)
                    await reader.readline()
            answer = json.loads(raw)
            data = answer.get('data') or {}
            return status, answer.get('code'), data, float(headers.get('retry-after') or data.get('retryAfterSeconds') or 1)
    except (OSError, ValueError, TimeoutError, asyncio.IncompleteReadError):
        return 0, 'LOST', {}, 0
    finally:
        if writer:
            writer.close()


class Account:
    def __init__(self):
        self.token, self.renew, self.lock, self.quiet = None, 0, asyncio.Lock(), 0

    async def get(self, stale=None):
        async with self.lock:
            pause = 1
            while not self.token or self.token == stale or time.monotonic() > self.renew:
                status, code, data, wait = await rest('POST', '/auth/token', {
                    'clientId': os.environ['CONFORM_CLIENT_ID'], 'clientSecret': os.environ['CONFORM_CLIENT_SECRET']})
                if status == 200:
                    self.token, self.renew = data['accessToken'], time.monotonic() + 0.8 * data['expiresIn']
                elif status == 429:
                    await asyncio.sleep(wait + random.uniform(0.2, 1))
                elif status in (400, 401, 403, 404, 409, 422):
                    sys.exit('credentials refused')
                else:
                    await asyncio.sleep(random.uniform(0.6, 1) * pause)
                    pause = min(60, pause * 2)
            return self.token

    async def ticket(self):
        """One after the other for all devices: the endpoint's quota is shared."""
        async with self.lock_of_tickets:
            await asyncio.sleep(max(0, self.quiet - time.monotonic()))
            token = await self.get()
            status, code, data, wait = await rest('POST', '/ws/ticket', token=token)
            if status == 401:
                status, code, data, wait = await rest('POST', '/ws/ticket', token=await self.get(token))
            if status == 200:
                return data['ticket']
            if status == 429:
                self.quiet = time.monotonic() + wait + random.uniform(0.2, 1)
            if status in (400, 401, 403, 404, 409, 422):
                sys.exit('no tickets for us')
            return None

    lock_of_tickets = asyncio.Lock()


class Line:
    def __init__(self, account, device):
        self.account, self.device = account, device
        self.inputs, self.relays, self.wish = {}, {}, asyncio.Event()
        self.granted, self.quiet, self.denied, self.open_order = 0, 0, False, None
        self.spare, self.seen = None, []

    async def forever(self):
        pause, first = 1, True
        await asyncio.sleep(random.random() * 2)
        while True:
            since = time.monotonic()
            opened = await self.session(first)
            if opened:
                first = False
            if opened and time.monotonic() - since > 20:
                pause = 1
            if BREACH == 'early-ticket':
                self.spare = await self.account.ticket()
                await asyncio.sleep(11)
            if BREACH == 'steady':
                await asyncio.sleep(2)
                continue
            await asyncio.sleep(random.uniform(0.5, 1) * pause)
            pause = min(60, pause * 2)

    async def session(self, first):
        ticket = self.spare or await self.account.ticket()
        self.spare = None
        if not ticket:
            return False
        try:
            self.reader, self.writer = await asyncio.open_connection(BASE.hostname, BASE.port)
        except OSError:
            return False
        nonce = base64.b64encode(os.urandom(16)).decode()
        self.writer.write((f'GET /svc/v1/ws?ticket={ticket} HTTP/1.1\r\nHost: {BASE.netloc}\r\nUpgrade: websocket\r\n'
                           f'Connection: Upgrade\r\nSec-WebSocket-Key: {nonce}\r\nSec-WebSocket-Version: 13\r\n\r\n').encode())
        tasks = []
        try:
            async with asyncio.timeout(8):
                status, _ = await head_of(self.reader)
            if status != 101:
                return False
            self.waiting, self.number = {}, 0
            self.wish.clear()
            tasks = [asyncio.create_task(c) for c in (self.read(), self.beat(), self.follow(first))]
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for t in done:
                t.exception()
            return True
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            return False
        finally:
            for t in tasks:
                t.cancel()
            self.writer.close()

    def frame(self, opcode, payload):
        mask = os.urandom(4)
        size = len(payload)
        head = bytes([0x80 | opcode]) + (bytes([0x80 | size]) if size < 126 else b'\xfe' + struct.pack('>H', size))
        self.writer.write(head + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(payload)))

    async def read(self):
        text = b''
        while True:
            a, b = await self.reader.readexactly(2)
            size = b & 127
            if size == 126:
                size = struct.unpack('>H', await self.reader.readexactly(2))[0]
            elif size == 127:
                size = struct.unpack('>Q', await self.reader.readexactly(8))[0]
            payload = await self.reader.readexactly(size)
            if a & 15 == 8:
                raise Gone()
            if a & 15 == 9:
                self.frame(10, payload)
            if a & 15 > 2:
                continue
            text += payload
            if a & 0x80:
                self.message(json.loads(text))
                text = b''

    def message(self, m):
        if m.get('type') == 'reply':
            waiter = self.waiting.pop(m.get('requestId'), None)
            if waiter and not waiter.done():
                waiter.set_result(m)
            return
        if BREACH == 'closed-schema' and set(m) - {'type', 'topic', 'eventId', 'occurredAt', 'data'}:
            raise Gone()
        data = m.get('data') or {}
        if m.get('topic') != 'device.state.changed' or data.get('deviceId') != self.device:
            return
        # A copy may carry a state that has passed.
        if m.get('eventId') in self.seen and BREACH not in ('believes-copies', 'flip'):
            return
        self.seen = [*self.seen[-200:], m.get('eventId')]
        self.learn(data.get('peripherals') or {})
        for c in data.get('changes', []):
            if BREACH == 'flip' and c.get('kind') == 'digitalInput':
                self.inputs[c['index']] = not self.relays.get(c['index'])
                self.wish.set()

    def learn(self, p):
        self.relays.update({r['index']: r['on'] for r in p.get('relays', [])})
        self.inputs.update({i['index']: i['active'] for i in p.get('digitalInputs', [])})
        if self.wrong():
            self.wish.set()

    def wrong(self):
        return [{'index': i, 'action': 'on' if a else 'off'} for i, a in self.inputs.items() if self.relays.get(i, a) != a]

    async def ask(self, topic, data=None):
        self.number += 1
        rid = topic if BREACH == 'id-of-topic' else f'{self.device}-{self.number}'
        waiter = self.waiting[rid] = asyncio.get_running_loop().create_future()
        frame = {'type': 'request', 'topic': topic, 'requestId': rid}
        if data:
            frame['data'] = data
        self.frame(1, json.dumps(frame).encode())
        try:
            async with asyncio.timeout(10):
                return await waiter
        except TimeoutError:
            raise Gone()

    async def beat(self):
        while True:
            await asyncio.sleep(90 if BREACH == 'slow-heart' else random.uniform(24, 30))
            await self.ask('session.ping')

    async def baseline(self):
        pause = 0.5
        while True:
            await asyncio.sleep(max(0, self.granted + 3.1 - time.monotonic(), self.quiet - time.monotonic()))
            m = await self.ask('device.state.get', {'deviceId': self.device})
            if m['code'] == 'SUCCESS':
                self.granted = time.monotonic()
                return self.learn(m['data']['device']['peripherals'])
            pause = await self.rest_after(m, pause)
            if pause is None:
                return

    async def rest_after(self, m, pause):
        """How long after this refusal, and None where it is final."""
        if m['code'] == 'RATE_LIMITED':
            wait = (m.get('data') or {}).get('retryAfterSeconds') or 1
            await asyncio.sleep(wait + random.uniform(0.2, 0.8))
            return pause
        if m['code'] in ('DEVICE_BUSY', 'INTERNAL_ERROR'):
            await asyncio.sleep(pause * random.uniform(0.8, 1.2))
            return min(30, pause * 2)
        return None

    async def follow(self, first):
        if first or BREACH != 'no-baseline':
            await self.baseline()
        while True:
            if not self.open_order:
                await self.wish.wait()
                self.wish.clear()
                await asyncio.sleep(0.3)
                if self.denied or not self.wrong():
                    continue
                self.open_order = (str(uuid.uuid4()), self.wrong())
            await self.order(*self.open_order)

    async def order(self, key, relays):
        pause = 0.5
        while True:
            m = await self.ask('device.operation.execute', {'deviceId': self.device, 'idempotencyKey': key, 'operation': {
                'name': 'device.relay.set', 'params': {'relays': relays}}})
            if m['code'] == 'SUCCESS':
                if m['data']['command']['status'] == 'SUCCEEDED':
                    self.relays.update({r['index']: r['action'] == 'on' for r in relays})
                break
            if m['code'] == 'AUTH_SCOPE_DENIED':
                self.denied = True
            pause = await self.rest_after(m, pause)
            if pause is None:
                break
        self.open_order = None


async def main():
    account = Account()
    await account.get()
    await asyncio.gather(*(Line(account, d).forever() for d in DEVICES))


asyncio.run(main())
