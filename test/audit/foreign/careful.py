# A client with the standard library of Python that takes the interface seriously: one token for most of its life, a key
# for each command that stays with it, announced waits, growing delays with chance in them, heartbeats, a ticket just
# before it connects, and a look at each device after each connection.
import json, os, queue, random, sys, threading, time, uuid
sys.dont_write_bytecode = True
from wire import WebSocket, http

URL, WS_URL = os.environ["CONFORM_URL"] + "/svc/v1", os.environ["CONFORM_WS_URL"] + "/svc/v1/ws"
DEVICES = os.environ["CONFORM_DEVICE_IDS"].split(",")
WHO = {"clientId": os.environ["CONFORM_CLIENT_ID"], "clientSecret": os.environ["CONFORM_CLIENT_SECRET"]}


class Final(Exception):
    """An answer that stays what it is."""


class Tokens:
    def __init__(self):
        self.lock, self.value, self.ends_at, self.refused_until = threading.Lock(), None, 0, 0

    def get(self):
        with self.lock:
            if self.value and time.monotonic() < self.ends_at:
                return self.value
            if time.monotonic() < self.refused_until:
                raise Final("the credentials were refused a while ago")
            delay = 1
            while True:
                try:
                    status, headers, answer = http("POST", f"{URL}/auth/token", WHO)
                except (OSError, ValueError):
                    status, headers = 0, {}
                if status == 200:
                    self.value = answer["data"]["accessToken"]
                    self.ends_at = time.monotonic() + 0.9 * answer["data"]["expiresIn"]
                    return self.value
                if 400 <= status < 500 and status != 429:
                    self.refused_until = time.monotonic() + 120
                    raise Final(f"{status}")
                time.sleep(wait_of(headers, status, delay))
                delay = min(delay * 2, 30)

    def forget(self, value):
        with self.lock:
            if self.value == value:
                self.value = None


def wait_of(headers, status, delay):
    if status == 429:
        return float(headers.get("Retry-After", 5)) + random.uniform(0.2, 1.2)
    return delay * random.uniform(0.6, 1.4)


tokens = Tokens()
lanes = {device: threading.Lock() for device in DEVICES}
held_until = {}
denied = set()


def call(method, path, body=None, key=None, lane=None, hold=None, spacing=0):
    """The data of the reply. Tries again what may be tried again, one request of a lane at a time."""
    with lanes.setdefault(lane or path, threading.Lock()):
        delay, renewed = 1, False
        for _ in range(7):
            time.sleep(max(0, held_until.get(hold or path, 0) - time.monotonic()))
            token = tokens.get()
            headers = {"Authorization": f"Bearer {token}", **({"Idempotency-Key": key} if key else {})}
            try:
                status, head, answer = http(method, f"{URL}/{path}", body, headers)
            except (OSError, ValueError):
                time.sleep(wait_of({}, 0, delay))
                delay *= 2
                continue
            if spacing and status != 409:
                held_until[hold] = time.monotonic() + spacing
            if status == 200:
                return answer.get("data", {})
            code = answer.get("code")
            if status == 401 and not renewed:
                renewed = True
                tokens.forget(token)
            elif status == 429:
                held_until[hold or path] = time.monotonic() + wait_of(head, 429, 0)
            elif status >= 500 or code == "DEVICE_BUSY":
                time.sleep(wait_of(head, status, delay))
                delay *= 2
            else:
                raise Final(f"{status} {code}")
        raise Final("given up")


def refresh(deviceId, **_):
    call("GET", f"devices/{deviceId}", lane=deviceId, hold=f"refresh {deviceId}", spacing=3.2)


def command(kind, path, body, deviceId):
    if kind in denied:
        return
    try:
        call("POST", path, body, str(uuid.uuid4()), deviceId, f"command {deviceId}")
    except Final as refusal:
        if "AUTH_SCOPE_DENIED" in str(refusal):
            denied.add(kind)
        raise


def setRelays(deviceId, relays, **_):
    command("relays", f"devices/{deviceId}/relays/commands", {"relays": relays}, deviceId)


def transceive(deviceId, data, timeoutMs=500, **_):
    command("rs485", f"devices/{deviceId}/rs485/transceive", {"data": data, "timeoutMs": timeoutMs}, deviceId)


follows, seen = [], []


def on_event(event):
    if event.get("topic") != "device.state.changed" or event.get("eventId") in seen:
        return
    seen.append(event.get("eventId"))
    del seen[:-500]
    data = event.get("data", {})
    for order in follows:
        changed = any(c.get("kind") == "digitalInput" and c.get("index") == order["input"] for c in data.get("changes", []))
        if changed and data.get("deviceId") == order["deviceId"]:
            active = next(i["active"] for i in data["peripherals"]["digitalInputs"] if i["index"] == order["input"])
            relays = [{"index": order["relay"], "action": "on" if active else "off"}]
            start(setRelays, {"deviceId": order["deviceId"], "relays": relays})


def listen():
    delay = 1
    while True:
        opened = None
        try:
            ticket = call("POST", "ws/ticket")["ticket"]
            line = WebSocket(f"{WS_URL}?ticket={ticket}")
            opened = time.monotonic()
            for device in DEVICES:
                start(refresh, {"deviceId": device})
            talk(line)
        except Final:
            time.sleep(60)
        except (OSError, ValueError):
            pass
        if opened and time.monotonic() - opened > 30:
            delay = 1
        time.sleep(random.uniform(0.3, 1) * delay)
        delay = min(delay * 2, 40)


def talk(line):
    count, answered = 0, True
    next_ping = time.monotonic() + 25
    while True:
        try:
            message = line.receive(max(0.05, next_ping - time.monotonic()))
            if message.get("type") == "event":
                on_event(message)
            elif message.get("type") == "reply":
                answered = True
        except TimeoutError:
            if not answered:
                line.close()
                raise OSError("no heartbeat")
            count, answered = count + 1, False
            line.send({"type": "request", "topic": "session.ping", "requestId": f"p{count}", "data": {}})
            next_ping = time.monotonic() + 28


def start(act, order):
    def work():
        try:
            act(**order)
        except Final as refusal:
            print(f"{act.__name__}: {refusal}", flush=True)

    threading.Thread(target=work, daemon=True).start()


threading.Thread(target=listen, daemon=True).start()
for text in sys.stdin:
    order = json.loads(text)
    act = order.pop("do")
    if act == "stop":
        break
    if act == "listen":
        follows.append(order)
    elif act in ("setRelays", "transceive", "refresh"):
        start(globals()[act], order)
while True:
    time.sleep(60)
