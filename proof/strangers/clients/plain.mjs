// What timetable, mirror, gate, twins and porter share: one HTTP exchange, and a WebSocket with frames by hand. How
// often, how soon and under which key is for each of them to say.
import { randomBytes } from 'node:crypto';
import http from 'node:http';

export const rest = (ms) => new Promise((done) => setTimeout(done, Math.max(0, ms)));
export const between = (low, high) => low + Math.random() * (high - low);
export const habitsOf = (words) =>
  words.flatMap((word, at) => (word === '--habit' || word === '--breach' ? [words[at + 1]] : []));

const base = new URL(process.env.CONFORM_URL);
export const devices = (process.env.CONFORM_DEVICE_IDS || process.env.CONFORM_DEVICE_ID).split(',');
export const pair = {
  clientId: process.env.CONFORM_CLIENT_ID,
  clientSecret: process.env.CONFORM_CLIENT_SECRET,
};

/** @returns the answer, or null where none came. */
export function exchange(method, path, { body, token, key, agent, patience = 10_000 } = {}) {
  return new Promise((done) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = { accept: 'application/json' };
    if (token) headers.authorization = `Bearer ${token}`;
    if (key) headers['idempotency-key'] = key;
    if (text) {
      headers['content-type'] = 'application/json';
      headers['content-length'] = Buffer.byteLength(text);
    }
    const request = http.request(new URL(`/svc/v1${path}`, base), { method, headers, agent }, (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('error', () => done(null));
      response.on('close', () => done(null));
      response.on('end', () => done(answerOf(response, Buffer.concat(parts).toString())));
    });
    request.setTimeout(patience, () => request.destroy());
    request.on('error', () => done(null));
    request.end(text);
  });
}

function answerOf({ statusCode: status, headers }, text) {
  try {
    const { code, data } = JSON.parse(text);
    return {
      status,
      code,
      data,
      wait: 1000 * Number(headers['retry-after'] ?? data?.retryAfterSeconds ?? 1),
    };
  } catch {
    return null;
  }
}

/** @returns `{send, close, closed}` of an open connection, or null; `onRefused` gets the announced wait in ms. */
export function connect(ticket, onMessage, onRefused = () => undefined) {
  return new Promise((done) => {
    const headers = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
    headers['sec-websocket-key'] = randomBytes(16).toString('base64');
    const url = new URL(`/svc/v1/ws?ticket=${encodeURIComponent(ticket)}`, base);
    const request = http.get(url, { headers, agent: false });
    request.setTimeout(10_000, () => request.destroy());
    request.on('response', (response) => {
      onRefused(1000 * Number(response.headers['retry-after'] ?? 0));
      response.resume().on('close', () => done(null));
    });
    request.on('error', () => done(null));
    request.on('upgrade', (_, socket, head) => {
      socket.setTimeout(0);
      socket.on('error', () => socket.destroy());
      const closed = new Promise((ended) => socket.on('close', ended));
      const state = { rest: Buffer.alloc(0), text: Buffer.alloc(0) };
      const read = (chunk) => readFrames(state, chunk, socket, onMessage);
      socket.on('data', read);
      done({
        send: (message) => writeFrame(socket, 1, Buffer.from(JSON.stringify(message))),
        close: () => socket.end(),
        closed,
      });
      setImmediate(() => read(head));
    });
  });
}

function writeFrame(socket, opcode, payload) {
  const size =
    payload.length < 126 ? [0x80 | payload.length] : [0xfe, payload.length >> 8, payload.length & 255];
  const mask = randomBytes(4);
  const masked = payload.map((byte, at) => byte ^ mask[at % 4]);
  socket.write(Buffer.concat([Buffer.from([0x80 | opcode, ...size]), mask, masked]));
}

function readFrames(state, chunk, socket, onMessage) {
  state.rest = Buffer.concat([state.rest, chunk]);
  for (;;) {
    const { rest: all } = state;
    if (all.length < 2) return;
    const short = all[1] & 127;
    const head = short === 126 ? 4 : short === 127 ? 10 : 2;
    if (all.length < head) return;
    const size = short === 126 ? all.readUInt16BE(2) : short === 127 ? Number(all.readBigUInt64BE(2)) : short;
    if (all.length < head + size) return;
    const payload = all.subarray(head, head + size);
    state.rest = all.subarray(head + size);
    const opcode = all[0] & 15;
    if (opcode === 8) return void socket.end();
    if (opcode === 9) writeFrame(socket, 10, payload);
    if (opcode > 2) continue;
    state.text = Buffer.concat([state.text, payload]);
    if (!(all[0] & 128)) continue;
    const message = JSON.parse(state.text.toString());
    state.text = Buffer.alloc(0);
    onMessage(message);
  }
}
