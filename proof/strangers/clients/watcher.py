#!/usr/bin/env python3
"""A client of the service that does nearly all over one WebSocket, written by hand on asyncio.

REST serves for tokens, tickets and the list of devices. A panel switch (input 1) drives a lamp (relay 1), and orders
from standard input are taken. `--breach ID` gives it one fault, `--habit ID` one odd and legal way; see catalogue.json.
"""

import argparse
import asyncio
import itertools
import json
import os
import random
import secrets
import sys
import time
import urllib.parse

from wire import PATIENCE, Gone, Socket, http

SPACING = 3.1
TOPICS = {"device.state.changed", "device.rs485.received"}
TOPICS |= {"device.connection." + each for each in ("online", "offline")}
TOPICS |= {"device.power." + each for each in ("lost", "restored")}


class Watcher:
    def __init__(self, env, quirks):
        self.env, self.quirks = env, quirks
        self.socket, self.up = None, asyncio.Event()
        self.waiting, self.ids = {}, itertools.count(1)
        self.holds, self.locks, self.denied = {}, {}, set()
        self.token, self.token_until, self.rules = None, 0.0, []
        self.seen, self.spare, self.used, self.tasks = {}, None, False, set()

    def has(self, quirk):
        return quirk in self.quirks

    def start(self, work):
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    # REST: token, ticket, list ------------------------------------------------------------------------------------

    async def rest(self, method, path, body=None, token=True, once=False):
        """One call with its tries; None when the service refuses it for good. Once: a failure is for the caller."""
        pause = 0.7
        while True:
            bearer = await self.bearer() if token else None
            try:
                status, code, data, wait = await asyncio.to_thread(http, self.env, method, path, body, bearer, self.origin())
            except Gone:
                status, code, wait = 0, "", 0
            if status == 200:
                return data
            if status == 401 and token:
                self.token = None
                await asyncio.sleep(random.uniform(1, 2))
                token = "again" if token is True else False
                if not token:
                    return None
            elif status == 429:
                await asyncio.sleep(wait + random.uniform(0.1, 1.5))
            elif status in (0, 500) and once:
                raise Gone("no ticket")
            elif status in (0, 500) or code == "DEVICE_BUSY":
                await asyncio.sleep(random.uniform(pause / 2, pause))
                pause = min(25, pause * 2)
            else:
                return None

    async def bearer(self):
        if self.token and time.monotonic() < self.token_until:
            return self.token
        async with self.locks.setdefault("token", asyncio.Lock()):
            while not self.token or time.monotonic() >= self.token_until:
                pair = {"clientId": self.env.client_id, "clientSecret": self.env.secret}
                data = await self.rest("POST", "/auth/token", pair, token=False)
                if data is None:
                    await asyncio.sleep(75)
                    continue
                self.token = data["accessToken"]
                self.token_until = time.monotonic() + float(data["expiresIn"]) * 0.85
        return self.token

    def origin(self):
        return {"Sec-Fetch-Mode": "cors"} if self.has("browser-headers") else {}

    async def ticket(self):
        if self.has("hoarded-ticket") and self.spare:
            ticket, self.spare = self.spare, None
            return ticket
        if self.has("ticket-again") and self.spare and not self.used:
            self.used = True
            return self.spare
        data = await self.rest("POST", "/ws/ticket", once=True)
        if data is None:
            return None
        self.used, self.spare = False, data["ticket"]
        if self.has("early-ticket"):
            await asyncio.sleep(14)
        return data["ticket"]

    # The connection -----------------------------------------------------------------------------------------------

    async def live(self):
        """Keeps one connection open. Equal jitter: half of the pause is fixed, half is chance."""
        pause, first = 1.0, True
        while True:
            opened = time.monotonic()
            try:
                ticket = await self.ticket()
                if ticket is None:
                    await asyncio.sleep(65)
                    continue
                extra = {"Origin": "https://panel.example"} if self.has("origin-upgrade") else self.origin()
                if self.has("two-tries"):
                    self.start(self.abandoned())
                self.socket = await Socket.open(self.env, ticket, extra)
                opened = time.monotonic()
                await self.session(first)
            except (Gone, OSError, asyncio.TimeoutError):
                pass
            self.hang_up()
            first = False
            if time.monotonic() - opened > 20:
                pause = 1.0
            if self.has("flat-reconnect"):
                await asyncio.sleep(random.uniform(0.8, 1.2))
            elif self.has("no-jitter"):
                await asyncio.sleep(pause)
            elif not self.has("reconnect-storm"):
                await asyncio.sleep(random.uniform(pause / 2, pause))
            pause = min(40.0, pause * 2)

    async def abandoned(self):
        """A second try beside the first one."""
        data = await self.rest("POST", "/ws/ticket")
        try:
            socket = await Socket.open(self.env, data["ticket"])
            socket.writer.close()
        except (Gone, OSError, TypeError, asyncio.TimeoutError):
            pass

    async def session(self, first):
        self.ids = itertools.count(1)
        self.up.set()
        beat = asyncio.ensure_future(self.beat())
        if self.has("hoarded-ticket"):
            self.start(self.hoard())
        if first or not self.has("no-baseline"):
            self.start(self.baseline(first))
        try:
            while True:
                self.take(await self.socket.message())
        finally:
            beat.cancel()

    async def hoard(self):
        data = await self.rest("POST", "/ws/ticket")
        self.spare = data and data["ticket"]

    def hang_up(self):
        self.up.clear()
        if self.socket:
            self.socket.writer.close()
        self.socket = None
        for future in self.waiting.values():
            if not future.done():
                future.set_exception(Gone("closed"))
        self.waiting.clear()

    async def beat(self):
        every = 5 if self.has("quick-pings") else 85 if self.has("slow-pings") else 30
        while not self.has("no-pings"):
            await asyncio.sleep(every if not self.has("protocol-pings") else 20)
            if self.has("protocol-pings"):
                self.socket.frame(9, b"beat")
                continue
            try:
                await self.ask("session.ping", {})
            except Gone:
                if self.socket:
                    self.socket.writer.close()

    async def baseline(self, first):
        if self.has("list-only") and not first:
            await self.rest("GET", "/devices")
            return
        if self.has("lists-too"):
            await self.rest("GET", "/devices")
        for name in self.env.devices[: 1 if self.has("half-baseline") and not first else None]:
            await self.refresh(name)

    async def ask(self, topic, data):
        if not self.socket:
            raise Gone("no connection")
        number = "same" if self.has("one-id") else str(next(self.ids) % 4) if self.has("short-ids") else str(next(self.ids))
        if self.has("odd-ids"):
            number = f"{number}: " + secrets.token_urlsafe(20)
        future = asyncio.get_running_loop().create_future()
        self.waiting[number] = future
        self.socket.frame(1, json.dumps({"type": "request", "topic": topic, "requestId": number, "data": data}).encode())
        try:
            return await asyncio.wait_for(future, PATIENCE)
        except asyncio.TimeoutError as problem:
            raise Gone("no reply in time") from problem
        finally:
            self.waiting.pop(number, None)

    def take(self, message):
        if message.get("type") == "reply":
            future = self.waiting.get(message.get("requestId"))
            if future and not future.done():
                future.set_result(message)
            return
        known = {"type", "topic", "eventId", "occurredAt", "data"}
        if self.has("strict-fields") and set(message) - known:
            raise SystemExit("unknown field in an event")
        if self.has("strict-topics") and message.get("topic") not in TOPICS:
            raise Gone("unknown topic")
        mark = message.get("eventId") or json.dumps(message, sort_keys=True)
        if mark in self.seen and not self.has("every-copy"):
            if self.has("reads-copies"):
                self.start(self.refresh(message["data"]["deviceId"]))
            return
        self.seen[mark] = True
        if len(self.seen) > 500:
            self.seen.pop(next(iter(self.seen)))
        if message.get("topic") == "device.state.changed":
            self.changed(message["data"])

    def changed(self, data):
        inputs = {each["index"]: each["active"] for each in data["peripherals"]["digitalInputs"]}
        for change in data.get("changes", []):
            for device, index, relay in [(self.env.devices[0], 1, 1), *self.rules]:
                if change.get("kind") == "digitalInput" and (device, index) == (data["deviceId"], change.get("index")):
                    action = "on" if inputs[index] else "off"
                    self.start(self.set_relays(device, [{"index": relay, "action": action}]))
        if self.has("reads-each-event"):
            self.start(self.refresh(data["deviceId"]))

    # Work at the devices ------------------------------------------------------------------------------------------

    async def tried(self, subject, topic, data, base, tries):
        """A request with its tries: equal jitter, doubled each time. None when it is given up."""
        pause = base
        for _ in range(tries):
            await self.up.wait()
            await asyncio.sleep(max(0.0, self.holds.get(subject, 0) - time.monotonic()))
            try:
                reply = await self.ask(topic, data)
            except Gone:
                if "idempotencyKey" in data and self.has("new-key-when-lost"):
                    data = {**data, "idempotencyKey": secrets.token_hex(8)}
                reply = {"code": ""}
            code = reply["code"]
            if code == "RATE_LIMITED":
                wait = float(reply["data"]["retryAfterSeconds"])
                if self.has("hasty"):
                    await asyncio.sleep(0.4)
                elif self.has("other-channel") and subject[0] == "refresh":
                    await asyncio.to_thread(http, self.env, "GET", "/devices/" + subject[1], None, await self.bearer())
                else:
                    self.holds[subject] = time.monotonic() + wait + random.uniform(0.1, 1.5)
            elif code in ("DEVICE_BUSY", "INTERNAL_ERROR", ""):
                flat = (code == "DEVICE_BUSY" and self.has("busy-flat")) or (code and self.has("error-flat"))
                await asyncio.sleep(0.6 if flat else random.uniform(pause / 2, pause))
                pause = min(24.0, pause * 2)
            elif code == "AUTH_SCOPE_DENIED" and self.has("waits-for-scope"):
                await asyncio.sleep(2)
            else:
                return reply
        return None

    async def refresh(self, name):
        async with self.locks.setdefault(name, asyncio.Lock()):
            if ("refresh", name) in self.denied:
                return
            reply = await self.tried(("refresh", name), "device.state.get", {"deviceId": name}, 6.2, 5)
            spacing = 0.8 if self.has("reads-each-event") else SPACING
            self.holds["refresh", name] = max(self.holds.get(("refresh", name), 0), time.monotonic() + spacing)
            if reply and reply["code"] == "AUTH_SCOPE_DENIED":
                self.denied.add(("refresh", name))

    async def operate(self, name, operation, params):
        async with self.locks.setdefault(name, asyncio.Lock()):
            if (operation, name) in self.denied:
                return
            data = {"deviceId": name, "operation": {"name": operation, "params": params}}
            if not self.has("no-key"):
                data["idempotencyKey"] = "fixed" if self.has("fixed-key") else secrets.token_hex(8)
            for _ in range(3):
                reply = await self.tried(("command", name), "device.operation.execute", data, 1.0, 7)
                if not reply or reply["code"] != "SUCCESS":
                    break
                if reply["data"]["command"]["status"] != "TIMEOUT" or not self.has("repeats-timeouts"):
                    break
                await asyncio.sleep(2)
            if reply and reply["code"] == "AUTH_SCOPE_DENIED":
                self.denied.add((operation, name))

    async def set_relays(self, name, relays):
        parts = [[each] for each in relays] if self.has("each-relay") else [relays]
        for part in parts:
            await self.operate(name, "device.relay.set", {"relays": part})

    async def obey(self, order):
        name, act = order.get("deviceId"), order.get("do")
        if act == "stop":
            os._exit(0)
        elif act == "setRelays":
            await self.set_relays(name, order["relays"])
        elif act == "refresh":
            await self.refresh(name)
        elif act == "listen":
            self.rules.append((name, order["input"], order["relay"]))
        elif act == "transceive":
            params = {"data": order["data"], "timeoutMs": order.get("timeoutMs", 500)}
            await self.operate(name, "device.rs485.transceive", params)

    async def orders(self):
        reader = asyncio.StreamReader()
        await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
        while line := await reader.readline():
            try:
                self.start(self.obey(json.loads(line)))
            except ValueError:
                pass

    async def rounds(self):
        while True:
            await asyncio.sleep(random.uniform(18, 22))
            for name in self.env.devices:
                await self.refresh(name)


