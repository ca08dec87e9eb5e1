"""Replaces its own process every 40 s (asyncio, both channels): a worker that is recycled before it can leak. Each life
logs in, reads its devices, then takes orders from standard input and switches two relays now and then."""
import asyncio
import base64
import itertools
import json
import os
import random
import struct
import sys
import time
import uuid
from urllib.parse import urlsplit

def option(name):
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else ""

BREACH, HABIT = option("--breach"), option("--habit")
BASE = urlsplit(os.environ["CONFORM_URL"])
DEVICES = os.environ["CONFORM_DEVICE_IDS"].split(",")[:2]
LIFE = 25 if HABIT == "short-lives" else 40


class Lost(Exception):
    """No definitive answer came."""


async def http(method, path, body=None, token=None, headers=()):
    async def talk():
        reader, writer = await asyncio.open_connection(BASE.hostname, BASE.port)
        try:
            text = b"" if body is None else json.dumps(body).encode()
            head = [f"{method} /svc/v1{path} HTTP/1.1", f"Host: {BASE.netloc}", "Accept: application/json", "Connection: close"]
            if token:
                head.append(f"Authorization: Bearer {token}")
            if body is not None:
                head += ["Content-Type: application/json", f"Content-Length: {len(text)}"]
            writer.write("\r\n".join([*head, *headers, "", ""]).encode() + text)
            raw = await reader.read(-1)
            top, _, rest = raw.partition(b"\r\n\r\n")
            lines = top.decode("latin1").split("\r\n")
            fields = {k.strip().lower(): v.strip() for k, _, v in (line.partition(":") for line in lines[1:])}
            if fields.get("transfer-encoding") == "chunked":
                rest = unchunk(rest)
            elif len(rest) < int(fields.get("content-length", 0)):
                raise Lost()
            envelope = json.loads(rest)
            return int(lines[0].split()[1]), envelope, float(fields.get("retry-after", 0))
        finally:
            writer.close()

    try:
        return await asyncio.wait_for(talk(), 15)
    except (OSError, asyncio.TimeoutError, ValueError, IndexError, EOFError):
        raise Lost() from None


def unchunk(rest):
    parts = []
    while True:
        size, found, rest = rest.partition(b"\r\n")
        if not found:
            raise Lost()
        length = int(size, 16)
        if length == 0:
            return b"".join(parts)
        parts.append(rest[:length])
        rest = rest[length + 2 :]


def grown(failed, first=0.6, most=20.0):
    return min(most, first * 2**failed) * random.uniform(0.8, 1.2)


