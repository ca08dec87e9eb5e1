#!/usr/bin/env python3
"""An API client in Python: a thread for each device, a cache, a time table, and a small WebSocket of its own."""
import base64, http.client, json, os, queue, random, socket, ssl, struct, sys, threading, time, urllib.parse, uuid

BASE = urllib.parse.urlsplit(os.environ.get("CONFORM_URL", "http://127.0.0.1:8080"))
WS = urllib.parse.urlsplit(os.environ.get("CONFORM_WS_URL") or os.environ.get("CONFORM_URL", "ws://127.0.0.1:8080"))
FLAW = sys.argv[2] if sys.argv[1:2] == ["--breach"] else ""
LAX = ssl.create_default_context()
LAX.check_hostname = False
LAX.verify_mode = ssl.CERT_NONE
DEVICE_FIELDS = {"deviceId", "changes", "peripherals", "data"}


class Lost(Exception):
    """No definitive response came."""


class Reply:
    def __init__(self, status, body, retry_after):
        self.status, self.code, self.data = status, body.get("code"), body.get("data") or {}
        self.wait = float(self.data.get("retryAfterSeconds") or retry_after or 0)


class Session:
    """The token of this client, shared by its threads."""

    def __init__(self):
        self.lock, self.token, self.until = threading.Lock(), None, 0.0

    def get(self, refused=None):
        with self.lock:
            if self.token is None or self.token == refused or time.monotonic() > self.until:
                self.fetch()
            return self.token

    def fetch(self):
        delay = 1.0
        while True:
            try:
                body = {"clientId": os.environ.get("CONFORM_CLIENT_ID"), "clientSecret": os.environ.get("CONFORM_CLIENT_SECRET")}
                reply = exchange("POST", "/svc/v1/auth/token", body)
                if reply.code == "SUCCESS":
                    self.token = reply.data["accessToken"]
                    self.until = time.monotonic() + 0.9 * float(reply.data["expiresIn"])
                    return
                if reply.status in (400, 401, 403, 422):
                    os._exit(1)
                time.sleep(reply.wait * 1.02 + 0.1)
            except Lost:
                pass
            time.sleep(delay * random.uniform(1, 1.4))
            delay = min(60.0, delay * 2)


def exchange(method, path, body=None, token=None, key=None):
    kind = http.client.HTTPSConnection if BASE.scheme == "https" else http.client.HTTPConnection
    extra = {"context": LAX} if BASE.scheme == "https" else {}
    link = kind(BASE.hostname, BASE.port, timeout=10, **extra)
    headers = {"Accept": "application/json"}
    if token:
        headers["Authorization"] = "Bearer " + token
    if key:
        headers["Idempotency-Key"] = key
    if body is not None:
        headers["Content-Type"] = "application/json"
    try:
        link.request(method, BASE.path.rstrip("/") + path, None if body is None else json.dumps(body), headers)
        got = link.getresponse()
        return Reply(got.status, json.loads(got.read()), got.getheader("Retry-After"))
    except (OSError, http.client.HTTPException, ValueError) as problem:
        raise Lost() from problem
    finally:
        link.close()


session = Session()


def call(method, path, body=None, key=None):
    token = session.get()
    reply = exchange(method, path, body, token, key)
    if reply.status == 401:
        reply = exchange(method, path, body, session.get(refused=token), key)
    return reply


