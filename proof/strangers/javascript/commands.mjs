// Refreshes and device operations: checks, serialisation, idempotency keys, execution.
import { bug, odd } from './switches.mjs';
import { world, random, at, ioBlock, unitHead, publishChanges, stateEvent, emit, SPEEDS, PROFILES } from './world.mjs';

export const RELAY = 'device.relay.set';
export const SERIAL = 'device.rs485.transceive';
export const BAUD = 'device.rs485.baudRate.set';
export const JOG = 'device.relay.jogConfig.set';
export const SCOPE_OF = { [RELAY]: 'device:control', [SERIAL]: 'device:control', [BAUD]: 'device:config', [JOG]: 'device:config' };

const RUNNING = '10';
const DONE = '20';
const FAILED = '41';
const TIMEOUT = 'TIMEOUT';

export class Refusal extends Error {
  constructor(status, code, message, data = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.data = data;
  }
}
export const badField = (field, why) => new Refusal(422, 'FIELD_INVALID', `Field ${field}: ${why}.`, { field });

const isObject = (v) => typeof v === 'object' && v !== null && !Array.isArray(v);
const isByte = (v) => Number.isInteger(v) && v >= 0 && v <= 255;

export function lineOf(dev, line) {
  if (!Number.isInteger(line) || line < 0 || line >= dev.relays.length) throw badField('line', 'no such relay');
  return line;
}

// Turns the arguments of an operation into the params of a command.
export function readParams(dev, operation, args) {
  if (!isObject(args)) throw badField('args', 'must be an object');
  if (operation === RELAY) {
    if (!Array.isArray(args.relays) || !args.relays.length) throw badField('relays', 'must be a non-empty array');
    const seen = new Set();
    const relays = args.relays.map((item) => {
      if (!isObject(item)) throw badField('relays', 'entries must be objects');
      const line = lineOf(dev, item.line);
      if (!['close', 'open', 'flip', 'pulse'].includes(item.drive)) throw badField('drive', 'must be close, open, flip or pulse');
      if (seen.has(line)) throw badField('line', 'named twice');
      seen.add(line);
      return { line, drive: item.drive };
    });
    return { relays };
  }
  if (operation === SERIAL) {
    const { tx, wait_sec = 0.6 } = args;
    if (!Array.isArray(tx) || !tx.length || tx.length > 256 || !tx.every(isByte)) throw badField('tx', 'must be 1 to 256 byte numbers');
    if (typeof wait_sec !== 'number' || !(wait_sec >= 0.1 && wait_sec <= 5)) throw badField('wait_sec', 'must be 0.1 to 5');
    return { tx: [...tx], wait_sec };
  }
  if (operation === BAUD) {
    if (!SPEEDS.includes(args.speed_bd)) throw badField('speed_bd', 'not a supported speed');
    return { speed_bd: args.speed_bd };
  }
  const line = lineOf(dev, args.line);
  if (typeof args.hold_sec !== 'number' || !(args.hold_sec >= 0.1 && args.hold_sec <= 60)) throw badField('hold_sec', 'must be 0.1 to 60');
  return { line, hold_sec: Math.round(args.hold_sec * 1000) / 1000 };
}

// The peripheral on the RS485 port. No return value means silence.
function peripheralAnswer(tx) {
  if (tx[0] === 1 && (tx[1] === 3 || tx[1] === 4)) return { rx: [1, tx[1], 2, 10, 44, 62, 249] };
  if (tx[0] === 16) return { rx: [...tx] };
  if (String.fromCharCode(...tx) === 'PING') return { rx: [80, 79, 78, 71] };
  if (tx[0] === 42) return { rx: [42, 1, 99], late: 1200 };
  return undefined;
}

