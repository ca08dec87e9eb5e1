// The simulated fleet, the clients and the passing of time.
// State changes happen at once. A deadline is compared with Date.now() whenever something is read.
import { randomBytes } from 'node:crypto';
import { bug, odd } from './switches.mjs';

export const PROFILES = {
  RX8: { title: 'Rail module, eight relays', relays: 8, din: 8, units: ['mA', 'mA', 'V', 'V'], probes: ['t0', 'h0'] },
  RX4: { title: 'Wall module, four relays', relays: 4, din: 6, units: ['mA', 'V'], probes: ['t0', 't1', 'p0'] },
};
export const SPEEDS = [1200, 2400, 4800, 9600, 19200, 38400, 57600, 115200];

export const world = {
  devices: new Map(), clients: new Map(), tokens: new Map(), tickets: new Map(),
  commands: new Map(), keys: new Map(), budgets: new Map(), quotas: new Map(),
  sockets: new Set(), history: [], removed: [], lastKeys: new Map(),
  nextDevice: 40117, nextCommand: 7000001, nextEvent: 1, nextRequest: 1, tokenLifetime: 3600,
};

let randomState = 1;
export function setSeed(seed) { randomState = (seed >>> 0) || 1; world.nextCommand = 7000001 + (randomState % 9000) * 100; }
export function random() {
  randomState = (randomState + 0x6d2b79f5) | 0;
  let t = Math.imul(randomState ^ (randomState >>> 15), 1 | randomState);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}
export const secretText = (bytes) => randomBytes(bytes).toString('hex');

// Calls fn at a wall clock time. A timer that fires early is set again.
export function at(deadline, fn) {
  const wait = deadline - Date.now();
  setTimeout(() => (Date.now() < deadline ? at(deadline, fn) : fn()), Math.max(0, wait)).unref();
}

const ALL = null; // no restriction of devices
export function addClient(id, secret, scopes, devices = ALL, enabled = true) {
  world.clients.set(id, { id, secret, scopes, devices, enabled, wsCount: 0, added: new Set() });
}

export function addDevice(label, profileCode, serialNo, pass) {
  const profile = PROFILES[profileCode];
  const no = world.nextDevice;
  world.nextDevice += 13;
  const dev = {
    no, label, profileCode, serialNo, pass: pass ?? 'init-' + no, gone: false,
    relays: new Array(profile.relays).fill(0),
    din: Array.from({ length: profile.din }, () => (random() < 0.3 ? 1 : 0)),
    ain: profile.units.map((u) => Math.round((u === 'mA' ? 4 + random() * 16 : random() * 10) * 100) / 100),
    probes: profile.probes.map((p) => Math.round((p[0] === 'p' ? 950 + random() * 90 : 15 + random() * 40) * 10) / 10),
    jog: new Array(profile.relays).fill(0.5), speed: 9600, speedSetAt: 0,
    mainsOk: true, linkUp: true, lastContact: Date.now(), passChanged: Date.now(),
    busyUntil: 0, busyWith: '', running: [], pulses: [],
    executed: { relay_set: 0, transceive: 0, baud_set: 0, jog_set: 0, refresh: 0 }, serialSent: [],
  };
  dev.known = { relays: [...dev.relays], din: [...dev.din] };
  dev.boot = { ain: [...dev.ain], probes: [...dev.probes], din: [...dev.din] };
  dev.shown = { jog: [...dev.jog], speed: dev.speed };
  world.devices.set(no, dev);
  return dev;
}

export function buildWorld() {
  const names = [['Pump house', 'RX8'], ['Boiler room', 'RX8'], ['Gate north', 'RX4'], ['Gate south', 'RX4'],
    ['Greenhouse 1', 'RX8'], ['Greenhouse 2', 'RX4'], ['Spare panel', 'RX4']];
  const nos = names.map(([label, code], n) => addDevice(label, code, 'SN-26-' + (5001 + n)).no);
  addClient('plant-viewer', 'viewer-secret-7d1f', ['device:read']);
  addClient('plant-switch', 'switch-secret-b802', ['device:control']);
  addClient('plant-setup', 'setup-secret-03ce', ['device:config']);
  addClient('plant-admin', 'admin-secret-94aa', ['device:manage']);
  addClient('plant-full', 'full-secret-5e66', ['device:read', 'device:control', 'device:config', 'device:manage']);
  addClient('plant-retired', 'retired-secret-1b77', ['device:read', 'device:control'], ALL, false);
  addClient('tenant-north', 'north-secret-c0d4', ['device:control', 'device:config'], new Set([nos[2], nos[4]]));
  addClient('tenant-south', 'south-secret-ef19', ['device:control', 'device:manage'], new Set([nos[3], nos[5]]));
  addClient('tenant-empty', 'empty-secret-6a20', ['device:read'], new Set());
  if (odd('inputs_move')) {
    setInterval(() => { for (const dev of world.devices.values()) { dev.din[1] ^= 1; publishChanges(dev); } }, 4000).unref();
  }
  if (odd('link_flaps')) {
    setInterval(() => { setLink(world.devices.get(nos[0]), false); at(Date.now() + 1000, () => setLink(world.devices.get(nos[0]), true)); }, 12000).unref();
  }
}

