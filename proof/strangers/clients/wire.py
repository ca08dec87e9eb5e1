"""HTTP and WebSocket as watcher.py needs them: one exchange, and text messages in and out."""

import asyncio
import base64
import http.client as http_client
import json
import os
import re
import urllib.parse

PATIENCE = 9.0  # seconds until an answer counts as lost


class Gone(Exception):
    """The connection closed, or no answer came in time."""

    wait = 0.0  # announced by who refused it, in seconds


def http(env, method, path, body=None, token=None, extra=None):
    """One HTTP exchange on a connection of its own: status, code, data, announced delay in seconds."""
    headers = {"Accept": "application/json", **(extra or {})}
    if body is not None:
        headers["Content-Type"] = "application/json"
    if token:
        headers["Authorization"] = "Bearer " + token
    connection = http_client.HTTPConnection(env.host, env.port, timeout=PATIENCE)
    try:
        connection.request(method, env.prefix + "/svc/v1" + path, body and json.dumps(body), headers)
        response = connection.getresponse()
        answer = json.loads(response.read() or b"{}")
    except (OSError, http_client.HTTPException, ValueError) as problem:
        raise Gone("no answer") from problem
    finally:
        connection.close()
    data = answer.get("data") or {}
    return response.status, answer.get("code", ""), data, float(data.get("retryAfterSeconds") or 1)


class Socket:
    """A WebSocket connection: text messages in and out."""

    @staticmethod
    async def open(env, ticket, extra=None):
        reader, writer = await asyncio.wait_for(asyncio.open_connection(env.host, env.port), PATIENCE)
        nonce = base64.b64encode(os.urandom(16)).decode()
        path = f"{env.ws_prefix}/svc/v1/ws?ticket={urllib.parse.quote(ticket, safe='')}"
        lines = [f"GET {path} HTTP/1.1", f"Host: {env.host}:{env.port}", "Upgrade: websocket", "Connection: Upgrade"]
        lines += [f"Sec-WebSocket-Key: {nonce}", "Sec-WebSocket-Version: 13"]
        lines += [f"{name}: {value}" for name, value in (extra or {}).items()]
        writer.write("\r\n".join(lines).encode() + b"\r\n\r\n")
        try:
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, OSError, asyncio.TimeoutError) as problem:
            writer.close()
            raise Gone("no upgrade") from problem
        if b" 101 " not in head.split(b"\r\n")[0]:
            writer.close()
            refused = Gone(head.split(b"\r\n")[0].decode())
            after = re.search(rb"\r\nretry-after: *([0-9.]+)", head, re.IGNORECASE)
            refused.wait = float(after[1]) if after else 0.0
            raise refused
        socket = Socket()
        socket.reader, socket.writer = reader, writer
        return socket

    def frame(self, opcode, payload):
        size = len(payload)
        head = bytes([0x80 | opcode])
        head += bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126]) + size.to_bytes(2, "big")
        mask = os.urandom(4)
        self.writer.write(head + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload)))

    async def message(self):
        """The next text message; answers pings of the protocol itself."""
        whole = b""
        while True:
            try:
                first, second = await self.reader.readexactly(2)
                size = second & 127
                if size > 125:
                    size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8), "big")
                payload = await self.reader.readexactly(size)
            except (asyncio.IncompleteReadError, OSError) as problem:
                raise Gone("closed") from problem
            opcode = first & 15
            if opcode == 8:
                raise Gone("closed by the service")
            if opcode == 9:
                self.frame(10, payload)
            elif opcode < 3:
                whole += payload
                if first & 128:
                    return json.loads(whole)
