"""The client that `conform explain` shows in parts, in Python: it switches relays on a schedule and for inputs."""

import asyncio
import json
import os
import pathlib
import sys
import types
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parents[3] / "fixtures" / "clients")]
from client import Client
from wire import Gone, Socket, http

url = urllib.parse.urlparse(os.environ["CONFORM_URL"])
ENV = types.SimpleNamespace(host=url.hostname, port=url.port, prefix=url.path.rstrip("/"), ws_prefix=url.path.rstrip("/"))
DEVICES = (os.environ.get("CONFORM_DEVICE_IDS") or os.environ["CONFORM_DEVICE_ID"]).split(",")
background = set()


async def exchange(method, path, body=None, token=None, key=None):
    extra = {"Idempotency-Key": key} if key else {}
    try:
        status, code, data, wait = await asyncio.to_thread(http, ENV, method, path, body, token, extra)
    except Gone:
        return None
    return {"status": status, "code": code, "data": data, "wait": wait if status == 429 else 0}


class Messages:
    def __init__(self, socket):
        self.socket = socket

    def send(self, message):
        self.socket.frame(1, json.dumps(message).encode())

    async def __aiter__(self):
        try:
            while True:
                yield await self.socket.message()
        except Gone:
            self.socket.writer.close()


async def connect(ticket):
    try:
        return Messages(await Socket.open(ENV, ticket)), 0
    except Gone as refused:
        return None, refused.wait
    except (OSError, asyncio.TimeoutError):
        return None, 0


async def main():
    def on_event(data):
        for change in data.get("changes") or []:
            inputs = (data.get("peripherals") or {}).get("digitalInputs") or []
            active = any(each.get("index") == change.get("index") and each.get("active") for each in inputs)
            if change.get("kind") == "digitalInput" and active and data["deviceId"] in DEVICES:
                task = asyncio.create_task(client.set_relays(data["deviceId"], {1: "jog", 2: "on"}))
                background.add(task)
                task.add_done_callback(background.discard)

    client = Client(exchange, connect, os.environ["CONFORM_CLIENT_ID"], os.environ["CONFORM_CLIENT_SECRET"], DEVICES, on_event)
    background.add(asyncio.create_task(client.stay_connected()))
    turn = 0
    while True:
        device = DEVICES[turn % len(DEVICES)]
        action = "on" if turn // len(DEVICES) % 2 == 0 else "off"
        await client.set_relays(device, {1: action, 2: action})
        await asyncio.sleep(6)
        await client.refresh(device)
        await asyncio.sleep(3)
        turn += 1


asyncio.run(main())
