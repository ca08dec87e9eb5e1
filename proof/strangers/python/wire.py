"""HTTP/1.1 and RFC 6455 on asyncio streams."""
import asyncio
import base64
import binascii
import hashlib
import json
from urllib.parse import parse_qs, unquote

from catalog import odd

LINE_LIMIT = 16384
HEADER_LIMIT = 32768
BODY_LIMIT = 65536
DISCARD_LIMIT = 8 * 1024 * 1024     # A longer body is not read to its end.
MESSAGE_LIMIT = 65536
REASONS = {101: "Switching Protocols", 200: "OK", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden",
           404: "Not Found", 405: "Method Not Allowed", 409: "Conflict", 413: "Content Too Large",
           415: "Unsupported Media Type", 422: "Unprocessable Content", 426: "Upgrade Required",
           429: "Too Many Requests", 500: "Internal Server Error", 504: "Gateway Timeout"}


class BadRequest(Exception):
    """The request cannot be read. With close the connection cannot go on either."""

    def __init__(self, reason, close=True, status=400):
        super().__init__(reason)
        self.close, self.status = close, status


class Request:
    def __init__(self, method, target, version, headers):
        self.method = method
        if target.lower().startswith(("http://", "https://")):
            target = "/" + target.split("://", 1)[1].partition("/")[2]
        self.path, _, query = target.partition("?")
        self.query = parse_qs(query, keep_blank_values=True, max_num_fields=None)
        self.headers = headers
        self.body = b""
        options = [item.strip().lower() for item in self.all("connection").split(",")]
        self.keep = "close" not in options if version == "HTTP/1.1" else "keep-alive" in options

    def all(self, name):
        return ", ".join(value for key, value in self.headers if key == name)

    def get(self, name):
        values = [value for key, value in self.headers if key == name]
        return values[0] if values else None

    def segments(self):
        return [unquote(part, errors="replace") for part in self.path.split("/")[1:]]


async def read_line(reader):
    try:
        line = await reader.readline()
    except ValueError:
        raise BadRequest("a line is too long")
    if line and not line.endswith(b"\n"):
        raise BadRequest("the request is not complete")
    return line.rstrip(b"\r\n") if line else None


async def read_request(reader, writer):
    """Read one request. Returns None when the client closed the connection."""
    line = b""
    for _ in range(4):                       # Empty lines before the request line are skipped.
        line = await read_line(reader)
        if line is None:
            return None
        if line:
            break
    parts = line.decode("latin-1").split(" ")
    if len(parts) != 3 or parts[2] not in ("HTTP/1.1", "HTTP/1.0") or not parts[0].isalpha() or not parts[1]:
        raise BadRequest("the request line is not valid")
    headers, size = [], 0
    while True:
        line = await read_line(reader)
        if line is None:
            raise BadRequest("the request is not complete")
        if not line:
            break
        size += len(line)
        if size > HEADER_LIMIT:
            raise BadRequest("the headers are too large")
        name, colon, value = line.decode("latin-1").partition(":")
        if not colon or not name or name != name.strip():
            raise BadRequest("a header is not valid")
        headers.append((name.lower(), value.strip()))
    try:
        request = Request(parts[0], parts[1], parts[2], headers)
    except ValueError:
        raise BadRequest("the target is not valid")
    lengths = {value for key, value in headers if key == "content-length"}
    coding = request.all("transfer-encoding").lower()
    if len(lengths) > 1 or (lengths and coding):
        raise BadRequest("the length of the body is not clear")
    if coding and coding != "chunked":
        raise BadRequest("the transfer encoding is not known")
    length = 0
    if lengths:
        text = lengths.pop()
        if not (text.isascii() and text.isdigit()) or len(text) > 15:
            raise BadRequest("the Content-Length is not valid")
        length = int(text)
    if length > DISCARD_LIMIT:
        raise BadRequest("the body is too large", status=413)
    if (request.get("expect") or "").lower() == "100-continue" and (length or coding):
        writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
    try:
        if coding:
            await read_chunks(reader, request)
        else:
            while length:
                piece = await reader.readexactly(min(length, 65536))
                length -= len(piece)
                if len(request.body) <= BODY_LIMIT:
                    request.body += piece
    except asyncio.IncompleteReadError:
        raise BadRequest("the body is not complete")
    return request


async def read_chunks(reader, request):
    total = 0
    while True:
        line = await read_line(reader)
        try:
            size = int((line or b"").split(b";")[0].strip().decode("ascii"), 16)
        except ValueError:
            raise BadRequest("a chunk is not valid")
        total += size
        if size < 0 or total > DISCARD_LIMIT:
            raise BadRequest("the body is too large", status=413)
        if size == 0:
            while await read_line(reader):
                pass
            return
        piece = await reader.readexactly(size)
        if len(request.body) <= BODY_LIMIT:
            request.body += piece
        if await read_line(reader) != b"":
            raise BadRequest("a chunk is not valid")


def to_json(value):
    if odd("foreign-messages"):
        try:
            return json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            pass
    if odd("pretty-json"):
        return json.dumps(value, indent=3, separators=(" ,", " : ")).replace("/", "\\/").encode()
    return json.dumps(value, separators=(",", ":")).encode()


def from_json(raw):
    """Strict JSON. Raises ValueError for everything else."""
    def refuse(word):
        raise ValueError(word)
    try:
        return json.loads(raw.decode("utf-8"), parse_constant=refuse)
    except RecursionError:
        raise ValueError("too deep")