class Env:
    def __init__(self, names):
        rest, ws = urllib.parse.urlsplit(names["CONFORM_URL"]), urllib.parse.urlsplit(names["CONFORM_WS_URL"])
        self.host, self.port, self.prefix, self.ws_prefix = rest.hostname, rest.port, rest.path.rstrip("/"), ws.path.rstrip("/")
        self.client_id, self.secret = names["CONFORM_CLIENT_ID"], names["CONFORM_CLIENT_SECRET"]
        self.devices = (names.get("CONFORM_DEVICE_IDS") or names["CONFORM_DEVICE_ID"]).split(",")


async def main():
    words = argparse.ArgumentParser()
    words.add_argument("--breach", action="append", default=[])
    words.add_argument("--habit", action="append", default=[])
    given = words.parse_args()
    watcher = Watcher(Env(os.environ), {*given.breach, *given.habit})
    if sys.stdin and not sys.stdin.closed:
        watcher.start(watcher.orders())
    # Reads on a schedule would show that the connection lives, and would rebuild the baseline.
    if not watcher.quirks & {"no-rounds", "no-pings", "slow-pings", "protocol-pings", "no-baseline", "half-baseline"}:
        watcher.start(watcher.rounds())
    if watcher.has("two-sockets"):
        second = Watcher(watcher.env, {*given.habit})
        second.token, second.token_until = await watcher.bearer(), watcher.token_until
        second.changed = lambda data: None
        second.baseline = lambda first: asyncio.sleep(0)
        watcher.start(second.live())
    await watcher.live()


asyncio.run(main())
