# WebSocket frames and JSON over HTTP with nothing but the standard library.
import base64, json, os, socket, struct, urllib.error, urllib.request
from urllib.parse import urlparse


def http(method, url, body=None, headers=None, timeout=20):
    """Status, headers and envelope; raises OSError when no reply came."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json", **(headers or {})}, method=method)
    try:
        with urllib.request.urlopen(request, timeout=timeout) as reply:
            return reply.status, reply.headers, json.load(reply)
    except urllib.error.HTTPError as error:
        return error.code, error.headers, json.load(error)


class WebSocket:
    """Text frames only; raises OSError when the connection has ended, TimeoutError when nothing came in time."""

    def __init__(self, url, timeout=20):
        parts = urlparse(url)
        self.socket = socket.create_connection((parts.hostname, parts.port or 80), timeout)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {parts.path}?{parts.query} HTTP/1.1", f"Host: {parts.netloc}", "Upgrade: websocket"]
        lines += ["Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "", ""]
        self.socket.sendall("\r\n".join(lines).encode())
        self.buffer = b""
        head = self._until(b"\r\n\r\n")
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise OSError(head.split(b"\r\n")[0].decode())

    def _more(self):
        piece = self.socket.recv(65536)
        if not piece:
            raise OSError("the connection has ended")
        self.buffer += piece

    def _until(self, mark):
        while mark not in self.buffer:
            self._more()
        head, self.buffer = self.buffer.split(mark, 1)
        return head

    def send(self, message, opcode=1):
        data = message if isinstance(message, bytes) else json.dumps(message).encode()
        mask = os.urandom(4)
        size = struct.pack("!B", 128 | len(data)) if len(data) < 126 else struct.pack("!BH", 254, len(data))
        body = bytes(byte ^ mask[at % 4] for at, byte in enumerate(data))
        self.socket.sendall(struct.pack("!B", 128 | opcode) + size + mask + body)

    def _whole(self):
        """One frame that is there whole, or None."""
        if len(self.buffer) < 2:
            return None
        opcode, size, at = self.buffer[0] & 15, self.buffer[1] & 127, 2
        if size == 126:
            if len(self.buffer) < 4:
                return None
            size, at = struct.unpack("!H", self.buffer[2:4])[0], 4
        elif size == 127:
            if len(self.buffer) < 10:
                return None
            size, at = struct.unpack("!Q", self.buffer[2:10])[0], 10
        if len(self.buffer) < at + size:
            return None
        data, self.buffer = self.buffer[at : at + size], self.buffer[at + size :]
        return opcode, data

    def receive(self, timeout):
        while True:
            frame = self._whole()
            if frame is None:
                self.socket.settimeout(timeout)
                self._more()
                continue
            opcode, data = frame
            if opcode == 8:
                self.close()
                raise OSError("the service has closed the connection")
            if opcode == 9:
                self.send(data, 10)
            if opcode == 1:
                return json.loads(data)

    def close(self):
        try:
            self.socket.close()
        except OSError:
            pass