export const canSee = (client, dev) => client.devices === ALL || client.devices.has(dev.no) || client.added.has(dev.no);

// The complete runtime state block of a device.
export function ioBlock(dev, values = dev) {
  const profile = PROFILES[dev.profileCode];
  const named = (list, prefix) => Object.fromEntries(list.map((v, n) => [prefix + n, v]));
  return {
    relays: named(values.relays ?? dev.relays, 'r'),
    din: (values.din ?? dev.din).join(''),
    ain: Object.fromEntries((values.ain ?? dev.ain).map((v, n) => ['a' + n, v.toFixed(2) + ' ' + profile.units[n]])),
    probes: Object.fromEntries((values.probes ?? dev.probes).map((v, n) => [profile.probes[n], v.toFixed(1)])),
    sampled_ms: Date.now(),
  };
}

export function unitHead(dev) {
  return {
    device_no: dev.no, label: dev.label, profile_code: dev.profileCode, serial_no: dev.serialNo,
    link_up: dev.linkUp, mains_ok: dev.mainsOk ? 1 : 0, last_contact_ms: dev.lastContact,
  };
}

// Sends an event to the open connections of all clients that may see the device.
export function emit(topic, dev, payload) {
  if (dev.gone) return;
  const frame = { type: 'notice', topic, event_no: world.nextEvent++, at_ms: Date.now(), device_no: dev.no, ...payload };
  if (odd('extra_fields')) { frame.trace = { hop: 2, via: 'edge-7' }; frame.priority = null; }
  const frames = odd('duplicate_events') ? [frame, frame] : [frame];
  if (odd('unknown_event_topics')) {
    frames.push({ type: 'notice', topic: 'device.vendor.note', event_no: world.nextEvent++, at_ms: Date.now(), device_no: dev.no, note: 'ok' });
  }
  world.history.push({ dev, frame });
  if (world.history.length > 50) world.history.shift();
  const send = () => {
    for (const sock of world.sockets) {
      if (!sock.client.enabled || !canSee(sock.client, dev)) continue;
      if (bug('event_silent_reconnect') && sock.nth > 1) continue;
      if (bug('event_stops') && Date.now() - sock.openedAt > 8000) continue;
      if (bug('event_one_socket') && [...world.sockets].find((s) => s.client === sock.client) !== sock) continue;
      for (const one of frames) sock.sendJson(one);
    }
  };
  const delay = odd('events_late') ? 900 : odd('events_after_reply') ? 40 : 0;
  if (delay) at(Date.now() + delay, send); else send();
}

// Compares relays and inputs with what was last reported and sends the difference.
export function publishChanges(dev, how = '') {
  if (dev.gone || !dev.linkUp) return;
  if (odd('batch_changes') && how !== 'batched') {
    if (dev.batching) return;
    dev.batching = true;
    at(Date.now() + 150, () => { dev.batching = false; publishChanges(dev, 'batched'); });
    return;
  }
  const old = dev.known;
  let changes = [];
  dev.relays.forEach((v, n) => {
    if (v === old.relays[n] || bug('event_relay_none')) return;
    if (bug('event_ws_relay_none') && how === 'ws') return;
    if (bug('event_pulse_end_none') && how === 'pulse') return;
    changes.push('r' + n);
  });
  dev.din.forEach((v, n) => {
    if (v === old.din[n] || (bug('event_din_last_none') && n === dev.din.length - 1)) return;
    changes.push('d' + n);
  });
  dev.known = { relays: [...dev.relays], din: [...dev.din] };
  dev.lastContact = Date.now();
  if (!changes.length) return;
  if (bug('event_changes_first')) changes = changes.slice(0, 1);
  for (const group of odd('split_changes') ? changes.map((c) => [c]) : [changes]) stateEvent(dev, group, old);
}

export function stateEvent(dev, changes, old) {
  let peripherals = ioBlock(dev);
  if (bug('event_old_block') && old) peripherals = ioBlock(dev, old);
  if (bug('event_part_block')) peripherals = { relays: peripherals.relays };
  emit('device.state.changed', dev, bug('event_no_changes') ? { peripherals } : { changes, peripherals });
}

export function setLink(dev, up) {
  if (!dev || dev.linkUp === up) return;
  dev.linkUp = up;
  dev.lastContact = Date.now();
  if (up) {
    if (!bug('event_online_none')) emit('device.connection.online', dev, { link_up: true });
    publishChanges(dev);
  } else if (!bug('event_offline_none')) emit('device.connection.offline', dev, { link_up: false });
}

export function setPower(dev, ok) {
  if (dev.mainsOk === ok) return;
  dev.mainsOk = ok;
  if (!dev.linkUp) return;
  emit(ok && !bug('event_power_swapped') ? 'device.power.restored' : 'device.power.lost', dev, { mains_ok: ok ? 1 : 0 });
}
