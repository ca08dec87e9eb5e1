// Drives the server over real sockets and checks the main statements of the interface.
// node selfcheck.mjs              correct server, then every defect and oddity starts and serves a token
// node selfcheck.mjs --seen       also runs the checks against every defect and lists those that no check sees
// node selfcheck.mjs --one ARGS   runs the checks against a server with these arguments
import { spawn } from 'node:child_process';
import { createConnection } from 'node:net';
import { request } from 'node:http';
import { randomBytes } from 'node:crypto';
import { readFileSync, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = (name) => fileURLToPath(new URL('./' + name, import.meta.url));
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const SECRETS = {
  'plant-viewer': 'viewer-secret-7d1f', 'plant-switch': 'switch-secret-b802', 'plant-setup': 'setup-secret-03ce', 'plant-admin': 'admin-secret-94aa',
  'plant-full': 'full-secret-5e66', 'plant-retired': 'retired-secret-1b77', 'tenant-north': 'north-secret-c0d4', 'tenant-south': 'south-secret-ef19', 'tenant-empty': 'empty-secret-6a20',
};

// Servers still running when this program ends are ended with it.
const running = new Set();
process.on('exit', () => { for (const child of running) child.kill('SIGTERM'); });
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(2));

export function start(args) {
  const child = spawn(process.execPath, [here('server.mjs'), '--port', '0', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const server = { child, stderr: '' };
  running.add(child);
  child.on('close', () => running.delete(child));
  child.stderr.on('data', (d) => { server.stderr += d; });
  return new Promise((done, failed) => {
    let text = '';
    child.stdout.on('data', (d) => { text += d; if (text.includes('\n')) done(Object.assign(server, JSON.parse(text.split('\n')[0]))); });
    child.on('exit', (code) => failed(new Error(`server ended with ${code} ${server.stderr}`)));
    server.stop = () => new Promise((end) => { child.removeAllListeners('exit'); child.on('exit', end); child.kill('SIGTERM'); });
  });
}

function http(base, method, path, { token, body, headers = {}, raw } = {}) {
  return new Promise((done, failed) => {
    const all = { Accept: 'application/json', ...headers };
    if (token) all.Authorization = 'Bearer ' + token;
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    if (payload !== undefined) { all['Content-Type'] = 'application/json'; all['Content-Length'] = Buffer.byteLength(payload); }
    const req = request(base + path, { method, headers: all, agent: false, timeout: 9000 }, (res) => {
      const parts = [];
      res.on('data', (d) => parts.push(d));
      res.on('end', () => {
        const text = Buffer.concat(parts).toString();
        let json = {};
        try { json = JSON.parse(text); } catch { json = { broken: text }; }
        done({ status: res.statusCode, headers: res.headers, json, code: json.code, data: json.data ?? {} });
      });
    });
    req.on('timeout', () => req.destroy(new Error('timeout')));
    req.on('error', failed);
    req.end(payload);
  });
}

// Sends raw bytes and gives what comes back.
function rawHttp(base, bytes) {
  const { hostname, port } = new URL(base);
  return new Promise((done) => {
    const socket = createConnection(Number(port), hostname, () => socket.write(bytes));
    let text = '';
    const end = () => { socket.destroy(); done(text); };
    socket.on('data', (d) => { text += d; });
    socket.on('close', end);
    socket.on('error', end);
    setTimeout(end, 700);
  });
}

class Ws {
  static async open(server, ticket) {
    const ws = new Ws();
    const { hostname, port } = new URL(server.ws_url);
    ws.events = []; ws.replies = []; ws.pongs = 0; ws.closed = false; ws.closeCode = 0; ws.buffer = Buffer.alloc(0); ws.parts = [];
    ws.socket = createConnection(Number(port), hostname);
    ws.socket.on('error', () => {});
    ws.socket.on('close', () => { ws.closed = true; });
    const query = ticket === undefined ? '' : '?ticket=' + ticket;
    ws.socket.write(`GET /svc/v1/ws${query} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`);
    const head = await new Promise((done) => {
      let text = Buffer.alloc(0);
      const onData = (d) => {
        text = Buffer.concat([text, d]);
        const at = text.indexOf('\r\n\r\n');
        if (at < 0) return;
        ws.socket.off('data', onData);
        ws.socket.on('data', (more) => ws.feed(more));
        done(text.subarray(0, at).toString());
        if (text.length > at + 4) ws.feed(text.subarray(at + 4));
      };
      ws.socket.on('data', onData);
      ws.socket.on('close', () => done(''));
    });
    ws.status = Number(head.split(' ')[1]);
    return ws;
  }

  feed(data) {
    this.buffer = Buffer.concat([this.buffer, data]);
    for (;;) {
      const b = this.buffer;
      if (this.status && this.status !== 101) return;
      if (b.length < 2) return;
      let size = b[1] & 127;
      let at = 2;
      if (size === 126) { if (b.length < 4) return; size = b.readUInt16BE(2); at = 4; } else if (size === 127) { if (b.length < 10) return; size = Number(b.readBigUInt64BE(2)); at = 10; }
      if (b.length < at + size) return;
      const payload = b.subarray(at, at + size);
      this.buffer = b.subarray(at + size);
      const opcode = b[0] & 15;
      if (opcode === 10) this.pongs++;
      if (opcode === 9) this.frame(10, payload);
      if (opcode === 8) this.closeCode = payload.readUInt16BE(0);
      if (opcode > 2) continue;
      this.parts.push(payload);
      if (!(b[0] & 128)) continue;
      const value = JSON.parse(Buffer.concat(this.parts).toString());
      this.parts = [];
      (value.type === 'notice' ? this.events : this.replies).push(value);
    }
  }

  frame(opcode, payload, fin = true) {
    const data = Buffer.from(payload);
    const mask = randomBytes(4);
    const head = data.length < 126 ? Buffer.from([0, 128 | data.length]) : data.length < 65536 ? Buffer.from([0, 254, data.length >> 8, data.length & 255]) : Buffer.concat([Buffer.from([0, 255]), Buffer.alloc(8)]);
    if (data.length >= 65536) head.writeBigUInt64BE(BigInt(data.length), 2);
    head[0] = (fin ? 128 : 0) | opcode;
    this.socket.write(Buffer.concat([head, mask, data.map((v, n) => v ^ mask[n & 3])]));
  }

  // Sends a request and waits for a reply with the same requestId.
  async ask(call, data, requestId = 'q' + randomBytes(4).toString('hex')) {
    this.frame(1, JSON.stringify({ requestId, call, data }));
    return this.reply(requestId);
  }

  async reply(requestId, wait = 4000) {
    for (let n = 0; n < wait / 10; n++) {
      const found = this.replies.find((r) => r.requestId === requestId);
      if (found) { this.replies.splice(this.replies.indexOf(found), 1); return { data: {}, ...found }; }
      await sleep(10);
    }
    return { code: 'NO_REPLY', data: {} };
  }

  run(no, name, args, key) { return this.ask('device.operation.execute', { device_no: no, idempotencyKey: key, operation: { name, args } }); }
  close() { this.frame(8, Buffer.from([3, 232])); this.socket.end(); }
  since(topic, no, from = 0) { return this.events.slice(from).filter((e) => e.topic === topic && (!no || e.device_no === no)); }
}

const relays = (...pairs) => ({ relays: pairs.map(([line, drive]) => ({ line, drive })) });
const newKey = () => 'k-' + randomBytes(8).toString('hex');
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const SERIAL = 'device.rs485.transceive';
const SET = 'device.relay.set';
const BAUD = 'device.rs485.baudRate.set';
const JOG = 'device.relay.jogConfig.set';
const CHANGED = 'device.state.changed';

// Runs all checks and gives the names of those that failed.
export async function suite(args) {
  const failures = [];
  let count = 0;
  const check = (name, ok, shown) => {
    count++;
    if (!ok) failures.push(name + (shown === undefined ? '' : ' ' + JSON.stringify(shown)?.slice(0, 240)));
  };
  const section = async (name, fn) => {
    try { await fn(); } catch (error) { check(`${name}: ${error.stack.split('\n').slice(0, 2).join(' ')}`, false); }
  };
  const server = await start(args);
  const call = (method, path, options) => http(server.url, method, '/svc/v1' + path, options);
  const tokens = {};
  const login = async (id, secret = SECRETS[id]) => call('POST', '/auth/token', { body: { clientId: id, clientSecret: secret } });
  const act = (body) => http(server.control_url, 'POST', '/act', { body });
  const witness = async (no) => (await http(server.control_url, 'GET', '/witness')).json.devices[no];
  const connect = async (token) => Ws.open(server, (await call('POST', '/ws/ticket', { token })).data.ticket);
  const refused = (name, r, status, code) => {
    check(name, r.status === status && (code ? r.code === code : typeof r.code === 'string'), [r.status, r.json]);
    check(name + ' envelope', typeof r.json.message === 'string' && typeof r.json.requestId === 'string' && typeof r.json.data === 'object' && !Array.isArray(r.json.data), r.json);
  };
  const ok = (name, r) => check(name, r.status === 200 && r.code === 'SUCCESS' && r.json.message === 'OK', [r.status, r.json]);
  const post = (no, tail, body, token = tokens.full, key = newKey()) => call('POST', `/devices/${no}/${tail}`, { token, body, headers: { 'Idempotency-Key': key } });
  const put = (no, tail, body, token = tokens.full, key = newKey()) => call('PUT', `/devices/${no}/${tail}`, { token, body, headers: { 'Idempotency-Key': key } });
  const [D1, D2, D3, D4, D5, D6, D7] = [0, 1, 2, 3, 4, 5, 6].map((n) => 40117 + 13 * n);
  const PING = { tx: [80, 73, 78, 71], wait_sec: 0.3 };
  const READ = { tx: [1, 3, 0, 0], wait_sec: 0.3 };
  const SILENT = { tx: [99, 1], wait_sec: 0.2 };

  await section('auth', async () => {
    for (const id of Object.keys(SECRETS)) {
      const r = await login(id);
      if (id === 'plant-retired') { check('disabled client', r.code === 'APP_DISABLED' && !r.data.accessToken, r.json); continue; }
      ok('token ' + id, r);
      tokens[id.split('-')[1]] = r.data.accessToken;
      check('token shape', r.data.tokenType === 'Bearer' && typeof r.data.expiresIn === 'number' && r.data.clientId === id && Array.isArray(r.data.scopes), r.data);
    }
    refused('wrong secret', await login('plant-full', 'full-secret-xxxx'), 401, 'AUTH_INVALID');
    refused('unknown client', await login('nobody', 'x'), 401, 'AUTH_INVALID');
    refused('token without secret', await call('POST', '/auth/token', { body: {} }), 400);
    refused('no token', await call('GET', '/devices'), 401);
    refused('bad token', await call('GET', '/devices', { token: 'nonsense' }), 401);
    refused('profiles without token', await call('GET', '/device-profiles'), 401);
    refused('other scheme', await call('GET', '/devices', { headers: { Authorization: 'Token ' + tokens.full } }), 401);
    tokens.full2 = (await login('plant-full')).data.accessToken;
  });

  await section('devices', async () => {
    const list = await call('GET', '/devices', { token: tokens.viewer });
    ok('list', list);
    check('list is an array of seven', Array.isArray(list.data.devices) && list.data.devices.length === 7, list.data);
    check('empty list', (await call('GET', '/devices', { token: tokens.empty })).data.devices.length === 0);
    check('north sees two', same((await call('GET', '/devices', { token: tokens.north })).data.devices.map((d) => d.device_no), [D3, D5]));
    refused('foreign device', await call('GET', `/devices/${D1}/config`, { token: tokens.north }), 404);
    refused('unknown device', await call('GET', '/devices/1', { token: tokens.full }), 404);
    refused('odd device id', await call('GET', '/devices/%zz/config', { token: tokens.full }), 404);
    const profiles = await call('GET', '/device-profiles', { token: tokens.viewer });
    check('profiles', profiles.data.profiles?.length === 2, profiles.data);
  });

  await section('scopes', async () => {
    const tries = [
      ['relay', 'device:control', ['switch', 'full'], (t) => post(D1, 'relays/commands', { relays: 1 }, t)],
      ['compat', 'device:control', ['switch', 'full'], (t) => post(D1, 'relays/0/commands', {}, t)],
      ['rs485', 'device:control', ['switch', 'full'], (t) => post(D1, 'rs485/transceive', {}, t)],
      ['baud', 'device:config', ['setup', 'full'], (t) => put(D1, 'rs485/baud-rate', {}, t)],
      ['jog', 'device:config', ['setup', 'full'], (t) => put(D1, 'relays/0/jog-config', {}, t)],
      ['add', 'device:manage', ['admin', 'full'], (t) => call('POST', '/devices', { token: t, body: {} })],
      ['remove', 'device:manage', ['admin', 'full'], (t) => call('DELETE', '/devices/3', { token: t })],
      ['password', 'device:manage', ['admin', 'full'], (t) => put(D1, 'password', {}, t)],
    ];
    for (const who of ['viewer', 'switch', 'setup', 'admin', 'full']) {
      for (const path of ['/devices', `/devices/${D1}/config`, '/device-profiles']) ok(`${who} reads ${path}`, await call('GET', path, { token: tokens[who] }));
      check(`${who} reads commands`, (await call('GET', '/commands/1', { token: tokens[who] })).status === 404);
      for (const [name, scope, allowed, fn] of tries) {
        const r = await fn(tokens[who]);
        if (allowed.includes(who)) check(`${who} may ${name}`, [422, 404].includes(r.status), r.json);
        else { refused(`${who} may not ${name}`, r, 403, 'AUTH_SCOPE_DENIED'); check('requiredScope ' + name, r.data.requiredScope === scope, r.data); }
      }
    }
    const ws = await connect(tokens.switch);
    check('ws relay allowed', (await ws.run(D7, SET, relays([0, 'open']), newKey())).code === 'SUCCESS');
    for (const [name, args] of [[JOG, { line: 0, hold_sec: 1 }], [BAUD, { speed_bd: 4800 }]]) {
      const r = await ws.run(D7, name, args, newKey());
      check('ws scope ' + name, r.code === 'AUTH_SCOPE_DENIED' && r.data.requiredScope === 'device:config' && typeof r.requestId === 'string', r);
    }
    ws.close();
  });

  await section('refresh', async () => {
    await act({ do: 'set_analog', device_no: D1, ch: 'a3', value: 7.77 });
    await act({ do: 'set_probe', device_no: D1, ch: 't0', value: 31.5 });
    const first = await call('GET', `/devices/${D1}`, { token: tokens.full });
    const began = Date.now();
    ok('refresh', first);
    const truth = await witness(D1);
    const io = first.data.unit.io;
    check('refresh is real', same(Object.values(io.relays), truth.relays) && io.din === truth.din.join('') && io.ain?.a3 === '7.77 V' && io.probes.t0 === '31.5', io);
    const again = await call('GET', `/devices/${D1}`, { token: tokens.full });
    refused('second refresh', again, 429, 'RATE_LIMITED');
    check('retry delay', again.data.retryAfterSeconds === 3 && again.headers['retry-after'] === '3', [again.data, again.headers]);
    refused('refresh with other token', await call('GET', `/devices/${D1}`, { token: tokens.full2 }), 429);
    refused('refresh with other client', await call('GET', `/devices/${D1}`, { token: tokens.viewer }), 429);
    const ws = await connect(tokens.full);
    const over = await ws.ask('device.state.get', { device_no: D1 });
    check('refresh over ws', over.type === 'reply' && over.code === 'RATE_LIMITED' && over.data.retryAfterSeconds > 0, over);
    check('ws stays open', (await ws.ask('session.ping', {})).code === 'SUCCESS');
    ok('other device', await call('GET', `/devices/${D2}`, { token: tokens.full }));
    await sleep(Math.max(0, began + 2100 - Date.now()));
    refused('refresh after two seconds', await call('GET', `/devices/${D1}`, { token: tokens.full }), 429);
    await sleep(Math.max(0, began + 3000 - Date.now()));
    await act({ do: 'set_input', device_no: D1, ch: 'd2', value: 1 - truth.din[2] });
    const fresh = await ws.ask('device.state.get', { device_no: D1 });
    check('ws refresh', fresh.code === 'SUCCESS' && fresh.data.unit.io.din === (await witness(D1)).din.join(''), fresh);
    const reject = await call('GET', `/devices/${D1}`, { token: tokens.full });
    check('rest after ws', reject.status === 429);
    await sleep(1000 * (reject.data.retryAfterSeconds ?? 3));
    check('refresh after the delay', (await call('GET', `/devices/${D1}`, { token: tokens.full })).status === 200);
    const pair = await Promise.all([call('GET', `/devices/${D5}`, { token: tokens.full }), call('GET', `/devices/${D5}`, { token: tokens.full })]);
    check('two refreshes at once', same(pair.map((r) => r.status).sort(), [200, 409]), pair.map((r) => r.json));
    ws.close();
  });

  await section('busy', async () => {
    const ws = await connect(tokens.full);
    const before = (await witness(D3)).executed;
    const slow = post(D3, 'rs485/transceive', { tx: [99], wait_sec: 1 });
    await sleep(60);
    refused('busy relay', await post(D3, 'relays/commands', relays([0, 'close'])), 409, 'DEVICE_BUSY');
    refused('busy baud', await put(D3, 'rs485/baud-rate', { speed_bd: 9600 }), 409, 'DEVICE_BUSY');
    refused('busy refresh', await call('GET', `/devices/${D3}`, { token: tokens.full }), 409, 'DEVICE_BUSY');
    check('busy ws', (await ws.run(D3, SET, relays([0, 'close']), newKey())).code === 'DEVICE_BUSY');
    ok('config is no refresh', await call('GET', `/devices/${D3}/config`, { token: tokens.full }));
    ok('other device free', await post(D4, 'relays/commands', relays([0, 'open'])));
    await slow;
    const after = await witness(D3);
    check('only one was run', after.executed.transceive === before.transceive + 1 && after.executed.relay_set === before.relay_set && after.executed.baud_set === before.baud_set, after.executed);
    const refresh = call('GET', `/devices/${D3}`, { token: tokens.full });
    await sleep(40);
    const key = newKey();
    refused('busy by refresh', await post(D3, 'relays/commands', relays([1, 'open']), tokens.full, key), 409, 'DEVICE_BUSY');
    ok('refresh alone', await refresh);
    ok('key of a refused request', await post(D3, 'relays/commands', relays([1, 'open']), tokens.full, key));
    ws.close();
  });

  await section('commands', async () => {
    const ws = await connect(tokens.full);
    const counts = async () => Object.values((await witness(D4)).executed).reduce((a, b) => a + b, 0);
    const key = newKey();
    const first = await post(D4, 'relays/commands', relays([0, 'close'], [1, 'close'], [3, 'close']), tokens.full, key);
    ok('relay command', first);
    const c = first.data.command ?? {};
    check('command shape', c.operation === SET && same(c.params, relays([0, 'close'], [1, 'close'], [3, 'close'])) && c.status === '20', c);
    check('relays moved', same((await witness(D4)).relays, [1, 1, 0, 1]), (await witness(D4)).relays);
    const n = await counts();
    const repeat = await post(D4, 'relays/commands', relays([0, 'close'], [1, 'close'], [3, 'close']), tokens.full, key);
    check('repeat', same(repeat.data.command, c), repeat.data);
    const other = await post(D4, 'relays/commands', relays([0, 'close'], [1, 'close'], [3, 'close']), tokens.full2, key);
    check('repeat with other token', same(other.data.command, c), other.data);
    const cross = await ws.run(D4, SET, relays([0, 'close'], [1, 'close'], [3, 'close']), key);
    check('repeat over ws', same(cross.data.command, c), cross);
    check('nothing run again', (await counts()) === n);
    refused('key for another body', await post(D4, 'relays/commands', relays([2, 'close']), tokens.full, key), 422);
    refused('key is no credential', await call('GET', '/devices', { headers: { 'Idempotency-Key': key } }), 401);
    const read = await call('GET', `/commands/${c.command_no}`, { token: tokens.viewer });
    check('read command', same(read.data.command, c), read.data);
    refused('foreign command', await call('GET', `/commands/${c.command_no}`, { token: tokens.north }), 404);
    refused('long command number', await call('GET', '/commands/12345678901234567890', { token: tokens.full }), 404);
    await sleep(5200 / 1);
    check('repeat after five seconds', same((await post(D4, 'relays/commands', relays([0, 'close'], [1, 'close'], [3, 'close']), tokens.full, key)).data.command, c));

    const wsKey = newKey();
    const viaWs = await ws.run(D4, SERIAL, PING, wsKey);
    check('ws rs485', viaWs.code === 'SUCCESS' && viaWs.message === 'OK' && same(viaWs.data.command?.result?.rx, [80, 79, 78, 71]) && viaWs.data.command.operation === SERIAL, viaWs);
    check('ws repeat', same((await ws.run(D4, SERIAL, PING, wsKey)).data.command, viaWs.data.command));
    check('rest repeat of ws', same((await post(D4, 'rs485/transceive', PING, tokens.full, wsKey)).data.command, viaWs.data.command));
    check('read ws command', same((await call('GET', `/commands/${viaWs.data.command?.command_no}`, { token: tokens.full })).data.command, viaWs.data.command));
    check('long answer', same((await post(D4, 'rs485/transceive', READ)).data.command?.result?.rx, [1, 3, 2, 10, 44, 62, 249]));

    const silentKey = newKey();
    const began = Date.now();
    const silent = await post(D4, 'rs485/transceive', SILENT, tokens.full, silentKey);
    check('timeout', silent.status === 200 && silent.data.command?.status === 'TIMEOUT' && Date.now() - began > 190, silent.json);
    const m = await counts();
    check('timeout repeat', same((await post(D4, 'rs485/transceive', SILENT, tokens.full, silentKey)).data.command, silent.data.command) && (await counts()) === m);
    const baudKey = newKey();
    const b1 = await put(D4, 'rs485/baud-rate', { speed_bd: 19200 }, tokens.full, baudKey);
    const b2 = await put(D4, 'rs485/baud-rate', { speed_bd: 19200 }, tokens.full, baudKey);
    check('baud repeat', b1.status === 200 && same(b1.data.command, b2.data.command), b2.json);
    const raceKey = newKey();
    const race = await Promise.all([0, 1, 2].map(() => post(D4, 'relays/commands', relays([2, 'flip']), tokens.full, raceKey)));
    check('race of one key', race.every((r) => r.status === 200 && same(r.data.command, race[0].data.command)), race.map((r) => r.json));
    await sleep(2100);
    check('timeout is final', same((await call('GET', `/commands/${silent.data.command?.command_no}`, { token: tokens.full })).data.command, silent.data.command));
    ws.close();
  });

  await section('settings', async () => {
    const ws = await connect(tokens.full);
    ok('baud', await put(D2, 'rs485/baud-rate', { speed_bd: 57600 }));
    ok('jog last', await put(D2, 'relays/7/jog-config', { hold_sec: 1.25 }));
    const s = async () => (await call('GET', `/devices/${D2}/config`, { token: tokens.full })).data.settings ?? { jog_sec: {}, serial_port: {} };
    const one = await s();
    check('config', one.serial_port.speed_bd === 57600 && one.jog_sec.r7 === 1.25 && one.jog_sec.r6 === 0.5 && one.jog_sec.r0 === 0.5, one);
    check('ws jog', (await ws.run(D2, JOG, { line: 2, hold_sec: 0.3 }, newKey())).code === 'SUCCESS');
    check('ws jog read', (await s()).jog_sec.r2 === 0.3);
    check('ws baud', (await ws.run(D2, BAUD, { speed_bd: 38400 }, newKey())).code === 'SUCCESS');
    check('ws baud read', (await s()).serial_port.speed_bd === 38400);
    check('settings send no event', ws.since(CHANGED, D2).length === 0);
    ok('pulse', await post(D2, 'relays/2/commands', { drive: 'pulse' }));
    check('compat relay', same((await witness(D2)).relays, [0, 0, 1, 0, 0, 0, 0, 0]));
    await sleep(450);
    check('pulse ended', (await witness(D2)).relays[2] === 0);
    check('pulse events', ws.since(CHANGED, D2).length === 2, ws.events);
    await sleep(4100);
    check('baud stays', (await s()).serial_port.speed_bd === 38400);
    for (const [tail, body] of [['rs485/baud-rate', { speed_bd: 1 }], ['relays/1/jog-config', { hold_sec: 'x' }], ['relays/1/jog-config', { hold_sec: 1e9 }]]) refused('bad setting', await put(D2, tail, body), 422);
    refused('bad index', await put(D2, 'relays/8/jog-config', { hold_sec: 1 }), 404);
    ws.close();
  });

  await section('manage', async () => {
    const body = { serial_no: 'SN-NEW-1', label: 'New one', profile_code: 'RX4', pass: 'start-1' };
    const added = await call('POST', '/devices', { token: tokens.admin, body });
    ok('add', added);
    const no = added.data.unit?.device_no;
    const listed = async () => Object.values((await call('GET', '/devices', { token: tokens.admin })).data.devices).some((d) => d.device_no === no);
    check('added is listed', await listed());
    refused('add twice', await call('POST', '/devices', { token: tokens.admin, body }), 409);
    refused('wrong old password', await put(no, 'password', { old_pass: 'x', new_pass: 'second' }, tokens.admin), 422);
    ok('password', await put(no, 'password', { old_pass: 'start-1', new_pass: 'second' }, tokens.admin));
    ok('password again', await put(no, 'password', { old_pass: 'second', new_pass: 'third' }, tokens.admin));
    const made = await post(no, 'relays/commands', relays([0, 'close']), tokens.full);
    ok('added works', made);
    ok('remove', await call('DELETE', `/devices/${no}`, { token: tokens.admin }));
    check('removed is not listed', !(await listed()));
    refused('removed is gone', await call('GET', `/devices/${no}/config`, { token: tokens.admin }), 404);
    refused('remove twice', await call('DELETE', `/devices/${no}`, { token: tokens.admin }), 404);
  });

  await section('websocket', async () => {
    const ws = await connect(tokens.full);
    check('upgrade', ws.status === 101);
    for (let n = 0; n < 4; n++) check('ping ' + n, same(Object.keys(await ws.ask('session.ping', {}, String(1000 + n))).sort(), ['code', 'data', 'message', 'requestId', 'type']));
    check('ping message', (await ws.ask('session.ping', {})).message === 'OK');
    const bad = await ws.ask('no.such.topic', {}, 'bad-1');
    check('unknown topic', bad.type === 'reply' && bad.requestId === 'bad-1' && bad.code !== 'SUCCESS' && !ws.closed, bad);
    check('unknown operation', (await ws.run(D7, 'device.nothing', {})).code === 'OPERATION_UNKNOWN');
    check('bad data', (await ws.ask('device.state.get', 7, 'bad-2')).code === 'MESSAGE_INVALID');
    for (const text of ['', '{', '[]', '7', 'null', '{"call":"session.ping"}', '{"requestId":7,"call":"session.ping"}', '{"requestId":{},"call":[]}', '['.repeat(50000)]) ws.frame(1, text);
    ws.frame(2, Buffer.from([1, 2]));
    for (let n = 0; n < 100 && ws.replies.length < 10; n++) await sleep(20);
    check('bad messages are answered', ws.replies.length === 10 && ws.replies.every((r) => r.code === 'MESSAGE_INVALID'), ws.replies);
    ws.replies = [];
    const text = JSON.stringify({ requestId: 'frag', call: 'session.ping', data: { pad: 'ä'.repeat(70000) } });
    const bytes = Buffer.from(text);
    ws.frame(1, bytes.subarray(0, 1), false);
    ws.frame(9, 'x');
    ws.frame(0, bytes.subarray(1, 90001), false);
    ws.frame(0, bytes.subarray(90001));
    check('fragments', (await ws.reply('frag')).code === 'SUCCESS' && ws.pongs === 1);
    ws.frame(1, JSON.stringify({ requestId: 'w1', call: 'device.operation.execute', data: { device_no: D7, operation: { name: SERIAL, args: { tx: [99], wait_sec: 0.4 } } } }));
    ws.frame(1, JSON.stringify({ requestId: 'w2', call: 'session.ping', data: {} }));
    const [w1, w2] = [await ws.reply('w1'), await ws.reply('w2')];
    check('replies carry their own requestId', w1.data.command && w2.data.server_ms, [w1, w2]);
    ws.close();
    await sleep(60);
    check('close is answered', ws.closeCode === 1000 && ws.closed);
    for (const [name, code, fn] of [
      ['unmasked', 1002, (w) => w.socket.write(Buffer.from([0x81, 1, 65]))], ['reserved bit', 1002, (w) => w.frame(0x41, 'x')], ['bad opcode', 1002, (w) => w.frame(3, 'x')],
      ['stray continuation', 1002, (w) => w.frame(0, 'x')], ['long ping', 1002, (w) => w.frame(9, 'x'.repeat(126))], ['bad utf-8', 1007, (w) => w.frame(1, [0xff])], ['too big', 1009, (w) => w.frame(1, 'x'.repeat(300000))],
    ]) {
      const w = await connect(tokens.full);
      fn(w);
      await sleep(50);
      check('protocol error ' + name, w.closeCode === code, w.closeCode);
      w.socket.destroy();
    }
  });

  await section('tickets', async () => {
    const ticket = async () => (await call('POST', '/ws/ticket', { token: tokens.viewer })).data.ticket;
    const one = await ticket();
    const a = await Ws.open(server, one);
    const b = await Ws.open(server, one);
    check('ticket once', a.status === 101 && b.status === 401, [a.status, b.status]);
    await sleep(1100);
    check('ticket once, later', (await Ws.open(server, one)).status === 401);
    a.close();
    await sleep(50);
    check('ticket once, after close', (await Ws.open(server, one)).status === 401);
    check('no ticket', (await Ws.open(server)).status === 401);
    check('empty ticket', (await Ws.open(server, '')).status === 401);
    check('token is no ticket', (await Ws.open(server, tokens.viewer)).status === 401);
    refused('ticket without token', await call('POST', '/ws/ticket'), 401);
    refused('ws path without upgrade', await call('GET', '/ws'), 400);
    const fresh = await ticket();
    check('ticket in two races', same((await Promise.all([Ws.open(server, fresh), Ws.open(server, fresh)])).map((w) => w.status).sort(), [101, 401]));
  });

  await section('events', async () => {
    const old = await connect(tokens.full);
    const ws = await connect(tokens.full);
    const north = await connect(tokens.north);
    const quiet = async () => { await sleep(80); ws.mark = ws.events.length; };
    const fresh = (topic) => ws.since(topic, D6, ws.mark);
    await quiet();
    await post(D6, 'relays/commands', relays([0, 'close'], [1, 'close']));
    await sleep(50);
    let e = fresh(CHANGED);
    const truth = await witness(D6);
    check('relay event', e.length === 1 && same(e[0].changes, ['r0', 'r1']) && same(Object.keys(e[0].peripherals), ['relays', 'din', 'ain', 'probes', 'sampled_ms']) && same(Object.values(e[0].peripherals.relays), truth.relays), e);
    await quiet();
    await post(D6, 'relays/commands', relays([0, 'close'], [1, 'close']));
    check('no change, no event', fresh(CHANGED).length === 0);
    await ws.run(D6, SET, relays([0, 'open']), newKey());
    check('event of a ws command', fresh(CHANGED).length === 1);
    await quiet();
    await act({ do: 'set_input', device_no: D6, ch: 'd5', value: 1 - truth.din[5] });
    await sleep(50);
    e = fresh(CHANGED);
    check('input event', e.length === 1 && same(e[0].changes, ['d5']), e);
    await quiet();
    await act({ do: 'set_analog', device_no: D6, ch: 'a0', value: 5.5 });
    await act({ do: 'set_probe', device_no: D6, ch: 't0', value: 5.5 });
    await put(D6, 'rs485/baud-rate', { speed_bd: 1200 });
    await put(D6, 'relays/0/jog-config', { hold_sec: 2 });
    await post(D6, 'rs485/transceive', READ);
    await sleep(50);
    check('silent changes', ws.events.length === ws.mark, ws.events.slice(ws.mark));
    await act({ do: 'serial_rx', device_no: D6, bytes: [7, 8] });
    await act({ do: 'power', device_no: D6, on: 0 });
    await act({ do: 'power', device_no: D6, on: 1 });
    await act({ do: 'link', device_no: D6, up: 0 });
    refused('no link', await post(D6, 'relays/commands', relays([0, 'close'])), 409);
    await act({ do: 'link', device_no: D6, up: 1 });
    await sleep(50);
    const topics = ws.events.slice(ws.mark).filter((x) => x.device_no === D6).map((x) => x.topic);
    check('event topics', same(topics, ['device.rs485.received', 'device.power.lost', 'device.power.restored', 'device.connection.offline', 'device.connection.online']), topics);
    await quiet();
    const slow = await post(D6, 'rs485/transceive', { tx: [42, 1], wait_sec: 0.2 });
    await sleep(1500);
    check('late answer', slow.data.command?.status === 'TIMEOUT' && fresh('device.rs485.received').length === 1, [slow.json, fresh('device.rs485.received')]);
    check('both connections', old.events.filter((x) => x.device_no === D6).length === ws.events.filter((x) => x.device_no === D6).length && ws.events.length > 5);
    check('foreign events', north.events.every((x) => [D3, D5].includes(x.device_no)), north.events);
    await sleep(4000);
    await quiet();
    await act({ do: 'set_input', device_no: D6, ch: 'd0', value: 1 - truth.din[0] });
    await sleep(50);
    check('events after a while', fresh(CHANGED).length === 1);
    const late = await connect(tokens.full);
    await sleep(100);
    check('no replay', late.events.length === 0, late.events.length);
    for (const w of [old, ws, north, late]) w.close();
  });

  await section('malformed', async () => {
    for (const raw of ['', '{', '[]', 'null', '"x"', '[' .repeat(60000), Buffer.from([0x22, 0xff, 0x22])]) refused('bad body', await call('POST', `/devices/${D1}/relays/commands`, { token: tokens.full, raw }), 400);
    refused('big body', await call('POST', '/auth/token', { raw: 'x'.repeat(3000000) }), 400);
    refused('big body with token', await call('PUT', `/devices/${D1}/password`, { token: tokens.full, raw: 'x'.repeat(100000) }), 400);
    for (const body of [{}, { relays: [] }, { relays: {} }, { relays: [7] }, relays([99, 'close']), relays([-1, 'close']), relays([0.5, 'close']), relays(['0', 'close']), relays([0, 'jump']), relays([0, 'close'], [0, 'open'])]) refused('bad relays ' + JSON.stringify(body), await post(D1, 'relays/commands', body), 422);
    for (const body of [{}, { tx: 'ab' }, { tx: [256] }, { tx: [] }, { tx: [1], wait_sec: -1 }, { tx: new Array(300).fill(1) }]) refused('bad transceive', await post(D1, 'rs485/transceive', body), 422);
    for (const index of ['x', '-1', '99', '%00', '1e0']) refused('bad index', await post(D1, `relays/${index}/commands`, { drive: 'open' }), 404);
    refused('bad key', await post(D1, 'relays/commands', relays([0, 'open']), tokens.full, 'k'.repeat(500)), 400);
    refused('bad page', await call('GET', '/devices?page_no=-4', { token: tokens.full }), 422);
    for (const [method, path] of [['GET', '/nothing'], ['PATCH', '/devices'], ['GET', '/auth/token']]) refused(`route ${path}`, await call(method, path, { token: tokens.full }), 404);
    refused('no version', await http(server.url, 'GET', '/svc/devices', { token: tokens.full }), 404);
    for (const bytes of ['garbage\r\n\r\n', 'GET / HTTP/1.1\r\nbad header\r\n\r\n', `GET / HTTP/1.1\r\nX: ${'y'.repeat(70000)}\r\n\r\n`, 'GET /svc/v1/devices HTTP/1.1\r\n\r\n', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', 'POST /svc/v1/devices HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n',
      'GET /svc/v1/devices HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n', 'GET /svc/v1/devices HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n', 'GET /svc/v1/ws?ticket=x HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n']) {
      const text = await rawHttp(server.url, bytes);
      check('raw ' + JSON.stringify(bytes.slice(0, 60)), /^HTTP\/1\.1 4\d\d /.test(text) && text.includes('"requestId"'), text.slice(0, 200));
    }
  });

  await section('disable', async () => {
    const ws = await connect(tokens.south);
    await act({ do: 'client', client_id: 'tenant-south', enabled: false });
    check('disabled later', (await call('GET', '/devices', { token: tokens.south })).code === 'APP_DISABLED');
    check('disabled later over ws', (await ws.ask('session.ping', {})).code === 'APP_DISABLED');
    await act({ do: 'client', client_id: 'tenant-south', enabled: true });
    check('enabled again', (await call('GET', '/devices', { token: tokens.south })).status === 200);
    ws.close();
  });

  await section('quota', async () => {
    const second = (await login('tenant-north')).data.accessToken;
    const codes = { query: 0, control: 0 };
    const flood = async (kind, times, fn) => {
      for (let n = 0; n < times; n += 10) {
        const got = await Promise.all(Array.from({ length: 10 }, (_, k) => fn(k % 2 ? second : tokens.north)));
        codes[kind] += got.filter((r) => r.status === 429).length;
      }
    };
    await flood('query', 640, (token) => call('GET', '/devices', { token }));
    await flood('control', 320, (token) => post(D3, 'relays/commands', {}, token));
    const limited = await call('GET', '/devices', { token: second });
    await sleep(1500);
    const later = await call('GET', '/devices', { token: second });
    check('rejection does not extend the window', later.data.retryAfterSeconds < limited.data.retryAfterSeconds, [limited.json, later.json]);
    check('quota of queries is shared', codes.query > 30 && codes.query < 60, codes);
    check('quota of control is stricter', codes.control >= 20, codes);
  });

  check('server wrote no errors', server.stderr === '', server.stderr.slice(0, 400));
  const ending = Date.now();
  await server.stop();
  check('ends quickly', Date.now() - ending < 500);

  await section('expiry', async () => {
    const brief = await start([...args, '--token-lifetime', '2']);
    const r = await http(brief.url, 'POST', '/svc/v1/auth/token', { body: { clientId: 'plant-full', clientSecret: SECRETS['plant-full'] } });
    const token = r.data.accessToken;
    check('expiresIn', Number(r.data.expiresIn) === 2, r.data);
    await sleep(1300);
    check('token lives', (await http(brief.url, 'GET', '/svc/v1/devices', { token })).status === 200);
    await sleep(800);
    for (const [method, path] of [['GET', '/devices'], ['GET', `/devices/${D1}/config`], ['POST', '/ws/ticket']]) check('token expired ' + path, (await http(brief.url, method, '/svc/v1' + path, { token })).status === 401);
    await brief.stop();
  });
  return { failures, count };
}

async function pool(items, width, fn) {
  const queue = [...items];
  await Promise.all(Array.from({ length: width }, async () => { while (queue.length) await fn(queue.shift()); }));
}

async function main() {
  const options = process.argv.slice(2);
  if (options[0] === '--one') {
    const { failures, count } = await suite(options.slice(1));
    console.log(failures.map((f) => 'FAIL ' + f).join('\n'));
    console.log(`${count} checks, ${failures.length} failed`);
    process.exit(failures.length ? 1 : 0);
  }
  const { failures, count } = await suite(['--seed', '5']);
  for (const f of failures) console.log('FAIL ' + f);
  console.log(`correct server: ${count} checks, ${failures.length} failed`);

  const lists = JSON.parse(readFileSync(here('switches.json'), 'utf8'));
  const readme = existsSync(here('README.md')) ? readFileSync(here('README.md'), 'utf8') : '';
  const switches = [...lists.defects.map((d) => ['--defect', d.name]), ...lists.oddities.map((o) => ['--oddity', o.name])];
  let started = 0;
  await pool(switches, 3, async ([option, name]) => {
    let server;
    try {
      server = await start([option, name]);
      const r = await http(server.url, 'POST', '/svc/v1/auth/token', { body: { clientId: 'plant-full', clientSecret: SECRETS['plant-full'] } });
      if (!r.data.accessToken) throw new Error('no token');
      if (!readme.includes('`' + name + '`')) throw new Error('not in README');
      started++;
    } catch (error) { failures.push(`${option} ${name}: ${error.message}`); console.log(`FAIL ${option} ${name}: ${error.message}`); }
    if (server) await server.stop();
  });
  console.log(`switches: ${started} of ${switches.length} start, serve a token and stand in the README (${lists.defects.length} defects, ${lists.oddities.length} oddities)`);

  if (options[0] === '--seen') {
    const unseen = [];
    await pool(lists.defects, 8, async ({ name }) => {
      const result = await suite(['--seed', '5', '--defect', name]).catch((error) => ({ failures: [error.message] }));
      if (!result.failures.length) unseen.push(name);
      console.log(`${name}: ${result.failures.length} failed; ${(result.failures[0] ?? 'NOT SEEN').slice(0, 110)}`);
    });
    console.log(`defects seen by the checks: ${lists.defects.length - unseen.length} of ${lists.defects.length}; not seen: ${unseen.join(', ') || 'none'}`);
  }
  console.log(failures.length ? `FAILED: ${failures.length}` : 'ALL PASSED');
  process.exit(failures.length ? 1 : 0);
}

main();
