#!/usr/bin/env python3
"""A client of the service over REST alone, with one thread for each device, from Python's standard library.

It reads its devices on a schedule, switches a scene, asks a meter on the RS485 port, and takes orders from
standard input. `--breach ID` gives it one fault, `--habit ID` one odd and legal way; catalogue.json lists both.
"""

import argparse
import hashlib
import http.client
import json
import os
import random
import signal
import sys
import threading
import time
import urllib.parse
import uuid

FINAL = {"SUCCEEDED", "FAILED", "TIMEOUT"}
PATIENCE = 8.0  # seconds until a request without an answer counts as lost
SPACING = 3.1  # seconds between two refreshes of one device


class Lost(Exception):
    """No definitive answer came: the connection closed, or the client's own time-out passed."""


class Closed(Exception):
    """The service takes no credentials of this client at present."""


class Answer:
    def __init__(self, status, headers, text):
        self.status = status
        body = json.loads(text or b"{}")
        self.code = body.get("code", "")
        self.data = body.get("data") or {}
        wait = headers.get("Retry-After") or self.data.get("retryAfterSeconds") or 1
        self.wait = float(wait)


class Gates:
    """The earliest time of the next request, by subject."""

    def __init__(self):
        self.until = {}
        self.lock = threading.Lock()

    def hold(self, subject, seconds):
        with self.lock:
            self.until[subject] = max(self.until.get(subject, 0), time.monotonic() + seconds)

    def pass_through(self, *subjects):
        while True:
            with self.lock:
                rest = max(self.until.get(each, 0) for each in subjects) - time.monotonic()
            if rest <= 0:
                return
            time.sleep(rest)


