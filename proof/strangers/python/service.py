"""The service: clients, tokens, permissions, quotas, commands, REST and WebSocket."""
import asyncio
import base64
import binascii
import contextvars
import hashlib
import math
import random
import re
import secrets
import time

import wire
from catalog import bad, odd
from fleet import BAUD, BUS, JOG, MODELS, RELAY, SPEEDS, stamp

READ, CONTROL, CONFIG, MANAGE = "device:read", "device:control", "device:config", "device:manage"
LIMITS = {"token": 100, "query": 200, "control": 60, "refresh": 60, "ticket": 30, "message": 200, "connect": 30}
WINDOW = 10
CHARGED = contextvars.ContextVar("charged")  # The quotas that the request at work has counted against.
FIXED_CODES = {"SUCCESS", "AUTH_INVALID", "APP_DISABLED", "AUTH_SCOPE_DENIED", "DEVICE_BUSY", "RATE_LIMITED", "INTERNAL_ERROR"}
NEEDS = {RELAY: CONTROL, BUS: CONTROL, BAUD: CONFIG, JOG: CONFIG}
ROUTES = [  # Method, path below the prefix, handler, scope, quota.
    ("GET", "devices", "list_units", READ, "query"),
    ("GET", "devices/{d}", "read_unit", READ, "refresh"),
    ("GET", "devices/{d}/config", "read_setup", READ, "query"),
    ("GET", "device-profiles", "list_models", READ, "query"),
    ("GET", "commands/{c}", "read_command", READ, "query"),
    ("POST", "devices/{d}/relays/commands", "relays", CONTROL, "control"),
    ("POST", "devices/{d}/relays/{i}/commands", "one_relay", CONTROL, "control"),
    ("POST", "devices/{d}/rs485/transceive", "transceive", CONTROL, "control"),
    ("PUT", "devices/{d}/rs485/baud-rate", "baud", CONFIG, "control"),
    ("PUT", "devices/{d}/relays/{i}/jog-config", "jog", CONFIG, "control"),
    ("POST", "devices", "enrol", MANAGE, "control"),
    ("DELETE", "devices/{d}", "dismiss", MANAGE, "control"),
    ("PUT", "devices/{d}/password", "new_word", MANAGE, "control"),
    ("POST", "ws/ticket", "ticket", None, "ticket"),
]
PATTERNS = [(method, re.compile("/svc/v1/" + re.sub(r"\{(\w)\}", r"(?P<\1>[^/]+)", path) + r"\Z"), name, scope, quota)
            for method, path, name, scope, quota in ROUTES]


class Refusal(Exception):
    def __init__(self, status, code, message, data=None, headers=None):
        super().__init__(message)
        self.status, self.code, self.message = status, code, message
        self.data, self.headers = data or {}, headers or {}


class Client:
    def __init__(self, name, scopes, visible, disabled, seed):
        self.id = "app." + name
        self.secret = hashlib.sha256(("%s/%s" % (seed, name)).encode()).hexdigest()[:12] + "Qz-" + name
        self.scopes, self.visible, self.disabled = scopes, visible, disabled
        self.denials = 0


class Token:
    def __init__(self, client, lifetime):
        self.text = secrets.token_urlsafe(24)
        self.client, self.until = client, time.monotonic() + lifetime


class Caller:
    """Who makes a request, and on which channel."""

    def __init__(self, client, token, channel, session=None):
        self.client, self.token, self.channel, self.session = client, token, channel, session


class Command:
    def __init__(self, unit, operation, params, caller):
        self.receipt = "rcp-" + secrets.token_hex(8)
        if odd("long-identifiers"):
            self.receipt = "~".join(secrets.token_hex(20) for _ in range(3)) + "..v2"
        self.unit, self.operation, self.params, self.channel = unit, operation, params, caller.channel
        self.status, self.result, self.closed_at = "FILED", None, None
        self.filed, self.filed_at = time.monotonic(), stamp()
        self.finished = asyncio.Event()
        self.again = 0

    def view(self, reading=False):
        status = self.status
        if bad("timeout-word") and status == "TIMEOUT":
            status = "TIMED_OUT"
        if bad("command-status-frozen") and reading:
            status = "ON_WIRE"
        renamed = bad("baud-operation-renamed") and self.operation == BAUD
        view = {"receipt": self.receipt, "about": self.unit.serial,
                "operation": "device.rs485.speed.set" if renamed else self.operation,
                "params": self.params, "status": status, "filedAt": self.filed_at}
        if bad("command-without-params") and reading:
            del view["params"]
        if self.result is not None:
            view["result"] = self.result
        if self.closed_at:
            view["closedAt"] = self.closed_at
        if odd("extra-fields"):
            view["tally"] = {"tries": 1}
        return view


