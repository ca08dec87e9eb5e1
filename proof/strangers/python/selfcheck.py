"""Drives the server over real sockets. Exits with 1 when something fails.

python3 selfcheck.py            all checks, then every defect, then every oddity
python3 selfcheck.py correct    only the checks against the correct server
python3 selfcheck.py NAME...    only the defects or oddities with these names
"""
import base64
import concurrent.futures
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

HERE = Path(__file__).parent
E = base64.b64encode(b"E hello").decode()
SILENT = base64.b64encode(b"Z").decode()


def need(condition, text):
    if not condition:
        raise AssertionError(text)


class Reply:
    def __init__(self, status, headers, raw):
        self.status, self.headers, self.raw = status, headers, raw
        try:
            self.body = json.loads(raw)
        except ValueError:
            self.body = None
        self.code = self.body.get("code") if isinstance(self.body, dict) else None
        self.data = self.body.get("data") if isinstance(self.body, dict) else None


class Bench:
    """One running server and a client for it."""

    def __init__(self, *args):
        self.process = subprocess.Popen([sys.executable, str(HERE / "server.py"), *args], stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        need(line, "the server did not start")
        ready = json.loads(line)
        self.address = ready["url"].split("//")[1]
        self.control = ready["control_url"].split("//")[1]
        self.clients = {c["clientId"].split(".")[1]: c for c in self.http(self.control, "GET", "/clients").body["clients"]}
        self.units = list(self.witness())
        self.u = self.units[0]
        self.sockets = []
        self.kept = {}

    def stop(self):
        for ws in self.sockets:
            ws.sock.close()
        self.process.send_signal(signal.SIGTERM)
        try:
            code = self.process.wait(3)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise AssertionError("the server did not stop")
        need(code == 0, "exit code %s" % code)

    def http(self, address, method, path, body=None, headers=None, timeout=15):
        connection = http.client.HTTPConnection(address, timeout=timeout)
        try:
            payload = body if isinstance(body, (bytes, type(None))) else json.dumps(body).encode()
            connection.request(method, path, payload, headers or {})
            response = connection.getresponse()
            return Reply(response.status, response.headers, response.read())
        finally:
            connection.close()

    def rest(self, method, path, who=None, body=None, key=None, token=None):
        headers = {"Accept": "application/json"}
        if who or token:
            headers["Authorization"] = "Bearer " + (token or self.token(who))
        if body is not None:
            headers["Content-Type"] = "application/json"
        if key:
            headers["Idempotency-Key"] = key
        return self.http(self.address, method, "/svc/v1/" + path, body, headers)

    def login(self, who, **change):
        body = {"clientId": self.clients[who]["clientId"], "clientSecret": self.clients[who]["clientSecret"]}
        return self.rest("POST", "auth/token", body=dict(body, **change))

    def token(self, who):
        if who not in self.kept:
            self.kept[who] = self.login(who).data["accessToken"]
        return self.kept[who]

    def raw(self, data, timeout=5, shut=False):
        with socket.create_connection(self.address.split(":"), timeout) as sock:
            sock.sendall(data)
            if shut:
                sock.shutdown(socket.SHUT_WR)
            answer = b""
            while True:
                try:
                    piece = sock.recv(65536)
                except TimeoutError:
                    break
                if not piece:
                    break
                answer += piece
            return answer

    def act(self, do, **rest):
        reply = self.http(self.control, "POST", "/act", dict(rest, do=do))
        need(reply.status == 200, "bench: %s" % reply.raw)

    def witness(self):
        return self.http(self.control, "GET", "/witness").body["units"]

    def truth(self, serial=None):
        return self.witness()[serial or self.u]

    def ticket(self, who):
        return self.rest("POST", "ws/ticket", who).data["entryCode"]

    def ws(self, who, ticket=None, headers=""):
        ws = Ws(self.address, self.ticket(who) if ticket is None else ticket, headers)
        if ws.status == 101:
            self.sockets.append(ws)
        return ws

    def relays(self, items, who="chief", key=None, unit=None, token=None):
        items = [{"no": no, "action": action} for no, action in items]
        return self.rest("POST", "devices/%s/relays/commands" % (unit or self.u), who, {"relays": items}, key, token)

    def bus(self, octets, who="chief", key=None):
        return self.rest("POST", "devices/%s/rs485/transceive" % self.u, who, {"octets": octets}, key)

    def config(self):
        return self.rest("GET", "devices/%s/config" % self.u, "chief").data["setup"]

    def start(self, function, *args, **named):
        """Run a call in a thread; returns a function that waits for the result."""
        future = concurrent.futures.Future()

        def work():
            try:
                future.set_result(function(*args, **named))
            except BaseException as error:
                future.set_exception(error)
        threading.Thread(target=work, daemon=True).start()
        return lambda: future.result(20)


class Ws:
    def __init__(self, address, ticket, headers=""):
        host, port = address.split(":")
        self.sock = socket.create_connection((host, int(port)), 10)
        path = "/svc/v1/ws" + ("?ticket=" + ticket if ticket else "")
        self.sock.sendall(("GET %s HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                           "Sec-WebSocket-Key: %s\r\n%s\r\n" % (path, base64.b64encode(os.urandom(16)).decode(), headers)).encode())
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            piece = self.sock.recv(65536)
            need(piece, "closed during the handshake")
            self.buffer += piece
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        self.status = int(head.split()[1])
        self.replies, self.events, self.pongs, self.closed, self.other = {}, [], [], None, []
        self.parts, self.count = b"", 0

    def frame(self, opcode, payload, final=True, mask=True):
        head = bytes([(128 if final else 0) | opcode])
        size = len(payload)
        flag = 128 if mask else 0
        head += bytes([flag | size]) if size < 126 else bytes([flag | 126]) + size.to_bytes(2, "big") if size < 65536 \
            else bytes([flag | 127]) + size.to_bytes(8, "big")
        key = os.urandom(4) if mask else b""
        body = bytes(b ^ key[i % 4] for i, b in enumerate(payload)) if mask else payload
        self.sock.sendall(head + key + body)

    def take(self):
        """Take one frame out of the buffer, if it is complete."""
        b = self.buffer
        if len(b) < 2:
            return False
        size, at = b[1] & 127, 2
        if size == 126:
            size, at = int.from_bytes(b[2:4], "big"), 4
        elif size == 127:
            size, at = int.from_bytes(b[2:10], "big"), 10
        if len(b) < at + size:
            return False
        final, opcode, data = b[0] & 128, b[0] & 15, b[at:at + size]
        self.buffer = b[at + size:]
        if opcode == 8:
            self.closed = int.from_bytes(data[:2], "big")
        elif opcode == 9:
            self.frame(10, data)
        elif opcode == 10:
            self.pongs.append(data)
        else:
            self.parts += data
            if final:
                value, self.parts = json.loads(self.parts), b""
                if value.get("type") == "notice":
                    self.events.append(value)
                else:
                    self.replies[value["requestId"]] = value
        return True

    def pump(self, seconds, until=lambda: False):
        end = time.monotonic() + seconds
        while not until() and self.closed is None:
            while self.take():
                pass
            if until() or self.closed is not None:
                return
            left = end - time.monotonic()
            if left <= 0:
                return
            self.sock.settimeout(left)
            try:
                piece = self.sock.recv(65536)
            except TimeoutError:
                continue
            except OSError:
                piece = b""
            if not piece:
                self.closed = self.closed or 1006
            self.buffer += piece

    def send(self, subject, data=None, rid=None):
        self.count += 1
        rid = rid or "Ask-%d" % self.count
        self.frame(1, json.dumps({"type": "ask", "requestId": rid, "subject": subject, "data": data or {}}).encode())
        return rid

    def wait(self, rid, seconds=6):
        self.pump(seconds, lambda: rid in self.replies)
        need(rid in self.replies, "no reply to " + rid)
        return self.replies.pop(rid)

    def ask(self, subject, data=None, rid=None):
        return self.wait(self.send(subject, data, rid))

    def operate(self, serial, name, args, key=None, wait=True):
        data = {"serial": serial, "operation": {"name": name, "args": args}}
        if key:
            data["idempotencyKey"] = key
        rid = self.send("device.operation.execute", data)
        return self.wait(rid) if wait else rid

    def event(self, subject, seconds=2):
        self.pump(seconds, lambda: any(e["subject"] == subject for e in self.events))
        found = [e for e in self.events if e["subject"] == subject]
        need(found, "no event " + subject)
        self.events.remove(found[0])
        return found[0]

    def quiet(self, seconds=0.7):
        self.pump(seconds)
        need(not self.events, "an event that should not be: %s" % self.events[:1])


RELAY, BUS, BAUD, JOG = "device.relay.set", "device.rs485.transceive", "device.rs485.baudRate.set", "device.relay.jogConfig.set"
CHECKS = {}


def check(*defects, args=()):
    def keep(function):
        CHECKS[function.__name__] = (function, defects, args)
        return function
    return keep


def ok(reply, what="request"):
    need(reply.status == 200 and reply.code == "SUCCESS" and reply.body["message"] == "OK", "%s: %s %s" % (what, reply.status, reply.raw))
    return reply.data


def refused(reply, status, code=None):
    need(reply.status == status and (code is None or reply.code == code), "wanted %s %s, got %s %s" % (status, code, reply.status, reply.raw))
    need(isinstance(reply.body, dict) and set(reply.body) >= {"code", "message", "requestId", "data"}, "envelope: %s" % reply.raw)
    return reply.data


@check("token-type-lower", "bad-secret-400", "bad-secret-code", "secret-any-case", "scopes-inflated", "token-other-client",
       "disabled-gets-token", "disabled-code", "success-word")
def tokens(b):
    for who, client in b.clients.items():
        if client["disabled"]:
            need(b.login(who).code == "APP_DISABLED", "disabled client")
            continue
        data = ok(b.login(who))
        need(data["tokenType"] == "Bearer" and data["clientId"] == client["clientId"] and data["scopes"] == client["scopes"]
             and data["expiresIn"] == 3600, "token data %s" % data)
    refused(b.login("chief", clientSecret="wrong"), 401, "AUTH_INVALID")
    refused(b.login("chief", clientSecret=b.clients["chief"]["clientSecret"].swapcase()), 401, "AUTH_INVALID")
    refused(b.login("chief", clientId="app.nobody"), 401, "AUTH_INVALID")
    refused(b.login("chief", clientId=None), 400)


@check("missing-auth-403", "profiles-open", "ticket-unauthenticated")
def bearer(b):
    u = b.u
    for method, path in (("GET", "devices"), ("GET", "devices/" + u), ("GET", "devices/%s/config" % u), ("GET", "device-profiles"),
                         ("GET", "commands/x"), ("POST", "devices/%s/relays/commands" % u), ("POST", "devices/%s/relays/1/commands" % u),
                         ("POST", "devices/%s/rs485/transceive" % u), ("PUT", "devices/%s/rs485/baud-rate" % u),
                         ("PUT", "devices/%s/relays/1/jog-config" % u), ("POST", "devices"), ("DELETE", "devices/" + u),
                         ("PUT", "devices/%s/password" % u), ("POST", "ws/ticket")):
        refused(b.rest(method, path), 401, "AUTH_INVALID")
        refused(b.rest(method, path, token="nonsense"), 401, "AUTH_INVALID")


@check("expired-token-reads", "expired-token-relays", "token-half-life", args=("--token-lifetime", "2"))
def expiry(b):
    token = b.token("chief")
    time.sleep(1.3)
    ok(b.rest("GET", "devices", token=token))
    time.sleep(1)
    refused(b.rest("GET", "devices", token=token), 401)
    refused(b.relays([(1, "energize")], token=token), 401)
    refused(b.rest("PUT", "devices/%s/rs485/baud-rate" % b.u, token=token, body={"speed": 9600}), 401)


@check("disabled-token-lives", "disabled-ws-lives")
def disabling(b):
    ws = b.ws("north")
    token = b.token("north")
    b.act("client", id=b.clients["north"]["clientId"], disabled=True)
    need(b.rest("GET", "devices", token=token).code == "APP_DISABLED", "REST after disabling")
    need(ws.ask("session.ping")["code"] == "APP_DISABLED", "WebSocket after disabling")
    b.act("client", id=b.clients["north"]["clientId"], disabled=False)
    ok(b.rest("GET", "devices", token=token))


@check("list-key-renamed", "empty-list-null", "list-unfiltered", "profiles-one-missing", "config-message", "404-without-request-id",
       "html-for-unknown-command", "any-version", "success-word")
def lists(b):
    need(len(ok(b.rest("GET", "devices", "reader")).get("devices", ())) == 6, "whole fleet")
    need(len(ok(b.rest("GET", "devices", "north"))["devices"]) == 3, "north")
    need(ok(b.rest("GET", "devices", "lonely"))["devices"] == [], "lonely")
    need(len(ok(b.rest("GET", "device-profiles", "reader"))["models"]) == 2, "profiles")
    ok(b.rest("GET", "devices/%s/config" % b.u, "reader"))
    refused(b.rest("GET", "devices/%s/config" % b.u, "south"), 404)
    refused(b.rest("GET", "devices/none", "reader"), 404)
    refused(b.rest("GET", "commands/none", "reader"), 404)
    refused(b.rest("GET", "nothing", "reader"), 404)
    refused(b.rest("PATCH", "devices", "reader"), 404)
    refused(b.rest("GET", "../v2/devices", "reader"), 404)
    refused(b.http(b.address, "GET", "/svc/v2/devices", headers={"Authorization": "Bearer " + b.token("reader")}), 404)


@check("malformed-500")
def malformed(b):
    auth = {"Authorization": "Bearer " + b.token("chief")}
    path = "/svc/v1/devices/%s/relays/commands" % b.u
    for body in (b"{", b"", b"[]", b"nul", b"\xff\xfe", b'{"relays":NaN}', b"[" * 60000, b'{"relays":' + b"9" * 6000 + b"}", b"7",
                 b'{"relays":{}}', b'{"relays":[1]}', b'{"relays":[{"no":true,"action":"energize"}]}', b'{"relays":[{"no":1,"action":[]}]}',
                 b'{"relays":[{"no":1}]}', b'{"relays":[{"no":1.0,"action":"energize"}]}', b'{}', b'{"relays":null}'):
        refused(b.http(b.address, "POST", path, body, auth), 400)
    for body in (b'{"relays":[]}', b'{"relays":[{"no":0,"action":"energize"}]}', b'{"relays":[{"no":1,"action":"\\ud800"}]}',
                 b'{"relays":[{"no":1,"action":"flip"},{"no":1,"action":"flip"}]}', b'{"relays":[{"no":99,"action":"flip"}]}'):
        refused(b.http(b.address, "POST", path, body, auth), 422)
    refused(b.http(b.address, "POST", path, b" " * 200000, auth), 400)
    for key in ("", "x" * 500):
        refused(b.http(b.address, "POST", path, b'{"relays":[{"no":1,"action":"flip"}]}', dict(auth, **{"Idempotency-Key": key})), 400)
    for part, status in (("0", 404), ("9", 404), ("abc", 400), ("-1", 400), ("%C2%B2", 400), ("1" * 5000, 400)):
        refused(b.rest("POST", "devices/%s/relays/%s/commands" % (b.u, part), "chief", {"action": "flip"}), status)
    refused(b.rest("PUT", "devices/%s/rs485/baud-rate" % b.u, "chief", {"speed": 9601}), 422)
    refused(b.rest("PUT", "devices/%s/relays/1/jog-config" % b.u, "chief", {"pulseTenths": 0}), 422)
    refused(b.rest("PUT", "devices/%s/relays/1/jog-config" % b.u, "chief", {"pulseTenths": "5"}), 400)
    for octets, status in (("??", 422), ("", 422), (5, 400), (base64.b64encode(b"E" * 257).decode(), 422), ("é", 422)):
        refused(b.bus(octets), status)
    refused(b.rest("GET", "devices/%00%FF%2F..", "chief"), 404)
    for data in (b"garbage\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET / HTTP/1.1\r\nbroken\r\n\r\n",
                 b"POST / HTTP/1.1\r\nContent-Length: -4\r\n\r\n", b"POST / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n",
                 b"POST / HTTP/1.1\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\n", b"GET /" + b"a" * 70000 + b" HTTP/1.1\r\n\r\n",
                 b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 9000 + b"\r\n", b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                 b"POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\n",
                 b"GET http://[ HTTP/1.1\r\n\r\n\r\n", b"GET http://[/ HTTP/1.0\r\nHost: x\r\n\r\n", b"GET ?a=%zz HTTP/1.0\r\n\r\n"):
        answer = b.raw(data, 3)
        need(answer[:11] in (b"HTTP/1.1 40",), "no 4xx for %r: %r" % (data[:60], answer[:60]))
        need(b'"requestId"' in answer, "no envelope for %r" % data[:60])
    need(b.raw(b"POST / HTTP/1.1\r\nContent-Length: 10\r\n\r\nabc", 3, True)[:12] == b"HTTP/1.1 400", "short body")
    chunked = b"POST /svc/v1/auth/token HTTP/1.1\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
    need(b.raw(chunked)[:12] == b"HTTP/1.1 400", "chunked body")
    two = b"GET /svc/v1/devices HTTP/1.1\r\nHost: x\r\n\r\nGET /svc/v1/devices HTTP/1.1\r\nConnection: close\r\n\r\n"
    need(b.raw(two).count(b"HTTP/1.1 401") == 2, "two requests in one packet")
    need(b.truth()["executed"] == {}, "something was executed")


@check("read-controls", "control-cannot-read-results", "control-configures", "config-manages", "denied-401", "denied-no-scope-name",
       "denied-wrong-scope-name", "denied-becomes-429")
def scopes(b):
    receipt = ok(b.relays([(1, "energize")]))["command"]["receipt"]
    calls = [("device:read", "GET", "devices", None), ("device:read", "GET", "device-profiles", None),
             ("device:read", "GET", "devices/%s/config" % b.u, None), ("device:read", "GET", "commands/" + receipt, None),
             ("device:control", "POST", "devices/%s/relays/commands" % b.u, {"relays": [{"no": 1, "action": "flip"}]}),
             ("device:control", "POST", "devices/%s/relays/1/commands" % b.u, {"action": "flip"}),
             ("device:control", "POST", "devices/%s/rs485/transceive" % b.u, {"octets": E}),
             ("device:config", "PUT", "devices/%s/rs485/baud-rate" % b.u, {"speed": 9600}),
             ("device:config", "PUT", "devices/%s/relays/1/jog-config" % b.u, {"pulseTenths": 7}),
             ("device:manage", "PUT", "devices/%s/password" % b.u, {"oldWord": b.truth()["word"], "newWord": b.truth()["word"]}),
             ("device:manage", "POST", "devices", {"serial": b.units[7], "word": b.truth(b.units[7])["word"]}),
             ("device:manage", "DELETE", "devices/" + b.units[7], None)]
    for who in ("reader", "switcher", "tuner", "steward", "chief", "powerless"):
        have = b.clients[who]["scopes"]
        for scope, method, path, body in calls:
            reply = b.rest(method, path, who, body)
            if scope in have or scope == "device:read" and have:
                ok(reply, "%s %s %s" % (who, method, path))
            else:
                need(refused(reply, 403, "AUTH_SCOPE_DENIED").get("requiredScope") == scope, "requiredScope %s" % reply.raw)


@check("ws-baud-unscoped", "ws-state-needs-control")
def ws_scopes(b):
    for index, who in enumerate(("reader", "switcher", "tuner", "steward", "powerless")):
        ws, have = b.ws(who), b.clients[who]["scopes"]
        state = ws.ask("device.state.get", {"serial": b.units[index]})
        need(state["code"] == ("SUCCESS" if have else "AUTH_SCOPE_DENIED"), "state for " + who)
        for scope, name, args in (("device:control", RELAY, {"relays": [{"no": 1, "action": "flip"}]}), ("device:control", BUS, {"octets": E}),
                                  ("device:config", BAUD, {"speed": 9600}), ("device:config", JOG, {"no": 1, "pulseTenths": 9})):
            reply = ws.operate(b.u, name, args)
            need(reply["code"] == ("SUCCESS" if scope in have else "AUTH_SCOPE_DENIED"), "%s %s" % (who, reply))
            need(scope in have or reply["data"]["requiredScope"] == scope, "requiredScope %s" % reply)


@check("foreign-command-readable")
def foreign(b):
    receipt = ok(b.relays([(1, "energize")], "north"))["command"]["receipt"]
    ok(b.rest("GET", "commands/" + receipt, "reader"))
    refused(b.rest("GET", "commands/" + receipt, "south"), 404)
    refused(b.relays([(1, "energize")], "south"), 404)
    refused(b.rest("GET", "devices/" + b.u, "south"), 404)


@check("refresh-one-behind", "refresh-no-sensors", "refresh-last-relay-frozen")
def refresh_rest(b):
    ok(b.relays([(8, "energize")]))
    b.act("loop", serial=b.u, no=2, microamps=12345)
    b.act("probe", serial=b.u, tag="case", reading=41.5)
    b.act("contact", serial=b.u, no=4, level="low" if b.truth()["contacts"][3] else "high")
    same(b, ok(b.rest("GET", "devices/" + b.u, "reader"))["unit"]["live"])


def same(b, live):
    true = b.truth()
    need([o["coil"] == "energized" for o in live["outputs"]] == true["outputs"], "outputs")
    need([c["level"] == "high" for c in live["contacts"]] == true["contacts"], "contacts")
    need([one["microamps"] for one in live["loops"]] == true["loops"], "loops")
    need({p["tag"]: p["reading"] for p in live["probes"]} == true["probes"], "probes")


@check("ws-refresh-no-analog")
def refresh_ws(b):
    b.act("loop", serial=b.u, no=1, microamps=7777)
    same(b, b.ws("reader").ask("device.state.get", {"serial": b.u})["data"]["unit"]["live"])


@check("removed-still-listed", "removed-still-obeys", "added-not-listed", "password-kept")
def manage(b):
    def listed(serial):
        return serial in [d["serial"] for d in ok(b.rest("GET", "devices", "chief"))["devices"]]
    receipt = ok(b.relays([(1, "energize")]))["command"]["receipt"]
    word = b.truth()["word"]
    refused(b.rest("PUT", "devices/%s/password" % b.u, "steward", {"oldWord": "x" * 9, "newWord": "y" * 9}), 422)
    ok(b.rest("PUT", "devices/%s/password" % b.u, "steward", {"oldWord": word, "newWord": "new-word-1"}))
    ok(b.rest("DELETE", "devices/" + b.u, "steward"))
    need(not listed(b.u), "removed but listed")
    refused(b.relays([(1, "flip")]), 404)
    refused(b.rest("GET", "devices/" + b.u, "chief"), 404)
    refused(b.rest("GET", "commands/" + receipt, "chief"), 404)
    refused(b.rest("DELETE", "devices/" + b.u, "steward"), 404)
    refused(b.rest("POST", "devices", "steward", {"serial": b.u, "word": word}), 422)
    ok(b.rest("POST", "devices", "steward", {"serial": b.u, "word": "new-word-1"}))
    need(listed(b.u), "added but not listed")
    refused(b.rest("POST", "devices", "steward", {"serial": b.u, "word": "new-word-1"}), 409)
    refused(b.rest("POST", "devices", "steward", {"serial": "no-such", "word": "new-word-1"}), 404)
    ok(b.relays([(1, "release")]))


@check("jog-last-relay-lost", "jog-all-relays", "baud-readback-old", "jog-put-no-command", "baud-broadcast", "baud-operation-renamed")
def config_rest(b):
    ws = b.ws("reader")
    for no in (2, 8):
        command = ok(b.rest("PUT", "devices/%s/relays/%d/jog-config" % (b.u, no), "tuner", {"pulseTenths": 30 + no})).get("command")
        need(command and command["operation"] == JOG and command["status"] == "DONE_OK", "command %s" % command)
    command = ok(b.rest("PUT", "devices/%s/rs485/baud-rate" % b.u, "tuner", {"speed": 19200}))["command"]
    need(command["operation"] == BAUD and command["params"] == {"speed": 19200}, "command %s" % command)
    setup = b.config()
    need([p["pulseTenths"] for p in setup["pulses"]] == [5, 32, 5, 5, 5, 5, 5, 38] == b.truth()["pulses"], "pulses %s" % setup)
    need(setup["bus"]["speed"] == 19200 == b.truth()["speed"], "speed")
    ws.quiet()
    need(ok(b.bus(E))["command"]["status"] == "TIMEOUT", "the partner should not understand 19200")


@check("ws-jog-broadcast", "ws-jog-not-applied")
def config_ws(b):
    ws = b.ws("north")
    need(ws.operate(b.u, JOG, {"no": 3, "pulseTenths": 44})["data"]["command"]["operation"] == JOG, "jog")
    need(ws.operate(b.u, BAUD, {"speed": 1200})["code"] == "SUCCESS", "baud")
    need(b.config()["pulses"][2]["pulseTenths"] == 44 and b.config()["bus"]["speed"] == 1200, "not applied")
    ws.quiet()


@check("jog-length-fixed", "jog-end-event-missing")
def pulse(b):
    ws = b.ws("reader")
    ok(b.rest("PUT", "devices/%s/relays/2/jog-config" % b.u, "chief", {"pulseTenths": 8}))
    ok(b.relays([(2, "pulse")]))
    need(b.truth()["outputs"][1], "pulse did not start")
    need(ws.event("device.state.changed")["body"]["changes"] == ["outputs/2"], "changes")
    began = time.monotonic()
    event = ws.event("device.state.changed")
    need(0.4 < time.monotonic() - began < 1.1 and not b.truth()["outputs"][1], "length of the pulse")
    need(event["body"]["peripherals"]["outputs"][1]["coil"] == "idle", "state")


@check("budget-two-seconds", "budget-rejection-extends", "refresh-429-no-header", "retry-header-differs", "retry-too-short",
       "retry-in-milliseconds", "refresh-429-code")
def budget(b):
    began = time.monotonic()
    ok(b.rest("GET", "devices/" + b.u, "reader"))
    reply = b.rest("GET", "devices/" + b.u, "switcher")
    wait = refused(reply, 429, "RATE_LIMITED")["retryAfterSeconds"]
    need(reply.headers["Retry-After"] == str(wait) and 1 <= wait <= 3, "delay %s %s" % (wait, reply.headers["Retry-After"]))
    ok(b.rest("GET", "devices/" + b.units[1], "reader"))
    time.sleep(max(0, began + 2.4 - time.monotonic()))
    refused(b.rest("GET", "devices/" + b.u, "reader"), 429)
    time.sleep(max(0, began + 3.2 - time.monotonic()))
    ok(b.rest("GET", "devices/" + b.u, "reader"))
    wait = refused(b.rest("GET", "devices/" + b.u, "reader"), 429)["retryAfterSeconds"]
    time.sleep(wait)
    ok(b.rest("GET", "devices/" + b.u, "reader"))


@check("budget-per-channel", "budget-per-token", "budget-new-connection-free", "ws-429-no-delay", "ws-429-closes")
def budget_channels(b):
    ok(b.rest("GET", "devices/" + b.u, "reader"))
    refused(b.rest("GET", "devices/" + b.u, token=b.login("reader").data["accessToken"]), 429)
    ws = b.ws("reader")
    reply = ws.ask("device.state.get", {"serial": b.u}, "State-A")
    need(reply["code"] == "RATE_LIMITED" and reply["type"] == "reply" and reply["data"].get("retryAfterSeconds", 0) >= 1, "%s" % reply)
    need(ws.ask("session.ping")["code"] == "SUCCESS", "connection is gone")
    time.sleep(reply["data"]["retryAfterSeconds"])
    need(ws.ask("device.state.get", {"serial": b.u})["code"] == "SUCCESS", "after the delay")
    refused(b.rest("GET", "devices/" + b.u, "reader"), 429)


@check("overlap-runs", "overlap-queues", "busy-fleet-wide", "busy-http-200", "ws-overlaps-rest", "ws-busy-code",
       "control-overlaps-refresh", "refresh-overlaps-control", "rs485-overlaps", args=("--time-scale", "3"))
def overlap(b):
    ws = b.ws("chief")
    b.token("chief")
    flip = {"relays": [{"no": 2, "action": "flip"}]}
    first = b.start(b.relays, [(1, "energize")])
    time.sleep(0.1)
    refused(b.relays([(2, "flip")]), 409, "DEVICE_BUSY")
    refused(b.rest("GET", "devices/" + b.u, "chief"), 409, "DEVICE_BUSY")
    need(ws.operate(b.u, RELAY, flip)["code"] == "DEVICE_BUSY", "WebSocket during REST")
    other = b.start(b.relays, [(1, "energize")], unit=b.units[1])
    ok(first()), ok(other())
    rid = ws.operate(b.u, RELAY, {"relays": [{"no": 1, "action": "release"}]}, wait=False)
    time.sleep(0.1)
    refused(b.relays([(2, "flip")]), 409, "DEVICE_BUSY")
    need(ws.wait(rid)["code"] == "SUCCESS", "first")
    first = b.start(b.bus, E)
    time.sleep(0.1)
    refused(b.relays([(2, "flip")]), 409, "DEVICE_BUSY")
    ok(first())
    first = b.start(b.rest, "GET", "devices/" + b.u, "chief")
    time.sleep(0.1)
    refused(b.relays([(2, "flip")]), 409, "DEVICE_BUSY")
    refused(b.rest("GET", "devices/" + b.u, "chief"), 409, "DEVICE_BUSY")
    refused(b.rest("PUT", "devices/%s/rs485/baud-rate" % b.u, "chief", {"speed": 9600}), 409, "DEVICE_BUSY")
    ok(first())
    need(b.truth()["executed"] == {RELAY: 2, BUS: 1, "refresh": 1}, "%s" % b.truth()["executed"])


@check("busy-lingers-after-timeout")
def after_timeout(b):
    need(ok(b.bus(SILENT))["command"]["status"] == "TIMEOUT", "TIMEOUT")
    ok(b.relays([(1, "energize")]))


@check("key-ignored", "key-new-id", "key-runs-again", "key-result-lost", "key-per-token", "key-as-login", "key-compat-ignored", "key-race")
def keys_rest(b):
    b.token("chief")
    first = b.start(b.relays, [(1, "flip")], key="k1")
    time.sleep(0.05)
    again = b.start(b.relays, [(1, "flip")], key="k1")
    one, two = ok(first())["command"], ok(again())["command"]
    need(one == two, "%s %s" % (one, two))
    need(ok(b.relays([(1, "flip")], key="k1"))["command"] == one, "repeat")
    need(ok(b.relays([(1, "flip")], key="k1", token=b.login("chief").data["accessToken"]))["command"] == one, "another token")
    refused(b.relays([(2, "flip")], key="k1"), 422)
    refused(b.relays([(1, "flip")], key="k1", unit=b.units[1]), 422)
    refused(b.relays([(1, "flip")], who=None, key="k1"), 401)
    need(b.truth()["executed"] == {RELAY: 1}, "executed %s" % b.truth()["executed"])
    path = "devices/%s/relays/2/commands" % b.u
    one = ok(b.rest("POST", path, "chief", {"action": "flip"}, "k2"))["command"]
    need(ok(b.rest("POST", path, "chief", {"action": "flip"}, "k2"))["command"] == one, "compatibility endpoint")
    need(ok(b.relays([(1, "flip")], "switcher", "k1"))["command"]["receipt"] != one["receipt"], "another client")
    need(b.truth()["executed"] == {RELAY: 3}, "executed %s" % b.truth()["executed"])
    b.act("link", serial=b.u, up=False)
    ok(b.relays([(1, "flip")], key="k1"))
    refused(b.relays([(1, "flip")], key="k9"), 409)
    refused(b.rest("GET", "devices/" + b.u, "chief"), 409)


@check("key-per-channel", "key-ws-jog-ignored", "key-ignored")
def keys_ws(b):
    ws = b.ws("chief")
    one = ok(b.relays([(1, "flip")], key="k1"))["command"]
    need(ws.operate(b.u, RELAY, {"relays": [{"no": 1, "action": "flip"}]}, "k1")["data"]["command"] == one, "REST then WebSocket")
    two = ws.operate(b.u, JOG, {"no": 1, "pulseTenths": 6}, "k2")["data"]["command"]
    need(ws.operate(b.u, JOG, {"no": 1, "pulseTenths": 6}, "k2")["data"]["command"] == two, "jog twice")
    reply = b.rest("PUT", "devices/%s/relays/1/jog-config" % b.u, "chief", {"pulseTenths": 6}, "k2")
    need(ok(reply)["command"] == two, "WebSocket then REST")
    need(ws.operate(b.u, JOG, {"no": 1, "pulseTenths": 7}, "k2")["code"] not in ("SUCCESS", "INTERNAL_ERROR"), "other content")
    need(b.truth()["executed"] == {RELAY: 1, JOG: 1}, "executed %s" % b.truth()["executed"])


@check("key-forgotten", "command-forgotten")
def keys_late(b):
    one = ok(b.relays([(1, "flip")], key="k1"))["command"]
    time.sleep(5.3)
    need(ok(b.rest("GET", "commands/" + one["receipt"], "reader"))["command"] == one, "read later")
    need(ok(b.relays([(1, "flip")], key="k1"))["command"] == one, "repeat later")


@check("key-timeout-runs-again", "timeout-http-504", "timeout-word", "timeout-becomes-done", "silence-is-success")
def timeout(b):
    ws = b.ws("chief")
    one = ok(b.bus(SILENT, key="k1"))["command"]
    need(one["status"] == "TIMEOUT" and one["operation"] == BUS, "%s" % one)
    need(ok(b.bus(SILENT, key="k1"))["command"] == one, "repeat")
    need(ws.operate(b.u, BUS, {"octets": SILENT}, "k1")["data"]["command"] == one, "repeat over WebSocket")
    time.sleep(1.7)
    need(ok(b.rest("GET", "commands/" + one["receipt"], "reader"))["command"] == one, "read")
    need(b.truth()["executed"] == {BUS: 1}, "executed %s" % b.truth()["executed"])
    late = base64.b64encode(b"Late").decode()
    need(ok(b.bus(late))["command"]["status"] == "TIMEOUT", "late")
    need(ws.event("device.rs485.received")["body"]["heard"] == late, "late bytes")


@check("command-without-params", "command-status-frozen", "ws-commands-unreadable", "rs485-result-missing")
def commands(b):
    ask = base64.b64encode(bytes.fromhex("1103000000020000")).decode()
    one = ok(b.bus(E))["command"]
    need(one["result"]["heard"] == E and one["params"] == {"octets": E}, "%s" % one)
    need(ok(b.rest("GET", "commands/" + one["receipt"], "reader"))["command"] == one, "read")
    two = b.ws("chief").operate(b.u, BUS, {"octets": E})["data"]["command"]
    need(ok(b.rest("GET", "commands/" + two["receipt"], "reader"))["command"] == two, "read a WebSocket command")
    sys.path.insert(0, str(HERE))
    from fleet import crc16
    frame = bytes.fromhex("110300000002")
    heard = ok(b.bus(base64.b64encode(frame + crc16(frame)).decode()))["command"]["result"]["heard"]
    need(base64.b64decode(heard)[:3] == b"\x11\x03\x04", "registers")
    need(ok(b.bus(ask))["command"]["status"] == "TIMEOUT", "wrong checksum")
    b.act("supply", serial=b.u, on=False)
    refused(b.relays([(1, "flip")]), 409)


@check("relays-first-only", "ws-relays-first-only", "relay-last-unmoved", "rest-relay-event-missing", "changes-first-only", "compat-gone",
       "compat-next-relay", "peripherals-partial")
def relays(b):
    ws = b.ws("north")
    one = ok(b.relays([(1, "energize"), (3, "energize"), (8, "flip")]))["command"]
    need(b.truth()["outputs"] == [True, False, True, False, False, False, False, True], "%s" % b.truth()["outputs"])
    need([o["coil"] for o in one["result"]["outputs"]] == ["energized"] * 3, "result")
    event = ws.event("device.state.changed")
    need(event["about"] == b.u and event["body"]["changes"] == ["outputs/1", "outputs/3", "outputs/8"], "%s" % event)
    need(set(event["body"]["peripherals"]) == {"outputs", "contacts", "loops", "probes"}, "peripherals not complete")
    same(b, event["body"]["peripherals"])
    reply = ws.operate(b.u, RELAY, {"relays": [{"no": 1, "action": "release"}, {"no": 2, "action": "energize"}]})
    need(reply["data"]["command"]["status"] == "DONE_OK" and b.truth()["outputs"][:3] == [False, True, True], "WebSocket")
    need(ws.event("device.state.changed")["body"]["changes"] == ["outputs/1", "outputs/2"], "changes")
    ok(b.rest("POST", "devices/%s/relays/2/commands" % b.u, "north", {"action": "release"}))
    need(b.truth()["outputs"][:3] == [False, False, True], "compatibility endpoint")
    need(ws.event("device.state.changed")["body"]["changes"] == ["outputs/2"], "changes")
    ok(b.relays([(2, "release")]))
    ok(b.relays([(1, "energize")], unit=b.units[4]))
    ws.quiet()


@check("ticket-reusable", "ticket-free-after-close", "ticket-race", "bearer-instead-of-ticket", args=("--ticket-lifetime", "2"))
def tickets(b):
    ticket = b.ticket("reader")
    need(b.rest("GET", "ws?ticket=" + ticket).status == 400, "plain GET must not use the ticket")
    first = b.ws(None, ticket)
    need(first.status == 101 and first.ask("session.ping")["code"] == "SUCCESS", "connect")
    need(b.ws(None, ticket).status == 401, "used ticket")
    first.frame(8, b"\x03\xe8")
    first.pump(2)
    need(first.closed == 1000, "close")
    first.sock.close()
    time.sleep(0.2)
    need(b.ws(None, ticket).status == 401, "used ticket after close")
    need(b.ws(None, "nonsense").status == 401 and b.ws(None, "").status == 401, "no ticket")
    need(b.ws(None, "", "Authorization: Bearer %s\r\n" % b.token("reader")).status == 401, "bearer in place of ticket")
    old = b.ticket("reader")
    time.sleep(2.2)
    need(b.ws(None, old).status == 401, "old ticket")


@check("ws-request-id-folded", "ws-error-type", "ws-error-no-message", "ping-second-silent", "replies-crossed", "success-word")
def frames(b):
    ws = b.ws("chief")
    for rid in ("PING-one", "b" * 60, "\u00e9\ud800"):
        reply = ws.ask("session.ping", rid=rid)
        need(set(reply) == {"type", "requestId", "code", "message", "data"} and reply["type"] == "reply" and reply["code"] == "SUCCESS"
             and reply["message"] == "OK", "%s" % reply)
    slow, fast = ws.operate(b.u, RELAY, {"relays": [{"no": 1, "action": "flip"}]}, wait=False), ws.send("session.ping")
    need("clock" in ws.wait(fast)["data"] and "command" in ws.wait(slow)["data"], "replies crossed")
    for text in ('{"requestId":"x1","subject":"nonsense"}', '{"requestId":"x1","subject":["a"]}', '{"requestId":"x1","data":[]}',
                 '{"requestId":"x1","subject":"device.operation.execute"}', '{"requestId":"x1","type":7}',
                 '{"requestId":"x1","subject":"device.operation.execute","data":{"serial":[],"operation":{"name":"nonsense"}}}',
                 '{"requestId":"x1","subject":"device.operation.execute","data":{"serial":{},"operation":{"name":"%s"}}}' % RELAY,
                 '{"requestId":"x1","subject":"device.operation.execute","data":{"serial":"%s","operation":{"name":"%s","args":5}}}' % (b.u, RELAY),
                 '{"requestId":"x1","subject":"device.operation.execute","data":{"serial":"%s","idempotencyKey":5,"operation":'
                 '{"name":"%s","args":{"speed":9600}}}}' % (b.u, BAUD), '{"requestId":"x1","subject":"device.state.get","data":{"serial":5}}'):
        ws.frame(1, text.encode())
        reply = ws.wait("x1")
        need(set(reply) == {"type", "requestId", "code", "message", "data"} and reply["type"] == "reply"
             and reply["code"] not in ("SUCCESS", "INTERNAL_ERROR"), "%s -> %s" % (text, reply))
    for data in (b"{", b"[]", b"5", b'{"requestId":5}', b"[" * 50000, b'{"requestId":NaN}', b""):
        ws.frame(1, data)
        need(ws.wait("")["code"] not in ("SUCCESS", "INTERNAL_ERROR"), "%r" % data[:20])
    text = b'{"requestId":"frag","subject":"session.ping"}'
    ws.frame(1, text[:5], final=False)
    ws.frame(9, b"mid")
    ws.frame(0, text[5:20], final=False)
    ws.frame(0, text[20:])
    need(ws.wait("frag")["code"] == "SUCCESS" and ws.pongs == [b"mid"], "fragments")
    for code, act in ((1002, lambda w: w.frame(1, b"{}", mask=False)), (1002, lambda w: w.frame(3, b"")), (1002, lambda w: w.frame(0, b"x")),
                      (1002, lambda w: w.frame(9, b"x" * 126)), (1002, lambda w: w.frame(9, b"", final=False)),
                      (1007, lambda w: w.frame(1, b"\xff")), (1003, lambda w: w.frame(2, b"x")), (1009, lambda w: w.frame(1, b"x" * 70000)),
                      (1002, lambda w: w.frame(8, b"x")), (4001, lambda w: w.frame(8, b"\x0f\xa1bye")), (1002, lambda w: w.frame(8, b"\x03\xee"))):
        bad = b.ws("chief")
        act(bad)
        bad.pump(2)
        need(bad.closed == code, "close code %s, wanted %s" % (bad.closed, code))


@check("input-event-missing", "analog-event", "sensor-event", "peripherals-old-inputs", "offline-event-missing", "online-event-once",
       "power-lost-as-offline", "power-restored-missing", "rs485-answer-event", "rs485-unsolicited-missing", "events-one-connection",
       "events-stop-after-five")
def events(b):
    first, ws, far = b.ws("chief"), b.ws("north"), b.ws("south")
    level = b.truth()["contacts"][1]
    b.act("contact", serial=b.u, no=2, level="low" if level else "high")
    event = ws.event("device.state.changed")
    need(event["body"]["changes"] == ["contacts/2"], "changes")
    same(b, event["body"]["peripherals"])
    b.act("loop", serial=b.u, no=1, microamps=9999)
    b.act("probe", serial=b.u, tag="air", reading=1.5)
    b.act("contact", serial=b.u, no=2, level="high" if not level else "low")
    need(ok(b.bus(E))["command"]["status"] == "DONE_OK", "bus")
    ws.quiet(0.4)
    for _ in range(2):
        b.act("link", serial=b.u, up=False)
        ws.event("device.connection.offline")
        b.act("contact", serial=b.u, no=1, level="low" if b.truth()["contacts"][0] else "high")
        b.act("link", serial=b.u, up=True)
        ws.event("device.connection.online")
        need(ws.event("device.state.changed")["body"]["changes"] == ["contacts/1"], "change while offline")
    ok(b.relays([(1, "energize")]))
    ws.event("device.state.changed")
    b.act("supply", serial=b.u, on=False)
    ws.event("device.power.lost")
    need(ws.event("device.state.changed")["body"]["changes"] == ["outputs/1"], "relay fell")
    b.act("supply", serial=b.u, on=True)
    ws.event("device.power.restored")
    b.act("bus", serial=b.u, octets=E)
    need(ws.event("device.rs485.received")["body"]["heard"] == E, "bytes")
    ws.quiet(0.3)
    far.quiet(0.1)
    first.pump(0.3)
    need(len(first.events) == 12, "other connection: %d" % len(first.events))


@check("events-replayed")
def replay(b):
    b.ws("reader").sock.close()
    time.sleep(0.2)
    b.act("link", serial=b.u, up=False)
    b.act("link", serial=b.u, up=True)
    b.ws("reader").quiet()


@check("quota-rejections-count", "quota-per-token", args=("--quota-scale", "0.05"))
def quota(b):
    tokens = [b.login("reader").data["accessToken"] for _ in range(2)]
    for _ in range(10):
        ok(b.rest("GET", "devices", token=tokens[0]))
    reply = b.rest("GET", "device-profiles", token=tokens[1])
    wait = refused(reply, 429, "RATE_LIMITED")["retryAfterSeconds"]
    need(reply.headers["Retry-After"] == str(wait), "header")
    ok(b.rest("GET", "devices", "switcher"))
    time.sleep(wait / 2)
    refused(b.rest("GET", "devices", token=tokens[0]), 429)
    time.sleep(wait - wait / 2)
    ok(b.rest("GET", "devices", token=tokens[0]))


@check("control-unmetered", "ticket-429-no-header", "ws-messages-unmetered", args=("--quota-scale", "0.1", "--time-scale", "0.1"))
def quota_strict(b):
    for _ in range(6):
        ok(b.relays([(1, "flip")]))
    refused(b.relays([(1, "flip")]), 429, "RATE_LIMITED")
    refused(b.relays([(1, "flip")], "reader"), 403)
    ws = b.ws("chief")
    for _ in range(2):
        b.ticket("chief")
    reply = b.rest("POST", "ws/ticket", "chief")
    wait = refused(reply, 429, "RATE_LIMITED")["retryAfterSeconds"]
    need(reply.headers["Retry-After"] == str(wait), "header")
    for _ in range(20):
        need(ws.ask("session.ping")["code"] == "SUCCESS", "ping")
    reply = ws.ask("session.ping")
    need(reply["code"] == "RATE_LIMITED" and reply["data"]["retryAfterSeconds"] >= 1, "%s" % reply)


def patient(function, tries=40):
    """Repeat as the interface asks for: after 429, 500, DEVICE_BUSY and closed connections."""
    for _ in range(tries):
        try:
            reply = function()
        except (OSError, http.client.HTTPException):
            continue
        if reply.status == 200:
            need(reply.code == "SUCCESS", "%s" % reply.raw)
            return reply.data
        need(reply.status in (429, 500) or reply.code == "DEVICE_BUSY", "%s %s" % (reply.status, reply.raw))
        if reply.status == 429:
            need(float(reply.headers["Retry-After"]) == reply.data["retryAfterSeconds"], "delays differ")
        time.sleep(float(reply.headers.get("Retry-After", 0.1)))
    raise AssertionError("no success")


def tolerant(b):
    """A client that depends only on what the interface fixes."""
    need(len(patient(lambda: b.rest("GET", "devices", "chief"))["devices"]) == 6, "devices")
    ws = b.ws("chief")
    need(ws.ask("session.ping")["code"] == "SUCCESS", "ping")
    for number in range(5):
        key = "key-%d" % number
        command = patient(lambda: b.relays([(1, "flip")], key=key))["command"]
        for _ in range(40):
            if command["status"] not in ("FILED", "ON_WIRE"):
                break
            time.sleep(0.2)
            command = patient(lambda: b.rest("GET", "commands/" + command["receipt"], "chief"))["command"]
        need(command["status"] == "DONE_OK" and b.truth()["executed"].get(RELAY) == number + 1, "%s" % command)
    for _ in range(2):
        patient(lambda: b.rest("GET", "devices/" + b.u, "chief"))
    ws.pump(0.6)
    need(ws.closed or any(e["subject"] == "device.state.changed" and "outputs/1" in e["body"]["changes"] for e in ws.events), "event")
    refused(b.rest("GET", "devices/none/config", "powerless"), 403)


def run(function, args):
    """Returns None or the reason of the failure."""
    bench = None
    try:
        bench = Bench(*args)
        function(bench)
        return None
    except Exception as error:
        return "%s: %s" % (type(error).__name__, str(error)[:300])
    finally:
        if bench:
            try:
                bench.stop()
            except AssertionError as error:
                return str(error)


def serves_token(b):
    reply = b.login("reader")
    need(reply.status == 200 and reply.data["accessToken"], "no token")


def main():
    wanted = sys.argv[1:]
    catalog = json.loads((HERE / "catalog.json").read_text("utf-8"))
    defects = [name for group in catalog["defects"].values() for name in group]
    readme = (HERE / "README.md").read_text("utf-8") if (HERE / "README.md").exists() else ""
    jobs = []
    for name, (function, caught, args) in CHECKS.items():
        if not wanted or wanted == ["correct"] or name in wanted:
            jobs.append(("check " + name, function, args, False))
        for defect in caught:
            if not wanted or defect in wanted:
                jobs.append(("defect %s seen by %s" % (defect, name), function, (*args, "--defect", defect), True))
    for name in defects:
        if not wanted or name in wanted:
            jobs.append(("defect %s starts" % name, serves_token, ("--defect", name), False))
    for name in catalog["oddities"]:
        if not wanted or name in wanted:
            jobs.append(("oddity %s starts" % name, serves_token, ("--oddity", name), False))
            jobs.append(("oddity %s is bearable" % name, tolerant, ("--oddity", name), False))
    failures = []
    if not wanted:
        seen = {defect for _, caught, _ in CHECKS.values() for defect in caught}
        failures += ["no check for defect " + name for name in defects if name not in seen]
        failures += ["README does not list " + name for name in defects + list(catalog["oddities"]) if "`%s`" % name not in readme]
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        for job, reason in zip(jobs, pool.map(lambda job: run(job[1], job[2]), jobs)):
            good = bool(reason) == job[3]
            if reason and not reason.startswith("AssertionError"):
                good = good and job[3] and reason.startswith(("KeyError", "TypeError", "IndexError"))
            if not good:
                failures.append("%s: %s" % (job[0], reason))
            elif wanted:
                print("ok", job[0], reason or "")
    print("%d jobs: %d checks, %d defects, %d oddities" % (len(jobs), len(CHECKS), len(defects), len(catalog["oddities"])))
    for failure in failures:
        print("FAIL", failure)
    print("FAILED %d" % len(failures) if failures else "ALL GOOD")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
