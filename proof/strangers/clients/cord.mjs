// What the event follower and the two tenants share: one HTTP exchange, one WebSocket by hand, one pause.
import { createHash, randomBytes } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';

const base = new URL(process.env.CONFORM_URL);
const library = base.protocol === 'https:' ? https : http;

export const pause = (ms) => new Promise((done) => setTimeout(done, Math.max(0, ms)));
export const between = (low, high) => low + Math.random() * (high - low);
/** Doubled for each failed try, of which the lower half is chance. */
export const growing = (failed, first, most) => Math.min(most, first * 2 ** failed) * between(0.75, 1.25);

/** The answer as {status, code, data, wait}, or undefined where none came. */
export function exchange(method, path, { token, body, headers = {}, within = 20_000, agent } = {}) {
  const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  return new Promise((done) => {
    const request = library.request(new URL(`/svc/v1${path}`, base), {
      method,
      agent,
      timeout: within,
      headers: {
        accept: 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        ...headers,
      },
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => done(undefined));
    request.on('response', (response) => {
      let got = '';
      response.setEncoding('utf8');
      response.on('data', (part) => (got += part));
      response.on('error', () => done(undefined));
      response.on('close', () => {
        if (!response.complete) return done(undefined);
        let envelope = {};
        try {
          envelope = JSON.parse(got);
        } catch {}
        const seconds = envelope.data?.retryAfterSeconds ?? Number(response.headers['retry-after'] ?? 0);
        done({ status: response.statusCode, code: envelope.code, data: envelope.data ?? {}, wait: seconds * 1000 });
      });
    });
    request.end(text);
  });
}

/** Opens the connection of a ticket. Resolves to {send, close}, or to undefined where it does not open. */
export function openSocket(ticket, { headers = {}, onText, onClose }) {
  const key = randomBytes(16).toString('base64');
  return new Promise((done) => {
    const request = library.request(new URL(`/svc/v1/ws?ticket=${encodeURIComponent(ticket)}`, base), {
      timeout: 10_000,
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': key,
        ...headers,
      },
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => done(undefined));
    request.on('response', (response) => {
      response.resume();
      done(undefined);
    });
    request.on('upgrade', (response, socket, head) => {
      const proof = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
      if (response.headers['sec-websocket-accept'] !== proof) return socket.destroy();
      socket.setTimeout(0);
      if (head.length > 0) socket.unshift(head);
      const write = (opcode, payload) => {
        if (socket.writable) socket.write(frame(opcode, payload));
      };
      const read = frames(write, onText, () => socket.end());
      socket.on('data', read);
      socket.on('error', () => {});
      socket.on('close', () => onClose());
      done({
        send: (value) => write(1, Buffer.from(JSON.stringify(value))),
        pingFrame: () => write(9, Buffer.alloc(0)),
        close: () => {
          write(8, Buffer.from([3, 232]));
          setTimeout(() => socket.destroy(), 500);
        },
      });
    });
    request.end();
  });
}

function frame(opcode, payload) {
  const mask = randomBytes(4);
  const long = payload.length > 125;
  const head = Buffer.alloc(long ? 4 : 2);
  head[0] = 0x80 | opcode;
  head[1] = 0x80 | (long ? 126 : payload.length);
  if (long) head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, mask, payload.map((byte, at) => byte ^ mask[at % 4])]);
}

function frames(write, onText, end) {
  let rest = Buffer.alloc(0);
  let parts = [];
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      if (rest.length < 2) return;
      let [at, length] = [2, rest[1] & 127];
      if (length === 126) {
        if (rest.length < 4) return;
        [at, length] = [4, rest.readUInt16BE(2)];
      } else if (length === 127) {
        if (rest.length < 10) return;
        [at, length] = [10, Number(rest.readBigUInt64BE(2))];
      }
      if (rest.length < at + length) return;
      const payload = rest.subarray(at, at + length);
      const [final, opcode] = [rest[0] & 128, rest[0] & 15];
      rest = rest.subarray(at + length);
      if (opcode === 9) write(10, payload);
      else if (opcode === 8) {
        write(8, payload.subarray(0, 2));
        end();
      } else if (opcode <= 2) {
        parts.push(payload);
        if (final) {
          const text = Buffer.concat(parts).toString('utf8');
          parts = [];
          onText(text);
        }
      }
    }
  };
}