class Session:
    """One WebSocket connection."""

    def __init__(self, socket, client):
        self.socket, self.client = socket, client
        self.open_requests = []
        self.events = self.pings = 0
        self.refreshed = False
        self.heard = time.monotonic()


class Service:
    def __init__(self, fleet, seed, token_lifetime, ticket_lifetime, quota_scale):
        self.fleet, self.rng = fleet, random.Random(seed + 1)
        self.token_lifetime, self.quota_scale = token_lifetime, quota_scale
        self.ticket_lifetime = 4 if odd("short-tickets") else ticket_lifetime
        fleet.emit = self.emit
        serials = list(fleet.units)
        every = [READ, CONTROL, CONFIG, MANAGE]
        table = [("reader", [READ], None, False), ("switcher", [CONTROL], None, False), ("tuner", [CONFIG], None, False),
                 ("steward", [MANAGE], None, False), ("chief", every, None, False), ("sleeper", every, None, True),
                 ("north", [CONTROL, CONFIG], serials[:3], False), ("south", [CONTROL, CONFIG], serials[3:6], False),
                 ("lonely", every, [], False), ("powerless", [], None, False)]
        self.clients = {}
        for name, scopes, visible, disabled in table:
            client = Client(name, scopes, visible if visible is None else set(visible), disabled, seed)
            self.clients[client.id] = client
        self.tokens, self.tickets, self.commands, self.keys, self.windows = {}, {}, {}, {}, {}
        self.sessions = []
        self.notices, self.history, self.batches = 0, [], {}
        self.counts = {"get": 0, "keyed": 0}

    # Permissions and quotas.

    def authenticate(self, request, handler):
        value = request.get("authorization") or ""
        kind, _, text = value.partition(" ")
        token = self.tokens.get(text.strip()) if kind.lower() == "bearer" else None
        now = time.monotonic()
        if token and token.until <= now:
            if not (bad("expired-token-reads") and request.method == "GET" or bad("expired-token-relays") and handler == "relays"):
                token = None
        if not token:
            key = request.get("idempotency-key")
            known = [slot for slot in self.keys if slot[1] == key] if not value and bad("key-as-login") and key else []
            if known:
                return Caller(self.clients[known[0][0]], None, "rest")
            if not value and (bad("profiles-open") and handler == "list_models" or bad("ticket-unauthenticated") and handler == "ticket"):
                return Caller(self.clients["app.reader"], None, "rest")
            status = 403 if bad("missing-auth-403") and not value else 401
            raise Refusal(status, "AUTH_INVALID", "A valid access token is needed", headers={"WWW-Authenticate": "Bearer"})
        if not (bad("disabled-token-lives") or bad("disabled-gets-token")):
            self.check_enabled(token.client)
        return Caller(token.client, token, "rest")

    def check_enabled(self, client):
        if client.disabled:
            code = "AUTH_INVALID" if bad("disabled-code") else "APP_DISABLED"
            raise Refusal(401 if odd("disabled-401") else 403, code, "The API client is disabled")

    def allowed(self, caller, scope, handler):
        have = set(caller.client.scopes)
        if scope == READ:
            if bad("control-cannot-read-results") and handler == "read_command" and have == {CONTROL}:
                return False
            if bad("ws-state-needs-control") and handler == "ws_state" and have == {MANAGE}:
                return False
            return bool(have)
        if (bad("read-controls") and scope == CONTROL and have == {READ} and handler == "relays"
                or bad("control-configures") and scope == CONFIG and CONTROL in have
                or bad("config-manages") and scope == MANAGE and CONFIG in have
                or bad("ws-baud-unscoped") and handler == BAUD and caller.channel == "ws" and have):
            return True
        return scope in have

    def require(self, caller, scope, handler):
        if scope is None or self.allowed(caller, scope, handler):
            return
        caller.client.denials += 1
        if bad("denied-becomes-429") and caller.client.denials > 3:
            self.limit(5)
        named = CONTROL if bad("denied-wrong-scope-name") and scope == CONFIG else scope
        raise Refusal(401 if bad("denied-401") else 403, "AUTH_SCOPE_DENIED", "The client has no permission for this",
                      {} if bad("denied-no-scope-name") else {"requiredScope": named})

    def limit(self, left, kind=None):
        for slot in CHARGED.get(()):  # What is refused with 429 counts nowhere.
            if slot in self.windows:
                start, count = self.windows[slot]
                self.windows[slot] = (start, max(0, count - 1))
        seconds = max(1, math.ceil(left)) + (2 if odd("generous-retry-after") else 0)
        code, header = "RATE_LIMITED", seconds
        if kind == "budget":
            if bad("retry-too-short"):
                seconds = header = 1
            if bad("retry-header-differs"):
                header = seconds + 4
            if bad("retry-in-milliseconds"):
                seconds *= 1000
            if bad("refresh-429-code"):
                code = "REFRESH_TOO_SOON"
        silent = bad("refresh-429-no-header") and kind == "budget" or bad("ticket-429-no-header") and kind == "ticket"
        raise Refusal(429, code, "Too many requests", {"retryAfterSeconds": float(seconds) if odd("float-delay") else seconds},
                      {} if silent else {"Retry-After": str(header)})

    def meter(self, owner, kind, token=None):
        """Fixed windows. A rejected request is not counted."""
        if bad("control-unmetered") and kind == "control" or bad("ws-messages-unmetered") and kind == "message":
            return
        slot = (token.text if bad("quota-per-token") and token else owner, kind)
        now = time.monotonic()
        start, count = self.windows.get(slot, (now, 0))
        length, most = WINDOW, LIMITS[kind] * self.quota_scale
        if odd("sporadic-429") and kind == "query":
            length, most = (1 if count >= 8 else 60), 8
            if count == 8 and slot not in self.counts:
                self.counts[slot] = start = now
        if now - start >= length:
            start, count = now, 0
            self.counts.pop(slot, None)
        if count >= most:
            if bad("quota-rejections-count"):
                start = now
            self.windows[slot] = (start, count)
            self.limit(start + length - now, kind)
        self.windows[slot] = (start, count + 1)
        CHARGED.set((*CHARGED.get(()), slot))

    def find_unit(self, caller, serial, handler=""):
        unit = self.fleet.units.get(serial) if isinstance(serial, str) else None
        seen = unit and (caller.client.visible is None or serial in caller.client.visible)
        if not seen or not (unit.enrolled or bad("removed-still-obeys") and handler in ("relays", RELAY)):
            raise Refusal(404, "UNIT_UNKNOWN", "There is no such unit")
        return unit

    # Operations.

    async def claim(self, unit, kind, channel):
        """Take the unit for one operation, or refuse with DEVICE_BUSY."""
        def clash(entry):
            other, other_channel = entry
            return not (bad("overlap-runs")
                        or bad("ws-overlaps-rest") and channel == "ws" and other_channel == "rest"
                        or bad("control-overlaps-refresh") and other == "refresh" and kind != "refresh"
                        or bad("refresh-overlaps-control") and kind == "refresh" and other != "refresh"
                        or bad("rs485-overlaps") and other == BUS)
        units = list(self.fleet.units.values()) if bad("busy-fleet-wide") else [unit]
        while any(clash(entry) for one in units for entry in one.holders):
            if not bad("overlap-queues"):
                code = "RATE_LIMITED" if bad("ws-busy-code") and channel == "ws" else "DEVICE_BUSY"
                raise Refusal(200 if bad("busy-http-200") else 409, code, "Another operation is talking to the unit")
            await asyncio.sleep(0.02)

    def check_reach(self, unit, operation):
        if not unit.linked:
            raise Refusal(409, "UNIT_UNREACHABLE", "The unit has no link")
        if not unit.mains and operation in (RELAY, BUS):
            raise Refusal(409, "UNIT_UNPOWERED", "The unit has no power")

    async def refresh(self, caller, unit):
        self.check_reach(unit, "refresh")
        await self.claim(unit, "refresh", caller.channel)
        slot = caller.channel if bad("budget-per-channel") else caller.token if bad("budget-per-token") else ""
        length = 6 if odd("long-budget") else 2 if bad("budget-two-seconds") else 3
        now = time.monotonic()
        left = unit.refreshed.get(slot, -100) + length - now
        session = caller.session
        free = bad("budget-new-connection-free") and session and not session.refreshed
        if left > 0 and not free:
            if bad("budget-rejection-extends"):
                unit.refreshed[slot] = now
            self.limit(left, "budget")
        if session:
            session.refreshed = True
        unit.refreshed[slot] = now
        holder = ("refresh", caller.channel)
        unit.holders.append(holder)
        try:
            block = await self.fleet.refresh(unit, caller.channel)
        finally:
            unit.holders.remove(holder)
        return dict(unit.card(), live=block)

    async def submit(self, caller, unit, operation, params, key, handler=""):
        """File a command, or find the one that the key belongs to."""
        if key is None and odd("key-required"):
            raise Refusal(400, "KEY_MISSING", "An idempotency key is needed")
        if key is not None and (not isinstance(key, str) or not 1 <= len(key) <= 200 or not key.isprintable()):
            raise Refusal(400, "MALFORMED_REQUEST", "The idempotency key is not valid")
        if (bad("key-ignored") or bad("key-ws-jog-ignored") and operation == JOG and caller.channel == "ws"
                or bad("key-compat-ignored") and handler == "one_relay"):
            key = None
        part = caller.channel if bad("key-per-channel") else caller.token if bad("key-per-token") else None
        slot, shape = (caller.client.id, key, part), (unit.serial, operation, wire.to_json(params))
        known = self.keys.get(slot) if key else None
        if known and bad("key-forgotten") and time.monotonic() - known[1].filed > 5:
            known = None
        if known and bad("key-race") and not known[1].finished.is_set():
            await known[1].finished.wait()
            known = None
        if known:
            if known[0] != shape:
                raise Refusal(422, "KEY_SPENT_ELSEWHERE", "The key belongs to another request")
            return await self.repeat(known[1], caller)
        self.check_reach(unit, operation)
        await self.claim(unit, operation, caller.channel)
        command = Command(unit, operation, params, caller)
        self.commands[command.receipt] = command
        if key:
            self.keys[slot] = (shape, command)
        unit.holders.append((operation, caller.channel))
        task = asyncio.create_task(self.carry_out(command))
        if not odd("pending-commands"):
            await asyncio.shield(task)
        return command.view()

    async def repeat(self, command, caller):
        if not odd("pending-commands"):
            await command.finished.wait()
        if bad("key-runs-again") or bad("key-timeout-runs-again") and command.status == "TIMEOUT":
            await self.claim(command.unit, command.operation, caller.channel)
            holder = (command.operation, caller.channel)
            command.unit.holders.append(holder)
            await self.fleet.operate(command.unit, command.operation, command.params, caller.channel)
            command.unit.holders.remove(holder)
        view = command.view()
        if bad("key-new-id"):
            view["receipt"] = "rcp-" + secrets.token_hex(8)
            self.commands[view["receipt"]] = command
        if bad("key-result-lost"):
            view.pop("result", None)
        return view

    async def carry_out(self, command):
        unit, holder = command.unit, (command.operation, command.channel)
        command.status = "ON_WIRE"
        loop = asyncio.get_running_loop()
        delay = 0
        try:
            status, result = await self.fleet.operate(unit, command.operation, command.params, command.channel)
            command.status, command.result, command.closed_at = status, result, stamp()
            if status == "TIMEOUT" and bad("timeout-becomes-done"):
                loop.call_later(1.5, setattr, command, "status", "DONE_OK")
            delay = 4 if status == "TIMEOUT" and bad("busy-lingers-after-timeout") else 0
        finally:
            if delay:
                loop.call_later(delay, unit.holders.remove, holder)
            else:
                unit.holders.remove(holder)
            command.finished.set()

    def check_params(self, unit, operation, args):
        """Checks the arguments and returns them in one fixed form."""
        if not isinstance(args, dict):
            raise Refusal(400, "MALFORMED_REQUEST", "The arguments must be an object")
        if operation == RELAY:
            items = args.get("relays")
            if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
                raise Refusal(400, "MALFORMED_REQUEST", "relays must be an array of objects")
            clean = [{"no": self.number(item, "no", 1, len(unit.outputs)),
                      "action": self.word(item, "action", ("energize", "release", "pulse", "flip"))} for item in items]
            if not clean or len({item["no"] for item in clean}) != len(clean):
                raise Refusal(422, "VALUE_REFUSED", "relays must name at least one relay, and each only once")
            return {"relays": clean}
        if operation == BUS:
            text = args.get("octets")
            if not isinstance(text, str):
                raise Refusal(400, "MALFORMED_REQUEST", "octets must be base64 text")
            try:
                data = base64.b64decode(text, validate=True)
            except (binascii.Error, ValueError):
                raise Refusal(422, "VALUE_REFUSED", "octets must be base64 text")
            if not 1 <= len(data) <= 256:
                raise Refusal(422, "VALUE_REFUSED", "octets must hold 1 to 256 bytes")
            return {"octets": base64.b64encode(data).decode()}
        if operation == BAUD:
            return {"speed": self.word(args, "speed", SPEEDS)}
        return {"no": self.number(args, "no", 1, len(unit.outputs)), "pulseTenths": self.number(args, "pulseTenths", 1, 600)}

    @staticmethod
    def number(args, name, low, high):
        value = args.get(name)
        if type(value) is not int:
            raise Refusal(400, "MALFORMED_REQUEST", name + " must be a whole number")
        if not low <= value <= high:
            raise Refusal(422, "VALUE_REFUSED", "%s must be from %d to %d" % (name, low, high))
        return value

    @staticmethod
    def word(args, name, choices):
        value = args.get(name)
        if type(value) is not type(choices[0]):
            raise Refusal(400, "MALFORMED_REQUEST", name + " is missing or has the wrong type")
        if value not in choices:
            raise Refusal(422, "VALUE_REFUSED", "%s must be one of %s" % (name, ", ".join(map(str, choices))))
        return value

    @staticmethod
    def text(args, name, least=1, most=64, default=None):
        value = args.get(name, default)
        if not isinstance(value, str):
            raise Refusal(400, "MALFORMED_REQUEST", name + " must be text")
        if not least <= len(value) <= most:
            raise Refusal(422, "VALUE_REFUSED", "%s must have %d to %d characters" % (name, least, most))
        return value

    # REST.

    async def rest(self, request):
        """Answer one request: (status, body, headers)."""
        try:
            data, headers = await self.dispatch(request)
            body = {"code": "SUCCESS", "message": "OK", "data": data}
            if bad("success-word"):
                body["code"] = "Success"
            if bad("config-message") and request.path.endswith("/config"):
                body["message"] = "Fetched"
            if bad("timeout-http-504") and request.path.endswith("/transceive") and data["command"]["status"] == "TIMEOUT":
                return 504, body, headers
            if odd("success-request-id"):
                body["requestId"] = "q-" + secrets.token_hex(6)
            return 200, body, headers
        except Refusal as refusal:
            return self.refuse(refusal)
        except Exception:
            return self.refuse(Refusal(500, "INTERNAL_ERROR", "Something failed"))

    def refuse(self, refusal):
        body = {"code": self.code(refusal.code), "message": self.message(refusal.message),
                "requestId": "q-" + secrets.token_hex(6), "data": refusal.data}
        if bad("404-without-request-id") and refusal.status == 404:
            del body["requestId"]
        if bad("html-for-unknown-command") and refusal.code == "RECEIPT_UNKNOWN":
            return 404, b"<html><body>Not Found</body></html>", {"Content-Type": "text/html"}
        return refusal.status, body, refusal.headers

    @staticmethod
    def code(code):
        if odd("numbered-refusal-codes") and code not in FIXED_CODES:
            return "E-%04d" % (sum(code.encode()) % 9000 + 1000)
        return code

    @staticmethod
    def message(text):
        return "Ungültige Anfrage – 要求を処理できません" if odd("foreign-messages") else text

    def precise(self, status, plain):
        return status if odd("precise-statuses") else plain

    async def dispatch(self, request):
        path = "/" + "/".join(part.replace("/", "\0") for part in request.segments())
        if bad("any-version"):
            path = re.sub(r"^/svc/v\d+/", "/svc/v1/", path)
        if path == "/svc/v1/auth/token" and request.method == "POST":
            return self.make_token(self.body(request)), {}
        known = [(route, route[1].match(path)) for route in PATTERNS]
        matching = [pair for pair in known if pair[1]]
        route, match = next((pair for pair in matching if pair[0][0] == request.method), (None, None))
        if not route or bad("compat-gone") and route[2] == "one_relay":
            other = matching or path in ("/svc/v1/auth/token", "/svc/v1/ws")
            raise Refusal(self.precise(405, 404) if other else 404, "ROUTE_UNKNOWN", "There is no such route")
        _, _, name, scope, quota = route
        CHARGED.set(())
        caller = self.authenticate(request, name)
        self.require(caller, scope, name)
        self.meter(caller.client.id, quota, caller.token)
        if request.method == "GET":
            self.counts["get"] += 1
            if odd("sporadic-500") and self.counts["get"] % 9 == 0:
                raise Refusal(500, "INTERNAL_ERROR", "Something failed")
        self.check_size(request)
        names = match.groupdict()
        unit = self.find_unit(caller, names["d"], name) if "d" in names else None
        body = self.body(request) if request.method in ("POST", "PUT") and name != "ticket" else {}
        if "i" in names:
            body["no"] = self.index(unit, names["i"])
        data = await getattr(self, "do_" + name)(caller, unit, body, request, names)
        if odd("extra-fields"):
            data["served"] = {"by": "node-7", "at": stamp()}
        return data, {"Cache-Control": "no-store"}

    def check_size(self, request):
        if len(request.body) > wire.BODY_LIMIT:
            raise Refusal(self.precise(413, 400), "BODY_TOO_LARGE", "The body is too large")

    def body(self, request):
        self.check_size(request)
        kind = (request.get("content-type") or "application/json").lower()
        if odd("precise-statuses") and "json" not in kind:
            raise Refusal(415, "MEDIA_UNKNOWN", "The body must be JSON")
        try:
            value = wire.from_json(request.body)
        except ValueError:
            if bad("malformed-500"):
                raise Refusal(500, "INTERNAL_ERROR", "Something failed")
            raise Refusal(400, "MALFORMED_REQUEST", "The body is not valid JSON")
        if not isinstance(value, dict):
            raise Refusal(400, "MALFORMED_REQUEST", "The body must be an object")
        return value

    @staticmethod
    def index(unit, text):
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            raise Refusal(400, "MALFORMED_REQUEST", "The relay number is not a number")
        if not 1 <= int(text) <= len(unit.outputs):
            raise Refusal(404, "OUTPUT_UNKNOWN", "The unit has no such relay")
        return int(text)

    def make_token(self, body):
        name, secret = self.text(body, "clientId", 0, 500), self.text(body, "clientSecret", 0, 500)
        client = self.clients.get(name)
        if client:
            self.meter(client.id, "token")
        good = client and (secrets.compare_digest(client.secret.encode(), secret.encode("utf-8", "replace"))
                           or bad("secret-any-case") and client.secret.lower() == secret.lower())
        if not good:
            code = "LOGIN_REFUSED" if bad("bad-secret-code") else "AUTH_INVALID"
            raise Refusal(400 if bad("bad-secret-400") else 401, code, "The client or its secret is wrong")
        if not bad("disabled-gets-token"):
            self.check_enabled(client)
        token = Token(client, self.token_lifetime * (0.5 if bad("token-half-life") else 1))
        self.tokens[token.text] = token
        scopes = list(client.scopes)
        if bad("scopes-inflated") and MANAGE not in scopes:
            scopes.append(MANAGE)
        lifetime = self.token_lifetime * (1000 if odd("expires-in-milliseconds") else 1)
        return {"accessToken": token.text, "tokenType": "bearer" if bad("token-type-lower") else "Bearer", "expiresIn": lifetime,
                "clientId": "app.reader" if bad("token-other-client") else client.id, "scopes": scopes}

    def shuffled(self, items):
        return self.rng.sample(items, len(items)) if odd("shuffled-lists") else items

    async def do_list_units(self, caller, unit, body, request, names):
        visible = caller.client.visible
        if bad("list-unfiltered") and visible == set():
            visible = None
        units = [u.card() for u in self.fleet.units.values() if (u.enrolled or bad("removed-still-listed") and u.executed["dismiss"])
                 and (visible is None or u.serial in visible) and not (bad("added-not-listed") and u.executed["enrol"])]
        if bad("empty-list-null") and not units:
            units = None
        return {"units" if bad("list-key-renamed") else "devices": units and self.shuffled(units)}

    async def do_read_unit(self, caller, unit, body, request, names):
        return {"unit": await self.refresh(caller, unit)}

    async def do_read_setup(self, caller, unit, body, request, names):
        return {"serial": unit.serial, "setup": unit.setup()}

    async def do_list_models(self, caller, unit, body, request, names):
        models = [dict(shape, model=name, speeds=SPEEDS) for name, shape in MODELS.items()]
        return {"models": self.shuffled(models[:1] if bad("profiles-one-missing") else models)}

    async def do_read_command(self, caller, unit, body, request, names):
        command = self.commands.get(names["c"])
        hidden = command and (bad("ws-commands-unreadable") and command.channel == "ws"
                              or bad("command-forgotten") and time.monotonic() - command.filed > 4)
        try:
            if not command or hidden:
                raise Refusal(404, "", "")
            if not bad("foreign-command-readable"):
                self.find_unit(caller, command.unit.serial)
        except Refusal:
            raise Refusal(404, "RECEIPT_UNKNOWN", "There is no such command")
        return {"command": command.view(reading=True)}

    async def command(self, caller, unit, operation, args, request, handler):
        keys = [value for key, value in request.headers if key == "idempotency-key"]
        if len(keys) > 1:
            raise Refusal(400, "MALFORMED_REQUEST", "There is more than one idempotency key")
        params = self.check_params(unit, operation, args)
        return {"command": await self.submit(caller, unit, operation, params, keys[0] if keys else None, handler)}

    def do_relays(self, caller, unit, body, request, names):
        return self.command(caller, unit, RELAY, body, request, "relays")

    def do_one_relay(self, caller, unit, body, request, names):
        no = body["no"] % len(unit.outputs) + 1 if bad("compat-next-relay") else body["no"]
        return self.command(caller, unit, RELAY, {"relays": [dict(body, no=no)]}, request, "one_relay")

    def do_transceive(self, caller, unit, body, request, names):
        return self.command(caller, unit, BUS, body, request, "transceive")

    def do_baud(self, caller, unit, body, request, names):
        return self.command(caller, unit, BAUD, body, request, "baud")

    async def do_jog(self, caller, unit, body, request, names):
        data = await self.command(caller, unit, JOG, body, request, "jog")
        return {"stored": True} if bad("jog-put-no-command") else data

    async def do_enrol(self, caller, unit, body, request, names):
        serial, word = self.text(body, "serial"), self.text(body, "word")
        unit = self.fleet.units.get(serial)
        if not unit:
            raise Refusal(404, "UNIT_UNKNOWN", "There is no such unit")
        if unit.enrolled:
            raise Refusal(409, "UNIT_ALREADY_ENROLLED", "The unit is already added")
        if word != unit.word:
            raise Refusal(422, "WORD_REFUSED", "The password of the unit is wrong")
        unit.label = self.text(body, "label", default=unit.label)
        unit.enrolled = True
        self.fleet.log(unit, "enrol", {})
        if caller.client.visible is not None:
            caller.client.visible.add(serial)
        return {"unit": unit.card()}

    async def do_dismiss(self, caller, unit, body, request, names):
        unit.enrolled = False
        self.fleet.log(unit, "dismiss", {})
        for client in self.clients.values():
            if client.visible is not None and not bad("removed-still-obeys") and not bad("removed-still-listed"):
                client.visible.discard(unit.serial)
        return {"serial": unit.serial, "dismissed": True}

    async def do_new_word(self, caller, unit, body, request, names):
        old, new = self.text(body, "oldWord"), self.text(body, "newWord", 6)
        if old != unit.word:
            raise Refusal(422, "WORD_REFUSED", "The password of the unit is wrong")
        if not bad("password-kept"):
            unit.word = new
        self.fleet.log(unit, "password", {})
        return {"serial": unit.serial, "changedAt": stamp()}

    async def do_ticket(self, caller, unit, body, request, names):
        text = secrets.token_urlsafe(18)
        self.tickets[text] = [caller.client, time.monotonic() + self.ticket_lifetime, 0]
        return {"entryCode": text, "goodForSeconds": self.ticket_lifetime}

    # WebSocket.

    def admit(self, request):
        """Check a WebSocket request. Returns the handshake key and the client."""
        key = wire.WebSocket.key_of(request)
        if not key:
            raise Refusal(self.precise(426, 400), "UPGRADE_EXPECTED", "This path is for WebSocket", headers={"Upgrade": "websocket"})
        texts = request.query.get("ticket", [])
        entry = self.tickets.get(texts[0]) if len(texts) == 1 else None
        now = time.monotonic()
        if not texts and bad("bearer-instead-of-ticket"):
            return key, self.authenticate(request, "ws").client, ""
        if not entry or now > entry[1]:
            raise Refusal(401, "ENTRY_CODE_REFUSED", "The ticket is not valid")
        self.check_enabled(entry[0])
        self.meter(entry[0].id, "connect")
        if not bad("ticket-reusable") and not bad("ticket-free-after-close"):
            if not bad("ticket-race"):
                del self.tickets[texts[0]]
            elif not entry[2]:
                entry[1], entry[2] = min(entry[1], now + 0.4), 1
        if bad("ticket-free-after-close"):
            if entry[2]:
                raise Refusal(401, "ENTRY_CODE_REFUSED", "The ticket is not valid")
            entry[2] = 1
        return key, entry[0], texts[0]

    async def run_socket(self, request, reader, writer):
        key, client, ticket = self.admit(request)
        socket = wire.WebSocket(reader, writer)
        socket.accept(key)
        session = Session(socket, client)
        if odd("single-connection"):
            for other in [s for s in self.sessions if s.client is client]:
                other.socket.close(1001, "newer connection")
        if bad("events-replayed"):
            for left, frame, serial in self.history[-20:]:
                if not any(s.client is client for s in self.sessions) and left < session.heard:
                    socket.send(frame)
        self.sessions.append(session)
        keeper = asyncio.create_task(self.keep(session))
        tasks = set()
        try:
            while True:
                text = await socket.receive()
                if len(tasks) > 64:
                    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                task = asyncio.create_task(self.answer(session, text))
                tasks.add(task)
                task.add_done_callback(tasks.discard)
        except wire.Closed:
            pass
        finally:
            keeper.cancel()
            self.sessions.remove(session)
            if bad("ticket-free-after-close") and ticket in self.tickets:
                self.tickets[ticket][2] = 0

    async def keep(self, session):
        """Closes connections that are silent, and does what some oddities ask for."""
        end = time.monotonic() + self.rng.uniform(4, 8) if odd("sporadic-close") else math.inf
        while not session.socket.closing:
            await asyncio.sleep(0.25)
            now = time.monotonic()
            if now - session.heard > (45 if odd("strict-heartbeat") else 150) or now > end:
                session.socket.close(1012 if now > end else 1001, "closed by the service")
        await asyncio.sleep(0.5)
        session.socket.writer.close()

    async def answer(self, session, text):
        CHARGED.set(())
        request_id = ""
        try:
            try:
                frame = wire.from_json(text.encode("utf-8", "replace"))
            except ValueError:
                raise Refusal(400, "MALFORMED_REQUEST", "The message is not valid JSON")
            if not isinstance(frame, dict) or not isinstance(frame.get("requestId"), str) or len(frame["requestId"]) > 200:
                raise Refusal(400, "MALFORMED_REQUEST", "The message needs a requestId")
            request_id = frame["requestId"]
            session.open_requests.append(request_id)
            data = await self.topic(session, frame)
            if data is None:
                return
            reply = {"code": "Success" if bad("success-word") else "SUCCESS", "message": "OK", "data": data}
            if odd("extra-fields"):
                reply["served"] = {"by": "node-7"}
        except Refusal as refusal:
            reply = {"code": self.code(refusal.code), "message": self.message(refusal.message), "data": refusal.data}
        except Exception:
            reply = {"code": "INTERNAL_ERROR", "message": self.message("Something failed"), "data": {}}
        finally:
            others = [one for one in session.open_requests if one != request_id]
            if request_id in session.open_requests:
                session.open_requests.remove(request_id)
        failed = reply["code"] not in ("SUCCESS", "Success")
        limited = reply["code"] == "RATE_LIMITED"
        if failed and bad("ws-error-no-message"):
            del reply["message"]
        if limited and bad("ws-429-no-delay"):
            reply["data"] = {}
        if bad("replies-crossed") and others:
            request_id = others[0]
        if bad("ws-request-id-folded"):
            request_id = request_id.lower()
        kind = "error" if failed and bad("ws-error-type") else "reply"
        if odd("shuffled-replies"):
            await asyncio.sleep(self.rng.uniform(0, 0.4))
        session.socket.send(dict({"type": kind, "requestId": request_id}, **reply))
        if limited and bad("ws-429-closes"):
            session.socket.close(1008, "too fast")

    async def topic(self, session, frame):
        caller = Caller(session.client, session, "ws", session)
        if not bad("disabled-ws-lives"):
            self.check_enabled(session.client)
        self.meter(session.client.id, "message")
        data, subject = frame.get("data", {}), frame.get("subject")
        if frame.get("type", "ask") != "ask" or not isinstance(data, dict):
            raise Refusal(400, "MALFORMED_REQUEST", "The message needs type ask and a data object")
        if subject == "session.ping":
            session.heard = time.monotonic()
            session.pings += 1
            return None if bad("ping-second-silent") and session.pings % 2 == 0 else {"clock": stamp()}
        if subject == "device.state.get":
            self.require(caller, READ, "ws_state")
            self.meter(session.client.id, "refresh")
            return {"unit": await self.refresh(caller, self.find_unit(caller, data.get("serial")))}
        if subject != "device.operation.execute":
            raise Refusal(404, "SUBJECT_UNKNOWN", "There is no such subject")
        operation = data.get("operation")
        name = operation.get("name") if isinstance(operation, dict) else None
        if not isinstance(name, str):
            raise Refusal(400, "MALFORMED_REQUEST", "The message needs an operation with a name")
        if name not in NEEDS:
            raise Refusal(404, "OPERATION_UNKNOWN", "There is no such operation")
        self.require(caller, NEEDS[name], name)
        self.meter(session.client.id, "control")
        unit = self.find_unit(caller, data.get("serial"), name)
        params = self.check_params(unit, name, operation.get("args"))
        return {"command": await self.submit(caller, unit, name, params, data.get("idempotencyKey"))}

    # Events.

    def emit(self, topic, unit, body):
        if not unit.enrolled:
            return
        if topic == "device.state.changed":
            if odd("batch-changes"):
                if unit.serial not in self.batches:
                    asyncio.get_running_loop().call_later(0.25, self.flush, unit)
                batch = self.batches.setdefault(unit.serial, [])
                batch += [ref for ref in body["changes"] if ref not in batch]
                return
            if odd("split-changes"):
                for ref in body["changes"]:
                    self.publish(topic, unit, dict(body, changes=[ref]))
                return
        self.publish(topic, unit, body)

    def flush(self, unit):
        self.publish("device.state.changed", unit, {"changes": self.batches.pop(unit.serial), "peripherals": unit.block()})

    def publish(self, topic, unit, body):
        if topic == "device.state.changed":
            if bad("changes-first-only"):
                body["changes"] = body["changes"][:1]
            if bad("peripherals-partial"):
                groups = {ref.split("/")[0] for ref in body["changes"]}
                body["peripherals"] = {name: value for name, value in body["peripherals"].items() if name in groups}
            if bad("peripherals-old-inputs"):
                body["peripherals"]["contacts"] = unit.first["contacts"]
        self.notices += 1
        frame = {"type": "notice", "subject": topic, "noticeNo": self.notices, "at": stamp(), "about": unit.serial, "body": body}
        if odd("extra-fields"):
            frame["mood"] = ["unknown", self.notices]
        frames = [frame] * (2 if odd("duplicate-events") else 1)
        if odd("unknown-topics"):
            frames.insert(0, dict(frame, subject="device.selftest.finished", body={"verdict": "fine"}))
        for one in frames:
            if odd("late-events"):
                asyncio.get_running_loop().call_later(0.4, self.deliver, one, unit)
            else:
                self.deliver(one, unit)

    def deliver(self, frame, unit):
        self.history = (self.history + [(time.monotonic(), frame, unit.serial)])[-50:]
        sessions = list(self.sessions)
        if bad("events-one-connection") and frame["subject"].startswith(("device.connection", "device.power")):
            sessions = sessions[:1]
        for session in sessions:
            client = session.client
            if client.disabled or not client.scopes or client.visible is not None and unit.serial not in client.visible:
                continue
            session.events += 1
            if not (bad("events-stop-after-five") and session.events > 5):
                session.socket.send(frame)