class Service:
    def __init__(self, quirks):
        self.quirks = quirks
        self.base = urllib.parse.urlsplit(os.environ["CONFORM_URL"])
        self.client_id = os.environ["CONFORM_CLIENT_ID"]
        self.secret = os.environ["CONFORM_CLIENT_SECRET"]
        self.gates = Gates()
        self.local = threading.local()
        self.token_lock = threading.RLock()
        self.token = None
        self.renew_at = 0.0

    def has(self, quirk):
        return quirk in self.quirks

    # One exchange -------------------------------------------------------------------------------------------------

    def exchange(self, method, path, body, headers):
        connection = getattr(self.local, "connection", None)
        if connection is None:
            connection = http.client.HTTPConnection(self.base.hostname, self.base.port, timeout=PATIENCE)
            self.local.connection = connection
        text = None if body is None else self.text_of(body)
        sent = {"Accept": "application/json", **headers}
        if text is not None:
            sent["Content-Type"] = "application/json"
        if self.has("origin-header"):
            sent["Origin"] = "https://panel.example"
        try:
            connection.request(method, self.base.path.rstrip("/") + "/svc/v1" + path, body=text, headers=sent)
            response = connection.getresponse()
            answer = Answer(response.status, response.headers, response.read())
        except (OSError, http.client.HTTPException, ValueError) as problem:
            connection.close()
            self.local.connection = None
            raise Lost(str(problem)) from problem
        if self.has("connection-per-request"):
            connection.close()
            self.local.connection = None
        return answer

    def text_of(self, body):
        if self.has("loose-json"):
            turned = dict(reversed(list(body.items())))
            return json.dumps(turned, indent=random.choice([None, 1, 3])).encode()
        return json.dumps(body).encode()

    def grow(self, pause, base, cap):
        """Decorrelated jitter: the next pause is drawn between the base and three times the last one."""
        if self.has("doubling"):
            return min(cap, pause * 2)
        return min(cap, random.uniform(base, pause * 3))

    def tick(self, seconds):
        """With the breach one-tick, pauses end when the clock on the wall shows a multiple of five seconds."""
        if not self.has("one-tick"):
            return seconds
        end = time.time() + seconds
        return seconds + 5 - end % 5

    # Tokens -------------------------------------------------------------------------------------------------------

    def bearer(self):
        with self.token_lock:
            if self.token and time.monotonic() < self.renew_at and not self.has("token-per-call"):
                return self.token
            pause = 1.0
            while True:
                self.gates.pass_through("closed", "token")
                pair = {"clientId": self.client_id, "clientSecret": self.secret}
                try:
                    answer = self.exchange("POST", "/auth/token", pair, {})
                except Lost:
                    answer = None
                if answer and answer.status == 200:
                    break
                if answer and answer.status == 429:
                    self.gates.hold("token", self.wait_of(answer))
                elif answer and answer.status < 500:
                    self.gates.hold("closed", 70)
                    raise Closed(answer.code)
                else:
                    pause = self.grow(pause, 1.0, 20)
                    time.sleep(pause)
            life = float(answer.data["expiresIn"])
            share = 0.5 if self.has("renew-at-half") else 0.9
            self.token = answer.data["accessToken"]
            self.renew_at = time.monotonic() + life * share
            return self.token

    def drop(self, token):
        with self.token_lock:
            if self.token == token:
                self.token = None

    def wait_of(self, answer):
        if self.has("hammer-429"):
            return 0.3
        if self.has("half-wait"):
            return answer.wait / 2
        if self.has("one-tick"):
            return self.tick(answer.wait)
        return answer.wait * (2 if self.has("patient") else 1) + random.uniform(0.2, 1.8)

    # One request with all its tries -------------------------------------------------------------------------------

    def perform(self, subject, method, path, body=None, key=None, base=0.4, cap=15.0, tries=7):
        pause, renewed, stubborn = base, 0, 0
        for _ in range(1 if self.has("gives-up") else tries):
            self.gates.pass_through("closed", subject)
            token = self.bearer()
            headers = {"Authorization": "Bearer " + token}
            if key is not None:
                headers["Idempotency-Key"] = str(uuid.uuid4()) if self.has("key-per-try") else key
            try:
                answer = self.exchange(method, path, body, headers)
            except Lost:
                pause = self.grow(pause, base, cap)
                time.sleep(self.tick(pause))
                continue
            if answer.status == 429:
                self.gates.hold(subject, self.wait_of(answer))
            elif answer.code == "DEVICE_BUSY":
                pause = self.after_busy(pause, base, cap, method, path, body, headers)
            elif answer.status >= 500:
                pause = self.grow(pause, base, cap)
                time.sleep(0.4 if self.has("error-flat") else 0.001 if self.has("error-at-once") else pause)
            elif answer.code == "APP_DISABLED":
                self.gates.hold("closed", 70)
            elif answer.code == "AUTH_SCOPE_DENIED" and self.has("scope-as-limit") and stubborn < 4:
                stubborn += 1
                time.sleep(1.5)
            elif answer.status == 401 and self.has("stale-token") and stubborn < 4:
                stubborn += 1
                time.sleep(0.5)
            elif answer.status == 401 and renewed == 0:
                renewed, stubborn = 1, 0
                self.drop(token)
            elif 400 <= answer.status < 500 and answer.status not in (401, 403) and self.has("stubborn") and stubborn < 4:
                stubborn += 1
                time.sleep(0.7)
            else:
                return answer
        return None

    def after_busy(self, pause, base, cap, method, path, body, headers):
        if self.has("busy-flat"):
            time.sleep(0.5)
            return pause
        if self.has("busy-double"):
            time.sleep(0.3)
            second = threading.Thread(target=self.quietly, args=(method, path, body, headers), daemon=True)
            second.start()
            return pause
        pause = self.grow(pause, base, cap)
        time.sleep(pause)
        return pause

    def quietly(self, *exchange):
        try:
            self.exchange(*exchange)
        except Lost:
            pass