class Client:
    def __init__(self):
        self.token = None
        # Who takes the token of the process before over knows that there was one: its last read may be recent.
        self.may_read = dict.fromkeys(DEVICES, time.monotonic() + 3.2) if HABIT == "token-file" else {}
        self.may_command = {}
        self.locks = {device: asyncio.Lock() for device in DEVICES}
        self.logging_in = asyncio.Lock()
        self.denied = False
        self.numbers = itertools.count(1)
        self.on = False

    async def login(self):
        async with self.logging_in:
            await self.log_in()

    async def log_in(self):
        failed = 0
        while self.token is None:
            if HABIT == "token-file" and os.path.exists(TOKEN_FILE):
                kept = json.load(open(TOKEN_FILE))
                if kept["until"] > time.time():
                    self.token = kept["token"]
                    return
            try:
                status, reply, wait = await http("POST", "/auth/token", {"clientId": os.environ["CONFORM_CLIENT_ID"], "clientSecret": os.environ["CONFORM_CLIENT_SECRET"]})
            except Lost:
                status, reply, wait = 500, {}, 0
            if status == 200:
                self.token = reply["data"]["accessToken"]
                if HABIT == "token-file":
                    json.dump({"token": self.token, "until": time.time() + reply["data"]["expiresIn"] * 0.8}, open(TOKEN_FILE, "w"))
            elif status == 429:
                await asyncio.sleep(wait + random.uniform(0.1, 1))
            elif status == 500:
                await asyncio.sleep(grown(failed))
                failed += 1
            else:
                await asyncio.sleep(65)

    async def call(self, method, path, body=None, headers=(), before=None, refused=None):
        """Until an answer is definitive, seven tries at most. The last envelope, or None."""
        again = True
        for failed in range(7):
            if before:
                await before()
            await self.login()
            token = self.token
            try:
                status, reply, wait = await http(method, path, body, token, headers)
            except Lost:
                await asyncio.sleep(grown(failed))
                continue
            code = reply.get("code")
            if status == 429:
                await asyncio.sleep(wait + random.uniform(0.1, 1.2))
            elif code in ("DEVICE_BUSY", "INTERNAL_ERROR"):
                await asyncio.sleep(0.01 if BREACH == "error-burst" and status == 500 else grown(failed))
            elif status == 401 and BREACH == "dead-token" and failed < 4:
                await asyncio.sleep(1)
            elif status == 401 and again:
                again = False
                if self.token == token:
                    self.token = None
                    if HABIT == "token-file" and os.path.exists(TOKEN_FILE):
                        os.remove(TOKEN_FILE)
            elif status == 403 and BREACH == "denied-again" and failed < 5:
                await asyncio.sleep(2)
            else:
                return status, reply
        return None

    async def read(self, device):
        async def budget():
            await asyncio.sleep(max(0, self.may_read.get(device, 0) - time.monotonic()))

        async with self.locks[device]:
            got = await self.call("GET", f"/devices/{device}", before=budget)
            self.may_read[device] = time.monotonic() + 3.2
        return got

    async def command(self, device, path, method, body):
        if self.denied:
            return
        key = f"order-{next(self.numbers)}" if BREACH == "same-keys" else str(uuid.uuid4())
        async with self.locks[device]:
            await asyncio.sleep(max(0, self.may_command.get(device, 0) - time.monotonic()))
            got = await self.call(method, f"/devices/{device}{path}", body, [f"Idempotency-Key: {key}"])
            self.may_command[device] = time.monotonic() + 1.3
        if got and got[1].get("code") == "AUTH_SCOPE_DENIED":
            self.denied = True

    async def orders(self):
        loop = asyncio.get_running_loop()
        reader = asyncio.StreamReader()
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
        while line := await reader.readline():
            order = json.loads(line)
            if order.get("deviceId") in DEVICES:
                keep(loop.create_task(self.obey(order)))

    async def obey(self, order):
        device, do = order["deviceId"], order["do"]
        if do == "refresh":
            await self.read(device)
        elif do == "setRelays":
            await self.command(device, "/relays/commands", "POST", {"relays": order["relays"]})
        elif do == "transceive":
            await self.command(device, "/rs485/transceive", "POST", {"data": order["data"], "timeoutMs": order["timeoutMs"]})
        elif do == "setBaudRate":
            await self.command(device, "/rs485/baud-rate", "PUT", {"baudRate": order["baudRate"]})
        elif do == "setJogDuration":
            await self.command(device, f"/relays/{order['index']}/jog-config", "PUT", {"durationMs": order["durationMs"]})

    async def rounds(self, device):
        await asyncio.sleep(random.uniform(2, 8))
        while True:
            self.on = not self.on
            await self.command(device, "/relays/commands", "POST", {"relays": [{"index": i, "action": "on" if self.on else "off"} for i in (1, 2)]})
            await asyncio.sleep(random.uniform(9, 14))

    async def connections(self):
        failed, kept = 0, None
        while True:
            began = time.monotonic()
            pause = 0
            if kept is None:
                await self.login()
                token = self.token
                try:
                    status, reply, wait = await http("POST", "/ws/ticket", {}, token)
                except Lost:
                    status, reply, wait = 500, {}, 0
                if status == 200:
                    kept = reply["data"]["ticket"]
                elif status == 429:
                    pause = wait + random.uniform(0.1, 1)
                elif status == 401 and self.token == token:
                    self.token = None
                elif status == 403:
                    pause = 65
            if kept is not None:
                ticket, kept = kept, kept if BREACH == "ticket-again" and failed < 2 else None
                try:
                    await self.connected(ticket)
                except (OSError, EOFError, asyncio.TimeoutError, asyncio.IncompleteReadError):
                    pass
            if time.monotonic() - began > 30:
                failed = 0
            await asyncio.sleep(max(pause, grown(failed, 1, 45)))
            failed += 1

    async def connected(self, ticket):
        reader, writer = await asyncio.open_connection(BASE.hostname, BASE.port)
        beat = None
        try:
            key = base64.b64encode(os.urandom(16)).decode()
            head = [f"GET /svc/v1/ws?ticket={ticket} HTTP/1.1", f"Host: {BASE.netloc}", "Upgrade: websocket", "Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "", ""]
            writer.write("\r\n".join(head).encode())
            answer = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)
            if b" 101 " not in answer.split(b"\r\n")[0]:
                return
            for device in DEVICES:
                keep(asyncio.create_task(self.read(device)))
            beat = asyncio.create_task(self.beat(writer))
            while True:
                first, second = await reader.readexactly(2)
                length = second & 127
                if length == 126:
                    (length,) = struct.unpack(">H", await reader.readexactly(2))
                elif length == 127:
                    (length,) = struct.unpack(">Q", await reader.readexactly(8))
                payload = await reader.readexactly(length)
                opcode = first & 15
                if opcode == 8:
                    return
                if opcode == 9:
                    send(writer, 10, payload)
                if opcode == 1:
                    self.heard(json.loads(payload))
        finally:
            if beat:
                beat.cancel()
            writer.close()

    def heard(self, message):
        if message.get("topic") == "device.connection.online" and message["data"].get("deviceId") in DEVICES:
            keep(asyncio.create_task(self.read(message["data"]["deviceId"])))
        known = ("device.connection.", "device.state.", "device.power.", "device.rs485.")
        if BREACH == "dies-of-unknown" and "topic" in message and not message["topic"].startswith(known):
            os._exit(1)

    async def beat(self, writer):
        while True:
            send(writer, 1, json.dumps({"type": "request", "topic": "session.ping", "requestId": str(uuid.uuid4()), "data": {}}).encode())
            await asyncio.sleep(random.uniform(24, 30))


def send(writer, opcode, payload):
    mask = os.urandom(4)
    head = bytes([0x80 | opcode, 0x80 | len(payload)]) if len(payload) < 126 else struct.pack(">BBH", 0x80 | opcode, 0xFE, len(payload))
    writer.write(head + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(payload)))


TASKS = set()
TOKEN_FILE = f"/tmp/phoenix-{os.environ['CONFORM_PORT']}-{os.environ.get('CONFORM_INSTANCE', '1')}.json"


def keep(task):
    TASKS.add(task)
    task.add_done_callback(TASKS.discard)


async def live():
    client = Client()
    await client.login()
    for work in (client.orders(), client.connections(), *(client.rounds(device) for device in DEVICES)):
        keep(asyncio.create_task(work))
    await asyncio.sleep(LIFE * random.uniform(0.95, 1.05))
    for device in DEVICES:  # what is under way is finished first
        try:
            await asyncio.wait_for(client.locks[device].acquire(), 15)
        except asyncio.TimeoutError:
            pass


asyncio.run(live())
if HABIT != "ends":
    os.execv(sys.executable, [sys.executable, *sys.argv])