// A quota is a fixed window for each client and class of requests.
const QUOTAS = { query: 600, control: 300, refresh: 300, ticket: 120, manage: 120, ws_message: 900, ws_connect: 120 };
const SMALL = { query: 30, control: 10, refresh: 10, ticket: 6, manage: 10, ws_message: 40, ws_connect: 20 };
let queryCount = 0;
export function takeQuota(ctx, kind) {
  const now = Date.now();
  if (kind === 'query' && odd('some_429') && ++queryCount % 9 === 0) throw limited(1, 'quota');
  if (kind === 'control' && bug('quota_control_loose')) return;
  let limit = (odd('small_quota') ? SMALL : QUOTAS)[kind];
  if (kind === 'ws_connect' && odd('ws_connect_limit')) limit = 6;
  const slot = kind + ' ' + (bug('quota_per_token') ? ctx.token : ctx.client.id);
  let window = world.quotas.get(slot);
  if (!window || now >= window.start + 60000) world.quotas.set(slot, (window = { start: now, count: 0 }));
  if (window.count >= limit) {
    if (bug('quota_429_extends')) window.start = now;
    giveBack(ctx);
    throw limited(Math.ceil((window.start + 60000 - now) / 1000), 'quota');
  }
  window.count++;
  (ctx.taken ??= []).push(window);
}

// A request refused with 429 uses no quota, so what it took before is returned.
function giveBack(ctx) {
  for (const window of (ctx.taken ?? []).splice(0)) window.count--;
}

function limited(seconds, what) {
  let retry = Math.max(1, seconds) + (odd('large_retry_after') ? 4 : 0);
  if (bug('refresh_retry_low') && what === 'refresh') retry = Math.max(0, seconds - 1);
  const code = bug('refresh_429_code') ? 'TOO_MANY_REQUESTS' : 'RATE_LIMITED';
  return new Refusal(bug('refresh_429_is_403') ? 403 : 429, code, 'Too many requests.', { retryAfterSeconds: retry });
}

const busyRefusal = () => new Refusal(bug('busy_status') ? 423 : 409, 'DEVICE_BUSY', 'Another operation is communicating with the device.');
const unreachable = () => new Refusal(409, 'DEVICE_UNREACHABLE', 'The device has no link.');

// Names what the device is busy with, or gives an empty text.
export function busyWith(dev) {
  const now = Date.now();
  if (bug('busy_global')) {
    for (const other of world.devices.values()) if (now < other.busyUntil) return other.busyWith;
  }
  return now < dev.busyUntil ? dev.busyWith : '';
}

// Refreshes a device. done gets a refusal or the unit with its runtime state.
export function refresh(ctx, dev, done) {
  settle(dev);
  if (!dev.linkUp) throw unreachable();
  const busy = busyWith(dev);
  if (busy && !(busy !== 'refresh' && bug('busy_not_refresh'))) throw busyRefusal();
  const now = Date.now();
  let slot = 'device ' + dev.no;
  if (bug('refresh_per_channel')) slot += ' ' + ctx.channel;
  if (bug('refresh_per_token')) slot += ' ' + ctx.token;
  if (bug('refresh_per_client')) slot += ' ' + ctx.client.id;
  if (bug('refresh_global')) slot = 'all';
  const budget = bug('refresh_short') ? 2000 : odd('long_refresh_budget') ? 6000 : 3000;
  const next = world.budgets.get(slot) ?? 0;
  if (now < next && !bug('refresh_no_budget')) {
    if (bug('refresh_429_extends')) world.budgets.set(slot, now + budget);
    giveBack(ctx);
    throw limited(Math.ceil((world.budgets.get(slot) - now) / 1000), 'refresh');
  }
  takeQuota(ctx, 'refresh');
  world.budgets.set(slot, now + budget);
  const ends = now + 120 + Math.floor(random() * 130);
  if (!busy) dev.busyWith = 'refresh';
  dev.busyUntil = Math.max(dev.busyUntil, ends);
  at(ends, () => {
    settle(dev);
    if (dev.gone) return done(new Refusal(404, 'NO_SUCH_DEVICE', 'The device was removed.'));
    if (!dev.linkUp) return done(unreachable());
    done(null, { ...unitHead(dev), io: sample(ctx, dev) });
  });
}