class Device:
    """What the client does with one device. One operation at a time."""

    def __init__(self, service, name):
        self.service = service
        self.name = name
        self.path = "/devices/" + urllib.parse.quote(name)
        self.lock = threading.RLock()
        self.denied = set()
        self.count = 0

    def allowed(self, kind, answer):
        if answer is not None and answer.code == "AUTH_SCOPE_DENIED" and not self.service.has("scope-again"):
            self.denied.add(kind)
        return answer

    def refresh(self):
        with self.lock:
            if "refresh" in self.denied:
                return None
            self.service.gates.pass_through(("refresh", self.name))
            answer = self.service.perform(("refresh", self.name), "GET", self.path, base=SPACING, cap=30, tries=5)
            rest = 1.0 if self.service.has("eager-refresh") else SPACING
            if not self.service.has("read-after-write"):
                self.service.gates.hold(("refresh", self.name), rest)
            return self.allowed("refresh", answer)

    def new_key(self, body):
        self.count += 1
        if self.service.has("no-key"):
            return None
        if self.service.has("key-of-device"):
            return "key-" + self.name
        if self.service.has("key-of-body"):
            return hashlib.sha256((self.name + json.dumps(body)).encode()).hexdigest()
        if self.service.has("odd-keys"):
            return f"{self.name}/{self.count} {time.time():.6f} ~ " + "x" * 40
        return str(uuid.uuid4())

    def operate(self, kind, method, tail, body, again=True):
        with self.lock:
            if kind in self.denied:
                return None
            key = self.new_key(body)
            subject = ("command", self.name)
            answer = self.allowed(kind, self.service.perform(subject, method, self.path + tail, body, key))
            command = self.outcome(answer)
            for _ in range(2):
                if not command or command.get("status") != "TIMEOUT" or not again:
                    break
                if self.service.has("timeout-same-key"):
                    time.sleep(2.0)
                elif self.service.has("tries-timeouts-again"):
                    key = self.new_key(body)
                    time.sleep(1.0)
                else:
                    break
                command = self.outcome(self.service.perform(subject, method, self.path + tail, body, key))
            if self.service.has("read-after-write") and command:
                self.refresh()
            return command

    def outcome(self, answer):
        command = answer.data.get("command") if answer is not None and answer.status == 200 else None
        for _ in range(20):
            if not command or command.get("status") in FINAL:
                return command
            time.sleep(1.0)
            read = self.service.perform("command", "GET", "/commands/" + command["commandId"])
            if read is None or read.status != 200:
                return command
            command = read.data["command"]
        return command

    def set_relays(self, relays):
        if self.service.has("relay-by-relay"):
            return [self.operate("relays", "POST", "/relays/commands", {"relays": [each]}) for each in relays]
        if self.service.has("old-endpoint") and len(relays) == 1:
            tail = f"/relays/{relays[0]['index']}/commands"
            return self.operate("relays", "POST", tail, {"action": relays[0]["action"]})
        return self.operate("relays", "POST", "/relays/commands", {"relays": relays})

    def transceive(self, data, timeout):
        body = {"data": data, "timeoutMs": timeout}
        return self.operate("transceive", "POST", "/rs485/transceive", body)


# What it does by itself, and what it is told to do ------------------------------------------------------------------


def repeat(work, every):
    """Does the work again and again; a fifth of the interval is chance."""
    while True:
        try:
            work()
        except Closed as problem:
            print("closed:", problem, file=sys.stderr)
        time.sleep(every * random.uniform(0.9, 1.1))


def scene(device):
    state = {"on": False}

    def turn():
        state["on"] = not state["on"]
        action = "on" if state["on"] else "off"
        device.set_relays([{"index": 1, "action": action}, {"index": 2, "action": action}])
        if device.service.has("old-endpoint"):
            device.set_relays([{"index": 1, "action": action}])

    return turn


def obey(order, devices):
    device = devices.get(order.get("deviceId"))
    act = order.get("do")
    if act == "stop":
        os._exit(0)
    if device is None:
        return
    try:
        if act == "setRelays":
            device.set_relays(order["relays"])
        elif act == "refresh":
            device.refresh()
        elif act == "transceive":
            device.transceive(order["data"], order.get("timeoutMs", 500))
        elif act == "setBaudRate":
            device.operate("config", "PUT", "/rs485/baud-rate", {"baudRate": order["baudRate"]})
        elif act == "setJogDuration":
            tail = f"/relays/{order['index']}/jog-config"
            device.operate("config", "PUT", tail, {"durationMs": order["durationMs"]})
    except Closed as problem:
        print("closed:", problem, file=sys.stderr)


def main():
    words = argparse.ArgumentParser()
    words.add_argument("--breach", action="append", default=[])
    words.add_argument("--habit", action="append", default=[])
    given = words.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    service = Service({*given.breach, *given.habit})
    names = [each for each in os.environ.get("CONFORM_DEVICE_IDS", "").split(",") if each]
    devices = {name: Device(service, name) for name in names or [os.environ["CONFORM_DEVICE_ID"]]}
    first = next(iter(devices.values()))
    every = 2.0 if service.has("eager-refresh") else 9.0
    tasks = [(device.refresh, every) for device in devices.values()]
    tasks.append((lambda: service.perform("list", "GET", "/devices"), 1.0 if service.has("lists-often") else 17.0))
    tasks.append((scene(first), 11.0))
    tasks.append((lambda: first.transceive("010300", 400), 23.0))
    if service.has("stubborn"):
        tasks.append((lambda: service.perform("gone", "GET", "/devices/no-such-device"), 20.0))
    for work, pause in tasks:
        threading.Thread(target=repeat, args=(work, pause), daemon=True).start()
    for line in sys.stdin:
        try:
            order = json.loads(line)
        except ValueError:
            continue
        threading.Thread(target=obey, args=(order, devices), daemon=True).start()
    while True:
        time.sleep(60)


main()
