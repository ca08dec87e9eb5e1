// The REST channel.
import { ServerResponse, STATUS_CODES } from 'node:http';
import { bug, odd } from './switches.mjs';
import { world, addDevice, canSee, unitHead, random, PROFILES } from './world.mjs';
import { Refusal, RELAY, SERIAL, BAUD, JOG, readParams, submit, whenEnded, showCommand, refresh, takeQuota, settingsOf, profileList, busyWith, settle, badField } from './commands.mjs';
import { makeToken, authenticate, requireScope, findDevice, makeTicket } from './access.mjs';
import { encode, present, newRequestId } from './wire.mjs';

const BODY_LIMIT = 64 * 1024;
const DRAIN_LIMIT = 32 * 1024 * 1024;

// [method, path pattern, action, scope, quota]
const ROUTES = [
  ['POST', /^\/auth\/token$/, 'token'],
  ['GET', /^\/devices$/, 'list', 'device:read', 'query'],
  ['POST', /^\/devices$/, 'add', 'device:manage', 'manage'],
  ['GET', /^\/devices\/([^/]+)$/, 'detail', 'device:read', 'query'],
  ['DELETE', /^\/devices\/([^/]+)$/, 'remove', 'device:manage', 'manage'],
  ['GET', /^\/devices\/([^/]+)\/config$/, 'readConfig', 'device:read', 'query'],
  ['PUT', /^\/devices\/([^/]+)\/password$/, 'password', 'device:manage', 'manage'],
  ['POST', /^\/devices\/([^/]+)\/relays\/commands$/, 'relays', 'device:control', 'control'],
  ['POST', /^\/devices\/([^/]+)\/relays\/([^/]+)\/commands$/, 'oneRelay', 'device:control', 'control'],
  ['PUT', /^\/devices\/([^/]+)\/relays\/([^/]+)\/jog-config$/, 'jog', 'device:config', 'control'],
  ['POST', /^\/devices\/([^/]+)\/rs485\/transceive$/, 'transceive', 'device:control', 'control'],
  ['PUT', /^\/devices\/([^/]+)\/rs485\/baud-rate$/, 'baud', 'device:config', 'control'],
  ['GET', /^\/device-profiles$/, 'profiles', 'device:read', 'query'],
  ['GET', /^\/commands\/([^/]+)$/, 'readCommand', 'device:read', 'query'],
  ['POST', /^\/ws\/ticket$/, 'ticket', null, 'ticket'],
];