def odd_case(name):
    return "".join(c.upper() if i % 2 else c.lower() for i, c in enumerate(name)) if odd("odd-header-case") else name


def write_response(writer, status, body, headers, keep, head_only=False):
    headers = dict(headers)
    headers.setdefault("Content-Type", "application/json")
    headers["Connection"] = "keep-alive" if keep else "close"
    chunked = odd("chunked-replies") and not head_only
    if chunked:
        headers["Transfer-Encoding"] = "chunked"
    else:
        headers["Content-Length"] = str(len(body))
    lines = ["HTTP/1.1 %d %s" % (status, REASONS.get(status, "Other"))]
    lines += ["%s: %s" % (odd_case(name), value) for name, value in headers.items()]
    data = ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")
    if chunked:
        for start in range(0, len(body), 37):
            piece = body[start:start + 37]
            data += b"%x;n=1\r\n%s\r\n" % (len(piece), piece)
        data += b"0\r\n\r\n"
    elif not head_only:
        data += body
    writer.write(data)


class Closed(Exception):
    pass


class WebSocket:
    def __init__(self, reader, writer):
        self.reader, self.writer = reader, writer
        self.closing = False

    @staticmethod
    def key_of(request):
        """The handshake key, or None when the request is not a valid upgrade."""
        key = request.get("sec-websocket-key") or ""
        try:
            good = len(base64.b64decode(key, validate=True)) == 16
        except (binascii.Error, ValueError):
            good = False
        options = [item.strip().lower() for item in request.all("connection").split(",")]
        upgrade = (request.get("upgrade") or "").lower() == "websocket"
        return key if good and upgrade and "upgrade" in options and request.get("sec-websocket-version") == "13" else None

    def accept(self, key):
        digest = hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()
        lines = ["HTTP/1.1 101 Switching Protocols", odd_case("Upgrade") + ": websocket", odd_case("Connection") + ": Upgrade",
                 odd_case("Sec-WebSocket-Accept") + ": " + base64.b64encode(digest).decode()]
        self.writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())

    def frame(self, opcode, payload, final=True):
        head = bytes([(0x80 if final else 0) | opcode])
        if len(payload) < 126:
            head += bytes([len(payload)])
        elif len(payload) < 65536:
            head += b"\x7e" + len(payload).to_bytes(2, "big")
        else:
            head += b"\x7f" + len(payload).to_bytes(8, "big")
        if not self.writer.is_closing():
            self.writer.write(head + payload)
            if self.writer.transport.get_write_buffer_size() > 4 * 1024 * 1024:
                self.writer.transport.abort()        # The client does not read.

    def send(self, value):
        if self.closing:
            return
        payload = to_json(value)
        if odd("fragmented-frames"):
            third = len(payload) // 3
            self.frame(1, payload[:third], False)
            self.frame(9, b"still here")
            self.frame(0, payload[third:2 * third], False)
            self.frame(0, payload[2 * third:], True)
        else:
            self.frame(1, payload)

    def close(self, code, reason=""):
        if not self.closing:
            self.closing = True
            self.frame(8, code.to_bytes(2, "big") + reason.encode())

    async def read_frame(self):
        first, second = await self.reader.readexactly(2)
        final, opcode, masked, size = first & 0x80, first & 15, second & 0x80, second & 127
        if first & 0x70 or not masked or opcode not in (0, 1, 2, 8, 9, 10):
            self.fail(1002, "bad frame")
        if opcode >= 8 and (size > 125 or not final):
            self.fail(1002, "bad control frame")
        if size == 126:
            size = int.from_bytes(await self.reader.readexactly(2), "big")
        elif size == 127:
            size = int.from_bytes(await self.reader.readexactly(8), "big")
        if size > MESSAGE_LIMIT:
            self.fail(1009, "message too large")
        mask = await self.reader.readexactly(4)
        data = await self.reader.readexactly(size)
        if size:
            long_mask = (mask * (size // 4 + 1))[:size]
            data = (int.from_bytes(data, "big") ^ int.from_bytes(long_mask, "big")).to_bytes(size, "big")
        return final, opcode, data

    def fail(self, code, reason):
        self.close(code, reason)
        raise Closed()

    async def receive(self):
        """The next text message. Raises Closed when the connection ends."""
        parts = None
        while True:
            try:
                final, opcode, data = await self.read_frame()
            except (asyncio.IncompleteReadError, ConnectionError):
                raise Closed()
            if opcode == 9:
                self.frame(10, data)
            elif opcode == 8:
                code = int.from_bytes(data[:2], "big") if len(data) >= 2 else 1000
                known = 1000 <= code <= 1014 and code not in (1004, 1005, 1006) or 3000 <= code <= 4999
                self.fail(code if known and len(data) != 1 else 1002, "")
            elif opcode == 2:
                self.fail(1003, "text only")
            elif opcode in (0, 1):
                if (opcode == 0) != (parts is not None):
                    self.fail(1002, "bad fragment")
                parts = (parts or b"") + data
                if len(parts) > MESSAGE_LIMIT:
                    self.fail(1009, "message too large")
                if final:
                    try:
                        return parts.decode("utf-8")
                    except UnicodeDecodeError:
                        self.fail(1007, "not UTF-8")
