// The WebSocket channel: RFC 6455 framing and the requests.
import { createHash } from 'node:crypto';
import { bug, odd } from './switches.mjs';
import { world, canSee } from './world.mjs';
import { Refusal, SCOPE_OF, BAUD, JOG, readParams, submit, whenEnded, showCommand, refresh, takeQuota, settle, badField } from './commands.mjs';
import { requireScope, findDevice, useTicket, checkEnabled } from './access.mjs';
import { encode, present, newRequestId } from './wire.mjs';
import { innerPath, rawAnswer, handleOrdinaryUpgrade, asRefusal } from './rest.mjs';

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const MESSAGE_LIMIT = 256 * 1024;
const BACKLOG_LIMIT = 4 * 1024 * 1024;

export function handleUpgrade(req, socket, head) {
  socket.on('error', () => socket.destroy());
  if (innerPath(req.url) !== '/ws' || !/^websocket$/i.test(req.headers.upgrade ?? '')) return handleOrdinaryUpgrade(req, socket);
  const key = req.headers['sec-websocket-key'] ?? '';
  try {
    if (req.method !== 'GET' || req.headers['sec-websocket-version'] !== '13' || !/^[A-Za-z0-9+/]{22}==$/.test(key)) {
      throw new Refusal(400, 'HANDSHAKE_INVALID', 'The WebSocket handshake is malformed.');
    }
    const text = new URLSearchParams(req.url.split('?')[1] ?? '').get('ticket') ?? '';
    const ticket = useTicket(text);
    takeQuota({ client: ticket.client, token: ticket.token }, 'ws_connect');
    ticket.usedAt = Date.now();
    ticket.open = true;
    const accept = createHash('sha1').update(key + GUID).digest('base64');
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`);
    open(socket, ticket, head);
  } catch (error) {
    rawAnswer(socket, asRefusal(error));
  }
}

function frame(opcode, payload, fin = true) {
  const n = payload.length;
  const head = n < 126 ? Buffer.from([0, n]) : n < 65536 ? Buffer.alloc(4) : Buffer.alloc(10);
  if (head.length === 4) { head[1] = 126; head.writeUInt16BE(n, 2); }
  if (head.length === 10) { head[1] = 127; head.writeBigUInt64BE(BigInt(n), 2); }
  head[0] = (fin ? 0x80 : 0) | opcode;
  return Buffer.concat([head, payload]);
}

function open(socket, ticket, head) {
  const sock = {
    socket, ticket, client: ticket.client, openedAt: Date.now(), nth: ++ticket.client.wsCount,
    input: Buffer.alloc(0), parts: [], partSize: 0, partOpcode: 0, closing: false, pings: 0, operations: 0, waiting: [], swapped: new Map(),
    timers: [],
  };
  sock.sendJson = (value) => send(sock, value);
  if (odd('one_ws_per_client')) for (const other of world.sockets) if (other.client === sock.client) close(other, 1008);
  socket.setNoDelay(true);
  socket.setTimeout(0);
  const ended = () => {
    world.sockets.delete(sock);
    ticket.open = false;
    sock.timers.forEach(clearInterval);
  };
  socket.on('close', ended);
  socket.on('end', () => socket.end());
  socket.on('data', (chunk) => receive(sock, chunk));
  world.sockets.add(sock);
  if (odd('ws_pings')) sock.timers.push(setInterval(() => socket.write(frame(9, Buffer.from('hb'))), 1000));
  if (odd('ws_drops')) sock.timers.push(setTimeout(close, 15000, sock, 1012));
  if (odd('ws_cut')) sock.timers.push(setTimeout(() => socket.destroy(), 25000));
  if (bug('event_replay')) {
    for (const { dev, frame: old } of world.history.filter((h) => canSee(sock.client, h.dev)).slice(-5)) if (!dev.gone) send(sock, old);
  }
  if (head.length) receive(sock, head);
}

function send(sock, value) {
  if (sock.closing || !sock.socket.writable) return;
  if (sock.socket.writableLength > BACKLOG_LIMIT) return sock.socket.destroy();
  const payload = Buffer.from(encode(value));
  if (!odd('ws_fragments') || payload.length < 3) return sock.socket.write(frame(1, payload));
  const third = Math.ceil(payload.length / 3);
  sock.socket.write(frame(1, payload.subarray(0, third), false));
  sock.socket.write(frame(9, Buffer.from('mid')));
  sock.socket.write(frame(0, payload.subarray(third, 2 * third), false));
  sock.socket.write(frame(0, payload.subarray(2 * third)));
}

export function close(sock, code) {
  if (sock.closing) return;
  sock.closing = true;
  world.sockets.delete(sock);
  const payload = Buffer.alloc(2);
  payload.writeUInt16BE(code);
  if (sock.socket.writable) sock.socket.write(frame(8, payload));
  sock.socket.end();
  setTimeout(() => sock.socket.destroy(), 1000).unref();
}

function receive(sock, chunk) {
  sock.input = sock.input.length ? Buffer.concat([sock.input, chunk]) : chunk;
  while (!sock.closing && takeFrame(sock));
  if (sock.closing) sock.input = Buffer.alloc(0);
}

// Takes one frame off the input. Gives false when more bytes are needed.
function takeFrame(sock) {
  const input = sock.input;
  if (input.length < 2) return false;
  const fin = (input[0] & 0x80) !== 0;
  const opcode = input[0] & 15;
  const masked = (input[1] & 0x80) !== 0;
  let size = input[1] & 127;
  let offset = 2;
  if (input[0] & 0x70 || !masked || ![0, 1, 2, 8, 9, 10].includes(opcode)) return close(sock, 1002);
  if (opcode >= 8 && (!fin || size > 125)) return close(sock, 1002);
  if (size === 126) {
    if (input.length < 4) return false;
    size = input.readUInt16BE(2);
    offset = 4;
  } else if (size === 127) {
    if (input.length < 10) return false;
    size = Number(input.readBigUInt64BE(2));
    offset = 10;
  }
  if (opcode < 8 && sock.partSize + size > MESSAGE_LIMIT) return close(sock, 1009);
  if (input.length < offset + 4 + size) return false;
  const mask = input.subarray(offset, offset + 4);
  const payload = Buffer.from(input.subarray(offset + 4, offset + 4 + size));
  for (let n = 0; n < size; n++) payload[n] ^= mask[n & 3];
  sock.input = input.subarray(offset + 4 + size);
  if (opcode >= 8) controlFrame(sock, opcode, payload);
  else dataFrame(sock, opcode, fin, payload);
  return true;
}

function controlFrame(sock, opcode, payload) {
  if (opcode === 9) sock.socket.write(frame(10, payload));
  if (opcode !== 8) return;
  const code = payload.length >= 2 ? payload.readUInt16BE(0) : 1000;
  const known = (code >= 1000 && code <= 1014 && ![1004, 1005, 1006].includes(code)) || (code >= 3000 && code <= 4999);
  close(sock, payload.length === 1 || !known ? 1002 : code);
}

function dataFrame(sock, opcode, fin, payload) {
  if ((opcode === 0) === (sock.partOpcode === 0)) return close(sock, 1002);
  if (opcode) sock.partOpcode = opcode;
  sock.parts.push(payload);
  sock.partSize += payload.length;
  if (!fin) return;
  const whole = Buffer.concat(sock.parts);
  const kind = sock.partOpcode;
  sock.parts = [];
  sock.partSize = 0;
  sock.partOpcode = 0;
  let text = null;
  try {
    if (kind === 1) text = new TextDecoder('utf-8', { fatal: true }).decode(whole);
  } catch {
    return close(sock, 1007);
  }
  handleMessage(sock, text);
}

function reply(sock, requestId, refusal, data, topic) {
  const place = sock.waiting.indexOf(requestId);
  if (place >= 0) sock.waiting.splice(place, 1);
  let id = sock.swapped.get(requestId) ?? requestId;
  if (bug('ws_swap_request_id') && id === requestId && sock.waiting.length) {
    id = sock.waiting[0];
    sock.swapped.set(id, requestId);
  }
  if (bug('ws_numeric_request_id') && /^\d{1,15}$/.test(id)) id = Number(id);
  const out = { type: bug('ws_reply_type') ? 'response' : 'reply', requestId: id, code: 'SUCCESS', message: 'OK', data };
  if (topic === 'session.ping' && bug('env_ws_ping_message')) out.message = 'pong';
  if (refusal) {
    const { code, message, data: details } = present(refusal);
    Object.assign(out, { code, message, data: details });
    if (bug('ws_error_request_id')) out.requestId = newRequestId();
    if (bug('busy_ws_code') && code === 'DEVICE_BUSY') out.code = 'device_busy';
    if (bug('refresh_ws_no_delay')) delete details.retryAfterSeconds;
  }
  if (odd('extra_fields')) { out.topic = topic ?? null; out.elapsed_ms = 2; }
  send(sock, out);
  if (refusal?.status === 429 && bug('refresh_ws_closes')) close(sock, 1013);
}

function handleMessage(sock, text) {
  let message = null;
  try { message = JSON.parse(text); } catch { /* reported below */ }
  const isObject = (v) => typeof v === 'object' && v !== null && !Array.isArray(v);
  let requestId = isObject(message) ? message.requestId : undefined;
  const idOk = typeof requestId === 'string' && requestId.length > 0 && requestId.length <= 256;
  if (!idOk && !['string', 'number', 'boolean'].includes(typeof requestId)) requestId = null;
  const topic = isObject(message) && typeof message.call === 'string' ? message.call : undefined;
  const answer = (refusal, data) => reply(sock, requestId, refusal, data, topic);
  sock.waiting.push(requestId);
  try {
    const ctx = { client: sock.client, token: sock.ticket.token, channel: 'ws' };
    checkEnabled(sock.client);
    takeQuota(ctx, 'ws_message');
    if (!isObject(message)) throw new Refusal(400, 'MESSAGE_INVALID', 'The message is not a JSON object.');
    if (!idOk) throw new Refusal(400, 'MESSAGE_INVALID', 'requestId must be a non-empty text.');
    if (!topic) throw new Refusal(400, 'MESSAGE_INVALID', 'call must be text.');
    const data = message.data ?? {};
    if (!isObject(data)) throw new Refusal(400, 'MESSAGE_INVALID', 'data must be an object.');
    if (topic === 'session.ping') {
      if (++sock.pings === 3 && bug('ws_third_ping_lost')) return;
      return answer(null, { server_ms: Date.now() });
    }
    if (topic === 'device.state.get') {
      requireScope(ctx, 'device:read', 'detail');
      return refresh(ctx, deviceOf(ctx, data), (refusal, unit) => answer(refusal, { unit }));
    }
    if (topic !== 'device.operation.execute') {
      if (bug('ws_bad_request_closes')) return close(sock, 1008);
      throw new Refusal(404, 'TOPIC_UNKNOWN', 'Unknown call.');
    }
    execute(sock, ctx, data, answer);
  } catch (error) {
    answer(asRefusal(error));
  }
}

function deviceOf(ctx, data) {
  if (!Number.isInteger(data.device_no)) throw badField('device_no', 'must be a number');
  const dev = findDevice(ctx, String(data.device_no));
  settle(dev);
  return dev;
}

function execute(sock, ctx, data, answer) {
  const { name, args } = data.operation ?? {};
  const known = typeof name === 'string' && Object.hasOwn(SCOPE_OF, name) && !(bug('op_ws_baud_unknown') && name === BAUD);
  if (!known) throw new Refusal(404, 'OPERATION_UNKNOWN', 'Unknown operation.');
  const skip = (bug('scope_ws_first_only') && sock.operations > 0)
    || (bug('scope_ws_jog_unchecked') && name === JOG && ctx.client.scopes.includes('device:control'));
  sock.operations++;
  if (!skip) requireScope(ctx, SCOPE_OF[name], name);
  takeQuota(ctx, 'control');
  const dev = deviceOf(ctx, data);
  const command = submit(ctx, dev, name, readParams(dev, name, args), data.idempotencyKey ?? undefined);
  whenEnded(command, (ended) => answer(null, bug('command_ws_flat') ? showCommand(ended) : { command: showCommand(ended) }));
}