// Gives the path below the version prefix, or null.
export function innerPath(url) {
  const path = url.replace(/^https?:\/\/[^/?]*/i, '').split(/[?#]/)[0];
  if (path.startsWith('/svc/v1/')) return path.slice(7);
  if (bug('version_optional') && path.startsWith('/svc/')) return path.slice(4);
  return null;
}

const noRoute = () => new Refusal(404, 'NO_SUCH_ROUTE', 'No such route.');

function findRoute(req) {
  const path = innerPath(req.url) ?? '';
  for (const [method, pattern, action, scope, quota] of ROUTES) {
    const match = pattern.exec(path);
    if (!match || method !== req.method) continue;
    if (action === 'oneRelay' && bug('op_compat_gone')) break;
    return { action, scope, quota, args: match.slice(1) };
  }
  if (path === '/ws' && req.method === 'GET') throw new Refusal(400, 'UPGRADE_MISSING', 'This path needs a WebSocket upgrade.');
  throw noRoute();
}

let requestCount = 0;
export function handleRequest(req, res) {
  const turn = ++requestCount;
  const chunks = [];
  let size = 0;
  req.on('error', () => {});
  res.on('error', () => {});
  req.on('data', (chunk) => {
    size += chunk.length;
    if (size <= BODY_LIMIT) chunks.push(chunk);
    if (size > DRAIN_LIMIT) req.destroy();
  });
  req.on('end', () => {
    const cut = odd('some_closed') && turn % 13 === 0 && !req.url.includes('/auth/token');
    const answer = (refusal, data) => (cut ? res.destroy() : sendAnswer(res, refusal, data));
    try {
      if (odd('some_500') && turn % 11 === 0) throw new Refusal(500, 'INTERNAL_ERROR', 'Internal error.');
      const body = size > BODY_LIMIT ? undefined : Buffer.concat(chunks);
      runRequest(req, body, answer);
    } catch (error) {
      answer(asRefusal(error));
    }
  });
}

export function asRefusal(error) {
  if (error instanceof Refusal) return error;
  console.error(error);
  return new Refusal(500, 'INTERNAL_ERROR', 'Internal error.');
}

function readBody(body) {
  if (body === undefined) throw new Refusal(400, 'BODY_TOO_LARGE', 'The body is too large.');
  let value;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    if (bug('error_malformed_500')) throw new Refusal(500, 'INTERNAL_ERROR', 'Internal error.');
    throw new Refusal(400, 'BODY_INVALID', 'The body is not JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Refusal(400, 'BODY_INVALID', 'The body must be a JSON object.');
  return value;
}

function runRequest(req, body, answer) {
  const { action, scope, quota, args } = findRoute(req);
  if (action === 'token') return answer(null, makeToken(readBody(body)));
  const ctx = authenticate(req, action);
  if (scope) requireScope(ctx, scope, action);
  takeQuota(ctx, quota);
  if (body === undefined) readBody(body);

  if (action === 'list') return answer(null, listDevices(ctx, req));
  if (action === 'profiles') return answer(null, { profiles: profileList() });
  if (action === 'ticket') return answer(null, makeTicket(ctx));
  if (action === 'readCommand') return answer(null, { command: readCommand(ctx, args[0]) });
  if (action === 'add') return answer(null, { unit: enrol(ctx, readBody(body)) });

  const dev = findDevice(ctx, args[0]);
  settle(dev);
  if (action === 'detail') return refresh(ctx, dev, (refusal, unit) => answer(refusal, { unit }));
  if (action === 'readConfig') return answer(null, { settings: settingsOf(dev) });
  if (action === 'remove') return answer(null, removeDevice(dev));
  if (action === 'password') return answer(null, changePassword(dev, readBody(body)));
  runOperation(ctx, dev, action, args, req, readBody(body), answer);
}

function runOperation(ctx, dev, action, args, req, body, answer) {
  const operation = { relays: RELAY, oneRelay: RELAY, transceive: SERIAL, baud: BAUD, jog: JOG }[action];
  let input = body;
  if (args.length > 1) {
    if (!/^\d{1,3}$/.test(args[1]) || Number(args[1]) >= dev.relays.length) throw new Refusal(404, 'NO_SUCH_LINE', 'No such relay.');
    const line = Number(args[1]);
    input = action === 'oneRelay' ? { relays: [{ line, drive: body.drive }] } : { ...body, line };
  }
  const command = submit(ctx, dev, operation, readParams(dev, operation, input), req.headers['idempotency-key']);
  if (action === 'oneRelay') command.compat = true;
  whenEnded(command, (ended) => {
    if (ended.status === 'TIMEOUT' && bug('command_timeout_504')) {
      return answer(new Refusal(504, 'TIMEOUT', 'No answer.', { command: showCommand(ended) }));
    }
    answer(null, { command: showCommand(ended) });
  });
}

function listDevices(ctx, req) {
  const query = new URLSearchParams(req.url.split('?')[1] ?? '');
  const number = (name, fallback, max) => {
    if (!query.has(name)) return fallback;
    const text = query.get(name);
    if (!/^\d{1,6}$/.test(text) || Number(text) < 1 || Number(text) > max) throw badField(name, `must be 1 to ${max}`);
    return Number(text);
  };
  const pageNo = number('page_no', 1, 999999);
  const pageLen = number('page_len', 100, 200);
  let rows = [...world.devices.values()].filter((d) => bug('device_list_foreign') || canSee(ctx.client, d));
  if (bug('device_remove_listed')) rows.push(...world.removed.filter((d) => canSee(ctx.client, d)));
  if (odd('list_shuffled')) rows = rows.map((d) => [random(), d]).sort((a, b) => a[0] - b[0]).map((pair) => pair[1]);
  let devices = rows.slice((pageNo - 1) * pageLen, pageNo * pageLen).map(unitHead);
  if (bug('device_list_object')) devices = Object.fromEntries(devices.map((d) => [d.device_no, d]));
  return { devices, paging: { page_no: pageNo, page_len: pageLen, total_rows: rows.length } };
}

function readCommand(ctx, text) {
  if (bug('error_500_code') && text.length > 15) throw new Refusal(500, 'UNKNOWN', 'Unknown error.');
  const command = /^\d{1,15}$/.test(text) ? world.commands.get(Number(text)) : undefined;
  if (command) settle(command.dev);
  const hidden = command && !bug('scope_foreign_commands') && (command.dev.gone || !canSee(ctx.client, command.dev));
  if (!command || hidden || (bug('command_ws_unknown') && command.channel === 'ws')) throw new Refusal(404, 'NO_SUCH_COMMAND', 'No such command.');
  return showCommand(command, true);
}

function enrol(ctx, body) {
  const { serial_no, label = '', profile_code, pass } = body;
  if (typeof serial_no !== 'string' || !/^[\w-]{4,40}$/.test(serial_no)) throw badField('serial_no', 'must be 4 to 40 letters, digits, - or _');
  if (typeof label !== 'string' || label.length > 80) throw badField('label', 'must be text of at most 80 characters');
  if (typeof profile_code !== 'string' || !Object.hasOwn(PROFILES, profile_code)) throw badField('profile_code', 'unknown');
  if (typeof pass !== 'string' || pass.length < 4 || pass.length > 64) throw badField('pass', 'must be 4 to 64 characters');
  if ([...world.devices.values()].some((d) => d.serialNo === serial_no)) throw new Refusal(409, 'SERIAL_TAKEN', 'The serial number is enrolled already.');
  const dev = addDevice(label, profile_code, serial_no, pass);
  ctx.client.added.add(dev.no);
  if (bug('device_add_lost')) world.devices.delete(dev.no);
  return unitHead(dev);
}

function requireIdle(dev) {
  if (busyWith(dev)) throw new Refusal(bug('busy_status') ? 423 : 409, 'DEVICE_BUSY', 'Another operation is communicating with the device.');
}

function removeDevice(dev) {
  requireIdle(dev);
  dev.gone = true;
  world.devices.delete(dev.no);
  world.removed.push(dev);
  return { device_no: dev.no, removed_ms: Date.now() };
}

function changePassword(dev, { old_pass, new_pass }) {
  if (typeof old_pass !== 'string') throw badField('old_pass', 'must be text');
  if (typeof new_pass !== 'string' || new_pass.length < 4 || new_pass.length > 64) throw badField('new_pass', 'must be 4 to 64 characters');
  requireIdle(dev);
  if (old_pass !== dev.pass) throw new Refusal(422, 'PASS_MISMATCH', 'The old password is wrong.');
  if (!bug('device_password_ignored')) dev.pass = new_pass;
  dev.passChanged = Date.now();
  return { device_no: dev.no, pass_changed_ms: dev.passChanged };
}

// Builds the status, headers and body of a REST reply.
export function buildAnswer(refusal, data) {
  let status = 200;
  let envelope = { code: 'SUCCESS', message: bug('env_success_message') ? 'Success' : 'OK', data };
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' };
  if (refusal) {
    const shown = present(refusal);
    status = shown.status;
    envelope = { code: shown.code, message: shown.message, requestId: newRequestId(), data: shown.data };
    const delay = shown.data.retryAfterSeconds;
    if (delay !== undefined) {
      if (!bug('refresh_no_header')) headers['Retry-After'] = String(bug('refresh_header_ms') ? delay * 1000 : delay);
      if (bug('refresh_no_body_delay')) envelope.data = {};
    }
    if (bug('env_error_no_request_id')) delete envelope.requestId;
    if (bug('env_error_no_message')) envelope.message = null;
    if (bug('env_data_array') && !Object.keys(shown.data).length) envelope.data = [];
    if (bug('env_numeric_code') && status === 404) envelope.code = 404;
  } else if (odd('success_request_id')) envelope.requestId = newRequestId();
  if (odd('extra_fields')) { envelope.served_by = 'gw-03'; envelope.ext = { took_ms: 3 }; if (!refusal) data.hints = []; }
  let body = encode(envelope);
  if (bug('env_not_json') && status === 401) { body = 'unauthorised'; headers['Content-Type'] = 'text/plain'; }
  return { status, headers, body: Buffer.from(body) };
}

function sendAnswer(res, refusal, data) {
  const { status, body, headers } = buildAnswer(refusal, data);
  let out = headers;
  if (odd('odd_headers')) {
    out = Object.fromEntries(Object.entries(headers).map(([k, v]) => [k.toUpperCase(), v]));
    out['CONTENT-TYPE'] = 'Application/JSON;charset="UTF-8"';
    out['x-vendor-node'] = '17';
  }
  if (odd('close_each')) out.Connection = 'close';
  const write = () => {
    const parts = Math.min(body.length, odd('dribble_replies') ? 6 : odd('chunked_replies') ? 4 : 1);
    if (!odd('chunked_replies')) out['Content-Length'] = body.length;
    res.writeHead(status, out);
    const step = Math.ceil(body.length / parts);
    const next = (from) => {
      if (from + step >= body.length) return res.end(body.subarray(from));
      res.write(body.subarray(from, from + step));
      if (odd('dribble_replies')) setTimeout(next, 25, from + step);
      else setImmediate(next, from + step);
    };
    next(0);
  };
  if (odd('slow_replies')) setTimeout(write, 700);
  else write();
}

// Writes a whole reply on a bare socket and ends it.
export function rawAnswer(socket, refusal) {
  if (!socket.writable) return socket.destroy();
  const { status, headers, body } = buildAnswer(refusal);
  const lines = Object.entries(headers).map(([k, v]) => `${k}: ${v}\r\n`).join('');
  socket.end(Buffer.concat([Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Refused'}\r\n${lines}Content-Length: ${body.length}\r\nConnection: close\r\n\r\n`), body]));
}

// A request that asks for an upgrade on an ordinary path is served as an ordinary request.
export function handleOrdinaryUpgrade(req, socket) {
  if (req.headers['content-length'] > 0 || req.headers['transfer-encoding']) {
    return rawAnswer(socket, new Refusal(400, 'BODY_INVALID', 'A body together with an upgrade is not supported.'));
  }
  const res = new ServerResponse(req);
  res.shouldKeepAlive = false;
  res.assignSocket(socket);
  res.on('finish', () => socket.end());
  handleRequest(req, res);
  req.resume();
}

export function handleClientError(error, socket) {
  if (error.code === 'ECONNRESET') return socket.destroy();
  rawAnswer(socket, new Refusal(400, 'REQUEST_INVALID', 'The HTTP request is malformed.'));
}