function sample(ctx, dev) {
  if (odd('sensors_drift')) {
    dev.ain = dev.ain.map((v) => Math.round((v + random() * 0.04) * 100) / 100);
    dev.probes = dev.probes.map((v) => Math.round((v + random() * 0.4 - 0.2) * 10) / 10);
  }
  dev.executed.refresh++;
  dev.lastContact = Date.now();
  const values = {};
  if (bug('device_stale_probes')) values.probes = dev.boot.probes;
  if (bug('device_stale_din_ws') && ctx.channel === 'ws') values.din = dev.boot.din;
  if (bug('device_stale_last_ain')) values.ain = dev.ain.map((v, n) => (n === dev.ain.length - 1 ? dev.boot.ain[n] : v));
  const block = ioBlock(dev, values);
  dev.boot.din = [...dev.din];
  if (bug('device_group_missing')) delete block.ain;
  return block;
}

function keySlot(ctx, operation, key) {
  if (key === undefined || bug('idem_ignored')) return null;
  if (bug('idem_ws_ignored') && ctx.channel === 'ws') return null;
  if (bug('idem_baud_ignored') && operation === BAUD) return null;
  let slot = ctx.client.id + ' ' + key;
  if (bug('idem_channel_split')) slot = ctx.channel + ' ' + slot;
  if (bug('idem_per_token')) slot = ctx.token + ' ' + slot;
  return slot;
}

// Starts an operation and gives its command. The same key gives the same command.
export function submit(ctx, dev, operation, params, key) {
  settle(dev);
  const now = Date.now();
  if (key === undefined && odd('key_required')) throw new Refusal(400, 'KEY_MISSING', 'An idempotency key is required.');
  if (key !== undefined && (typeof key !== 'string' || !/^[\x20-\x7e]{1,128}$/.test(key))) {
    throw new Refusal(400, 'KEY_INVALID', 'The idempotency key must be 1 to 128 printable characters.');
  }
  const slot = keySlot(ctx, operation, key);
  const print = `${dev.no} ${operation} ${JSON.stringify(params)}`;
  const seen = slot && world.keys.get(slot);
  let raced = false;
  if (seen) {
    if (seen.refused) throw busyRefusal();
    if (seen.print !== print) throw new Refusal(422, 'KEY_CONFLICT', 'The idempotency key belongs to another request.');
    const old = seen.command;
    raced = bug('idem_race') && old.status === RUNNING;
    const forgotten = (bug('idem_forgets') && now > seen.at + 5000) || (bug('idem_timeout_resends') && old.status === TIMEOUT);
    if (!forgotten && !raced) return replay(dev, old);
  }
  if (!dev.linkUp) throw unreachable();
  const busy = busyWith(dev);
  if (busy && !raced && !mayOverlap(ctx, operation, busy)) {
    if (bug('busy_but_runs')) perform(dev, newCommand(ctx, dev, operation, params, now));
    if (bug('idem_binds_refused') && slot) world.keys.set(slot, { refused: true });
    throw busyRefusal();
  }
  const start = busy && bug('busy_queues') ? dev.busyUntil : now;
  const command = newCommand(ctx, dev, operation, params, start);
  world.commands.set(command.no, command);
  if (key !== undefined) world.lastKeys.set(key, ctx.client);
  if (slot) world.keys.set(slot, { print, command, at: now });
  dev.running.push(command);
  dev.busyUntil = Math.max(dev.busyUntil, command.endsAt + (odd('busy_tail') ? 250 : 0));
  dev.busyWith = ctx.channel;
  at(command.endsAt, () => settle(dev));
  return command;
}

function mayOverlap(ctx, operation, busy) {
  return bug('busy_never') || bug('busy_queues')
    || (bug('busy_not_after_refresh') && busy === 'refresh')
    || (bug('busy_not_ws') && ctx.channel === 'ws' && busy === 'rest')
    || (bug('busy_not_baud') && operation === BAUD);
}