class Device(threading.Thread):
    """Everything that this client does with one device, one thing at a time."""

    def __init__(self, identifier, position):
        super().__init__(daemon=True)
        self.identifier, self.position, self.jobs = identifier, position, queue.Queue(maxsize=50)
        self.cache, self.inputs, self.next_read, self.seen = {}, {}, 0.0, {}

    def run(self):
        time.sleep(self.position * 0.8)
        due_read, due_table, step = 0.0, time.monotonic() + 5, 0
        while True:
            now = time.monotonic()
            if now >= due_read:
                self.read()
                due_read = time.monotonic() + 15 + random.uniform(0, 5)
            elif self.position == 0 and now >= due_table:
                self.table(step)
                step, due_table = step + 1, due_table + 10
            else:
                try:
                    self.handle(self.jobs.get(timeout=max(0.05, min(due_read, due_table if self.position == 0 else due_read) - now)))
                except queue.Empty:
                    pass

    def table(self, step):
        """The time table: on, on again, off, as a wall clock would switch lamps."""
        action = ("on", "on", "off")[step % 3]
        wanted = [{"index": index, "action": action} for index in self.relays()[:2]]
        for relays in [[one] for one in wanted] if FLAW == "one-by-one" else [wanted]:
            self.command(relays)

    def relays(self):
        return [one["index"] for one in self.cache.get("relays") or []] or [1]

    def handle(self, job):
        kind, data = job
        if kind == "read":
            self.read()
        elif kind == "event":
            self.cache.update(data.get("peripherals") or {})
            changed = [c for c in data.get("changes") or [] if c.get("kind") == "digitalInput"]
            for change in changed:
                index = change.get("index")
                active = next((i.get("active") for i in self.cache.get("digitalInputs", []) if i.get("index") == index), None)
                new = self.inputs.get(index) != active
                self.inputs[index] = active
                if active is None or not (new or FLAW == "echo"):
                    continue
                self.command([{"index": self.relays()[-1], "action": "jog" if FLAW == "echo" or active else "off"}])
            if FLAW == "eager":
                self.read()

    def read(self):
        for attempt in range(3):
            if FLAW != "eager":
                time.sleep(max(0.0, self.next_read - time.monotonic()))
            try:
                reply = call("GET", "/svc/v1/devices/" + self.identifier)
                self.next_read = time.monotonic() + 3.1
                if reply.code == "SUCCESS":
                    block = (reply.data.get("device") or reply.data).get("peripherals") or {}
                    self.cache.update(block)
                    for one in block.get("digitalInputs", []):
                        self.inputs.setdefault(one.get("index"), one.get("active"))
                    return
                if reply.code not in ("RATE_LIMITED", "DEVICE_BUSY", "INTERNAL_ERROR"):
                    return
                time.sleep(reply.wait + random.uniform(0.1, 1))
            except Lost:
                self.next_read = time.monotonic() + 3.1
            if attempt < 2:
                time.sleep(4 * 2**attempt * random.uniform(1, 1.2))

    def command(self, relays):
        key, path, body = str(uuid.uuid4()), "/svc/v1/devices/%s/relays/commands" % self.identifier, {"relays": relays}
        for attempt in range(4):
            try:
                reply = call("POST", path, body, key)
                if reply.code == "SUCCESS":
                    return
                if FLAW == "old-endpoint" and reply.status >= 409:
                    for one in relays:
                        old = "/svc/v1/devices/%s/relays/%d/commands" % (self.identifier, one["index"])
                        call("POST", old, {"action": one["action"]}, str(uuid.uuid4()))
                    return
                if reply.code == "RATE_LIMITED":
                    time.sleep(reply.wait + random.uniform(0.1, 0.6))
                    continue
                if reply.code not in ("DEVICE_BUSY", "INTERNAL_ERROR"):
                    return
            except Lost:
                pass
            time.sleep(1.5 * 2**attempt * random.uniform(1, 1.2))


class Closed(Exception):
    pass


