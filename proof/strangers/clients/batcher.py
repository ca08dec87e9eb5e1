"""Gathers what is wanted of a device for two seconds, then sends it in one array (threads, REST only). One thread takes
orders, one has wishes of its own at random times, and each device has a thread that sends and one that reads."""
import http.client
import json
import os
import random
import sys
import threading
import time
import uuid
from urllib.parse import urlsplit

def option(name):
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else ""

BREACH, HABIT = option("--breach"), option("--habit")
BASE = urlsplit(os.environ["CONFORM_URL"])
DEVICES = os.environ["CONFORM_DEVICE_IDS"].split(",")
INSTANCE = int(os.environ.get("CONFORM_INSTANCE", "1") or 1)


class Lost(Exception):
    """No definitive answer came."""


def http_once(method, path, body=None, token=None, key=None, timeout=20):
    connection = http.client.HTTPConnection(BASE.hostname, BASE.port, timeout=timeout)
    try:
        headers = {"Accept": "application/json"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if key:
            headers["Idempotency-Key"] = key
        if BREACH == "cross-site":
            headers["Origin"] = "https://batcher.example"
        connection.request(method, f"/svc/v1{path}", None if body is None else json.dumps(body), headers)
        response = connection.getresponse()
        return response.status, json.loads(response.read()), float(response.headers.get("Retry-After") or 0)
    except (OSError, http.client.HTTPException, ValueError):
        raise Lost() from None
    finally:
        connection.close()


class Session:
    def __init__(self):
        self.lock = threading.Lock()
        self.token = None
        self.renew_at = float("inf")

    def get(self):
        with self.lock:
            if HABIT == "renews-at-half" and time.monotonic() > self.renew_at:
                self.token = None
            failed = 0
            while self.token is None:
                try:
                    status, reply, wait = http_once("POST", "/auth/token", {"clientId": os.environ["CONFORM_CLIENT_ID"], "clientSecret": os.environ["CONFORM_CLIENT_SECRET"]})
                except Lost:
                    status, reply, wait = 500, {}, 0
                if status == 200:
                    self.token = reply["data"]["accessToken"]
                    self.renew_at = time.monotonic() + reply["data"]["expiresIn"] / 2 + 1
                elif status == 429:
                    time.sleep(wait + random.uniform(0.1, 1.3))
                elif status == 500:
                    time.sleep(grown(failed))
                    failed += 1
                else:
                    time.sleep(5 if BREACH == "secret-again" else random.uniform(61.5, 80))
            return self.token

    def drop(self, token):
        with self.lock:
            if self.token == token:
                self.token = None


def grown(failed, first=0.7, most=30):
    if BREACH == "in-step":
        return first * 2**failed
    return min(most, first * 2**failed) * random.uniform(0.8, 1.25)


SESSION = Session()


def persist(once, on_refused):
    """Calls once(token) until the answer is definitive or seven tries are over. (status, envelope), or None."""
    renewed = False
    for failed in range(2 if HABIT == "gives-up-early" else 7):
        token = SESSION.get()
        try:
            status, reply, wait = once(token)
        except Lost:
            time.sleep(grown(failed))
            continue
        code = reply.get("code")
        if status == 429:
            on_refused(wait + (0.1 if BREACH == "in-step" else random.uniform(0.1, 1.4)))
        elif code == "INTERNAL_ERROR" and HABIT == "restarts-on-errors":
            os._exit(3)
        elif code == "DEVICE_BUSY" and BREACH == "busy-steady":
            time.sleep(0.8)
        elif code == "INTERNAL_ERROR" and BREACH == "error-steady":
            time.sleep(1)
        elif code in ("DEVICE_BUSY", "INTERNAL_ERROR"):
            time.sleep(grown(failed))
        elif status == 401 and not renewed:
            renewed = True
            SESSION.drop(token)
        elif BREACH == "insists" and 400 <= status < 500 and failed < 4:
            time.sleep(1)
        else:
            return status, reply
    return None


class Device:
    def __init__(self, device):
        self.id = device
        self.wanted = {}
        self.other = []
        self.changed = threading.Condition()
        self.talking = threading.Lock()
        self.denied = set()
        self.may_read = 0

    def want(self, relays):
        with self.changed:
            self.wanted.update(relays)
            self.changed.notify()

    def want_other(self, order):
        with self.changed:
            self.other.append(order)
            self.changed.notify()

    def sender(self):
        while True:
            with self.changed:
                self.changed.wait_for(lambda: self.wanted or self.other)
            time.sleep(2)
            with self.changed:
                relays, self.wanted = self.wanted, {}
                others, self.other = self.other, []
            each = [{"index": index, "action": action} for index, action in relays.items()]
            if BREACH == "unbatched":
                for one in each:
                    self.command("POST", "/relays/commands", {"relays": [one]})
            elif HABIT == "slow-singles":
                for one in each:
                    self.command("POST", "/relays/commands", {"relays": [one]})
                    time.sleep(5.5)
            elif each:
                self.command("POST", "/relays/commands", {"relays": each})
            for order in others:
                self.do_other(order)

    def do_other(self, order):
        if order["do"] == "transceive":
            self.command("POST", "/rs485/transceive", {"data": order["data"], "timeoutMs": order["timeoutMs"]})
        elif order["do"] == "setBaudRate":
            self.command("PUT", "/rs485/baud-rate", {"baudRate": order["baudRate"]})
        elif order["do"] == "setJogDuration":
            self.command("PUT", f"/relays/{order['index']}/jog-config", {"durationMs": order["durationMs"]})

    def command(self, method, path, body):
        if method in self.denied:
            return
        key = str(uuid.uuid4())
        if BREACH == "key-of-content":
            key = str(uuid.uuid5(uuid.NAMESPACE_URL, self.id + path + json.dumps(body)))
        if BREACH == "key-of-minute":
            key = time.strftime("%H:%M") + f"-{INSTANCE}"
        if BREACH == "keyless-config" and method == "PUT":
            key = None
        if BREACH == "token-per-batch":
            SESSION.drop(SESSION.token)
        with self.talking:
            for _ in range(4):
                got = persist(lambda token: http_once(method, f"/devices/{self.id}{path}", body, token, key), time.sleep)
                status = got and got[1].get("data", {}).get("command", {}).get("status")
                if status != "TIMEOUT" or BREACH != "timeout-repeat":
                    break
                time.sleep(2)
            if status == "TIMEOUT" and HABIT == "timeout-looks" and "rs485" not in path:
                self.read()
                persist(lambda token, key=str(uuid.uuid4()): http_once(method, f"/devices/{self.id}{path}", body, token, key), time.sleep)
            time.sleep(0.3 if BREACH == "unbatched" else 1.2 if HABIT != "slow-singles" else 0)
        if got and got[1].get("code") == "AUTH_SCOPE_DENIED":
            self.denied.add(method)

    def reader(self):
        time.sleep(random.uniform(0, 6))
        while True:
            with self.talking:
                self.read()
            time.sleep(2 if BREACH == "hasty-reader" else random.uniform(12, 18))

    def read(self):
        def once(token):
            if BREACH != "hasty-reader":
                time.sleep(max(0, self.may_read - time.monotonic()))
            got = http_once("GET", f"/devices/{self.id}", None, token)
            if got[0] == 200:
                self.may_read = time.monotonic() + 3.1
            return got

        persist(once, time.sleep)


def wishes(device):
    while True:
        time.sleep(random.expovariate(1 / 6))
        device.want({index: random.choice(["on", "off"]) for index in random.sample([1, 2, 3, 4], 2)})


def main():
    mine = DEVICES[INSTANCE - 1 :: 3] if HABIT == "shares-devices" or BREACH == "in-step" else DEVICES[:3]
    devices = {device: Device(device) for device in mine or DEVICES[:1]}
    for device in devices.values():
        for work in (device.sender, device.reader, lambda device=device: wishes(device)):
            threading.Thread(target=work, daemon=True).start()
    for line in sys.stdin:
        order = json.loads(line)
        device = devices.get(order.get("deviceId"))
        if device is None:
            continue
        if order["do"] == "setRelays":
            device.want({each["index"]: each["action"] for each in order["relays"]})
        elif order["do"] == "refresh":
            threading.Thread(target=lambda device=device: refresh(device), daemon=True).start()
        else:
            device.want_other(order)
    while True:
        time.sleep(60)


def refresh(device):
    with device.talking:
        device.read()


main()