function newCommand(ctx, dev, operation, params, start) {
  let duration = 150 + Math.floor(random() * 250);
  if (odd('slow_commands')) duration = 900 + Math.floor(random() * 600);
  const command = { no: world.nextCommand++, dev, operation, params, status: RUNNING, channel: ctx.channel, created: start, waiters: [] };
  if (operation === SERIAL) {
    const wait = params.wait_sec * 1000;
    const answer = peripheralAnswer(params.tx);
    if (answer && !answer.late) command.rx = answer.rx;
    else if (answer && wait >= answer.late) { command.rx = answer.rx; duration = answer.late; }
    else {
      duration = 100 + wait;
      if (answer) at(start + 100 + Math.max(wait, answer.late), () => unsolicited(dev, answer.rx));
    }
    if (bug('op_rs485_no_wait')) { delete command.rx; duration = 10; }
  }
  command.endsAt = start + duration;
  return command;
}

function replay(dev, old) {
  const again = { ...old };
  if (bug('idem_runs_again') && old.status !== RUNNING) perform(dev, { ...old, params: old.params, rx: old.rx });
  if (bug('idem_new_id') && old.status !== RUNNING) {
    again.no = world.nextCommand++;
    world.commands.set(again.no, again);
    return again;
  }
  if (bug('idem_result_lost') && old.status !== RUNNING) { delete again.result; return again; }
  return old;
}

// Brings a device up to the present: ends due commands and due pulses.
export function settle(dev) {
  const now = Date.now();
  for (const command of dev.running.filter((c) => c.endsAt <= now)) {
    dev.running.splice(dev.running.indexOf(command), 1);
    perform(dev, command);
    for (const waiter of command.waiters.splice(0)) waiter(command);
  }
  const due = dev.pulses.filter((p) => p.at <= now);
  if (!due.length) return;
  dev.pulses = dev.pulses.filter((p) => p.at > now);
  for (const pulse of due) dev.relays[pulse.line] = 0;
  publishChanges(dev, 'pulse');
}

export function whenEnded(command, fn) {
  if (command.status !== RUNNING || odd('deferred_commands')) fn(command);
  else command.waiters.push(fn);
}

// Carries out a command on the device. This is the only place where operations are counted.
function perform(dev, command) {
  const { operation, params } = command;
  command.endedMs = Date.now();
  const fail = (fault) => { command.status = FAILED; command.result = { fault }; };
  if (dev.gone) return fail('device_removed');
  if (!dev.linkUp) return fail('link_lost');
  command.status = DONE;
  if (operation === RELAY) {
    if (!dev.mainsOk) return fail('no_mains');
    performRelays(dev, command, params.relays);
  } else if (operation === SERIAL) performSerial(dev, command);
  else if (operation === BAUD) {
    dev.executed.baud_set++;
    dev.speed = params.speed_bd;
    dev.speedSetAt = Date.now();
    if (!(bug('config_ws_not_read') && command.channel === 'ws')) dev.shown.speed = dev.speed;
    if (bug('config_baud_broadcast')) stateEvent(dev, ['serial']);
    if (!odd('config_no_result')) command.result = { speed_bd: params.speed_bd };
  } else performJog(dev, command, params);
}

function performRelays(dev, command, list) {
  dev.executed.relay_set++;
  const shown = {};
  list.forEach(({ line, drive }, n) => {
    const value = drive === 'close' || drive === 'pulse' ? 1 : drive === 'open' ? 0 : 1 - dev.relays[line];
    shown['r' + line] = value;
    if (bug('op_first_relay_only') && n > 0) return;
    if (bug('op_last_relay_dead') && line === dev.relays.length - 1) return;
    const target = bug('op_compat_shift') && command.compat ? (line + 1) % dev.relays.length : line;
    dev.pulses = dev.pulses.filter((p) => p.line !== target);
    dev.relays[target] = value;
    if (drive === 'pulse') {
      const ends = Date.now() + dev.jog[target] * 1000;
      dev.pulses.push({ line: target, at: ends });
      at(ends, () => settle(dev));
    }
  });
  command.result = { relays: shown };
  publishChanges(dev, command.channel);
}