class Channel(threading.Thread):
    """The WebSocket: heartbeats out, events in."""

    def __init__(self, devices):
        super().__init__(daemon=True)
        self.devices, self.spare, self.number, self.link, self.rest = devices, None, 0, None, b""

    def ticket(self):
        reply = call("POST", "/svc/v1/ws/ticket")
        if reply.code == "SUCCESS":
            return reply.data["ticket"]
        time.sleep(reply.wait * 1.05)
        raise Lost()

    def run(self):
        attempt = 0
        while True:
            opened = None
            try:
                ticket, self.spare = self.spare or self.ticket(), None
                self.open(ticket)
                opened = time.monotonic()
                if FLAW == "spare-ticket":
                    self.spare = self.ticket()
                for device in self.devices.values():
                    device.jobs.put(("read", None), timeout=1)
                self.listen()
            except (Lost, Closed, OSError, ValueError, queue.Full):
                pass
            finally:
                if self.link:
                    self.link.close()
            attempt = 0 if opened and time.monotonic() - opened > 30 else attempt + 1
            time.sleep(min(120.0, 2.0**attempt) * random.uniform(0.75, 1.5))

    def open(self, ticket):
        secure = WS.scheme in ("wss", "https")
        self.link = socket.create_connection((WS.hostname, WS.port or (443 if secure else 80)), timeout=10)
        if secure:
            self.link = LAX.wrap_socket(self.link, server_hostname=WS.hostname)
        key = base64.b64encode(os.urandom(16)).decode()
        path = WS.path.rstrip("/") + "/svc/v1/ws?ticket=" + urllib.parse.quote(ticket, safe="")
        lines = ["GET %s HTTP/1.1" % path, "Host: %s:%s" % (WS.hostname, WS.port), "Upgrade: websocket"]
        lines += ["Connection: Upgrade", "Sec-WebSocket-Key: " + key, "Sec-WebSocket-Version: 13", "", ""]
        self.link.sendall("\r\n".join(lines).encode())
        head = b""
        while b"\r\n\r\n" not in head:
            part = self.link.recv(2048)
            if not part:
                raise Closed()
            head += part
        head, self.rest = head.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n", 1)[0] + b" ":
            raise Closed()

    def take(self, count):
        while len(self.rest) < count:
            part = self.link.recv(65536)
            if not part:
                raise Closed()
            self.rest += part
        taken, self.rest = self.rest[:count], self.rest[count:]
        return taken

    def frame(self):
        first, second = self.take(2)
        length = second & 127
        if length == 126:
            length = struct.unpack(">H", self.take(2))[0]
        elif length == 127:
            length = struct.unpack(">Q", self.take(8))[0]
        return first & 15, first & 128, self.take(length)

    def send(self, code, payload):
        mask = os.urandom(4)
        size = len(payload)
        head = bytes([128 | code, 128 | size]) if size < 126 else bytes([128 | code, 254]) + struct.pack(">H", size)
        self.link.sendall(head + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(payload)))

    def listen(self):
        due, beats, text = time.monotonic() + 25, 0, b""
        while True:
            if time.monotonic() >= due:
                self.number, beats = self.number + 1, beats + 1
                ping = {"type": "request", "topic": "session.ping", "requestId": "ping-%d" % self.number, "data": {}}
                self.send(1, json.dumps(ping).encode())
                due = time.monotonic() + (75 if FLAW == "slow-heart" else random.uniform(24, 29))
            if not self.rest:
                self.link.settimeout(max(0.05, due - time.monotonic()))
                try:
                    self.rest = self.link.recv(65536)
                except (TimeoutError, socket.timeout):
                    continue
                if not self.rest:
                    raise Closed()
            self.link.settimeout(10)
            code, final, payload = self.frame()
            if code == 8:
                raise Closed()
            if code == 9:
                self.send(10, payload)
            if code in (0, 1):
                text += payload
                if final:
                    self.message(json.loads(text))
                    text = b""

    def message(self, message):
        data = message.get("data") or {}
        device = self.devices.get(data.get("deviceId"))
        if message.get("type") != "event" or device is None:
            return
        if FLAW == "strict" and message.get("topic") == "device.state.changed":
            if not set(data) <= DEVICE_FIELDS or not set(message) <= {"type", "topic", "eventId", "occurredAt", "data"}:
                raise ValueError("unknown field")
        if message.get("topic") == "device.state.changed":
            kind = "event"
        elif message.get("topic") in ("device.connection.online", "device.power.restored"):
            kind = "read"
        else:
            return
        try:
            device.jobs.put_nowait((kind, data))
        except queue.Full:
            pass


def legacy():
    """A device that the configuration of this client still names."""
    for _ in range(6):
        try:
            reply = call("GET", "/svc/v1/devices/legacy-cabinet-01")
            if reply.code == "SUCCESS" or FLAW != "insist":
                return
        except Lost:
            return
        time.sleep(1)


def main():
    found = None
    for delay in (2, 4, 8, 16, 32):
        try:
            call("GET", "/svc/v1/device-profiles")
            reply = call("GET", "/svc/v1/devices")
            if reply.code == "SUCCESS":
                again = call("GET", "/svc/v1/devices")
                found = (again if again.code == "SUCCESS" else reply).data["devices"]
                break
            time.sleep(reply.wait * 1.05)
        except Lost:
            pass
        time.sleep(delay * random.uniform(1, 1.3))
    if found is None:
        raise SystemExit(1)
    devices = {one["deviceId"]: Device(one["deviceId"], position) for position, one in enumerate(found)}
    for device in devices.values():
        device.start()
    Channel(devices).start()
    legacy()
    while True:
        time.sleep(3600)


main()