function performSerial(dev, command) {
  dev.executed.transceive++;
  dev.serialSent.push(command.params.tx);
  if (command.rx) {
    let rx = command.rx;
    if (bug('event_rs485_answer')) emit('device.rs485.received', dev, { rx });
    if (bug('op_rs485_short') && rx.length > 4) rx = rx.slice(0, -1);
    command.result = { rx, rx_len: rx.length };
  } else if (bug('command_timeout_done')) command.result = { rx: [], rx_len: 0 };
  else command.status = TIMEOUT;
}

function performJog(dev, command, { line, hold_sec }) {
  dev.executed.jog_set++;
  if (!odd('config_no_result')) command.result = { line, hold_sec };
  if (bug('op_ws_jog_noop') && command.channel === 'ws') return;
  const last = dev.relays.length - 1;
  dev.jog = dev.jog.map((old, n) => (n === line || bug('config_jog_all') ? hold_sec : old));
  if (bug('config_jog_last_shift') && line === last) [dev.jog[last - 1], dev.jog[last]] = [hold_sec, dev.shown.jog[last]];
  if (!(bug('config_ws_not_read') && command.channel === 'ws')) dev.shown.jog = [...dev.jog];
  if (bug('config_jog_broadcast')) stateEvent(dev, ['r' + line]);
}

// Bytes arrive at the RS485 port. They answer a waiting request of the same address, or become an event.
export function unsolicited(dev, bytes) {
  settle(dev);
  if (dev.gone || !dev.linkUp) return;
  const waiting = dev.running.find((c) => c.operation === SERIAL && !c.rx && c.params.tx[0] === bytes[0]);
  if (waiting) {
    waiting.rx = bytes;
    waiting.endsAt = Date.now();
    dev.busyUntil = waiting.endsAt;
    settle(dev);
  } else if (!bug('event_rs485_none')) emit('device.rs485.received', dev, { rx: bytes, rx_len: bytes.length });
}

export function showCommand(command, reading = false) {
  let { status, operation, params, result } = command;
  if (status === TIMEOUT) {
    if (bug('command_timeout_flips') && reading && Date.now() > command.endedMs + 2000) status = DONE;
    if (bug('command_timeout_name')) status = 'TIMED_OUT';
  } else if (bug('command_status_number')) status = Number(status);
  if (bug('command_operation_wrong') && operation === SERIAL) operation = RELAY;
  if (bug('command_result_differs') && reading && operation === SERIAL && result) result = { rx: [], rx_len: 0 };
  const shown = { command_no: command.no, device_no: command.dev.no, operation, params, status, created_ms: command.created };
  if (bug('command_no_params') && reading) delete shown.params;
  if (result !== undefined) shown.result = result;
  if (command.endedMs) shown.ended_ms = command.endedMs;
  if (odd('extra_fields')) shown.attempt = 1;
  return shown;
}

export function settingsOf(dev) {
  let speed = dev.shown.speed;
  if (bug('config_baud_reverts') && dev.speedSetAt && Date.now() > dev.speedSetAt + 4000) speed = 9600;
  return {
    device_no: dev.no,
    jog_sec: Object.fromEntries(dev.shown.jog.map((v, n) => ['r' + n, v])),
    serial_port: { speed_bd: speed, framing: '8N1' },
  };
}

export function profileList() {
  const list = Object.entries(PROFILES).map(([code, p]) => ({
    profile_code: code, title: p.title, relay_lines: p.relays, din_lines: p.din, ain_units: p.units,
    probe_names: p.probes, speeds_bd: SPEEDS, jog_sec_min: 0.1, jog_sec_max: 60,
  }));
  return bug('profiles_one_missing') ? list.slice(0, 1) : list;
}
