// The control port. It plays the outside world and shows the true physical state.
import { createServer } from 'node:http';
import { bug } from './switches.mjs';
import { world, publishChanges, stateEvent, setLink, setPower, PROFILES } from './world.mjs';
import { settle, unsolicited } from './commands.mjs';

const need = (ok, why) => { if (!ok) throw new Error(why); };
const channelOf = (act, prefix, list) => {
  const n = Number(String(act.ch).slice(1));
  need(String(act.ch)[0] === prefix && Number.isInteger(n) && n >= 0 && n < list.length, 'bad ch');
  return n;
};

const ACTS = {
  set_input(dev, act) {
    need(act.value === 0 || act.value === 1, 'value must be 0 or 1');
    dev.din[channelOf(act, 'd', dev.din)] = act.value;
    publishChanges(dev);
  },
  set_analog(dev, act) {
    need(Number.isFinite(act.value), 'value must be a number');
    dev.ain[channelOf(act, 'a', dev.ain)] = act.value;
    if (bug('event_analog') && dev.linkUp) stateEvent(dev, [act.ch]);
  },
  set_probe(dev, act) {
    const n = PROFILES[dev.profileCode].probes.indexOf(act.ch);
    need(n >= 0 && Number.isFinite(act.value), 'bad ch or value');
    dev.probes[n] = act.value;
    if (bug('event_probe') && dev.linkUp) stateEvent(dev, [act.ch]);
  },
  power: (dev, act) => setPower(dev, Boolean(act.on)),
  link: (dev, act) => setLink(dev, Boolean(act.up)),
  serial_rx(dev, act) {
    need(Array.isArray(act.bytes) && act.bytes.every((b) => Number.isInteger(b) && b >= 0 && b < 256), 'bytes must be numbers');
    unsolicited(dev, act.bytes);
  },
};

function actOn(act) {
  if (act.do === 'client') {
    const client = world.clients.get(act.client_id);
    need(client, 'no such client');
    client.enabled = Boolean(act.enabled);
    return;
  }
  need(Object.hasOwn(ACTS, act.do), 'unknown act');
  const dev = world.devices.get(act.device_no);
  need(dev, 'no such device');
  settle(dev);
  ACTS[act.do](dev, act);
}

function witness() {
  const devices = {};
  for (const dev of world.devices.values()) {
    settle(dev);
    devices[dev.no] = {
      relays: dev.relays, din: dev.din, ain: dev.ain, probes: dev.probes, jog_sec: dev.jog, speed_bd: dev.speed,
      mains_ok: dev.mainsOk, link_up: dev.linkUp, pass: dev.pass, busy: Date.now() < dev.busyUntil,
      executed: dev.executed, serial_sent: dev.serialSent.slice(-20),
    };
  }
  return { now_ms: Date.now(), devices };
}

function clientList() {
  return [...world.clients.values()].map((c) => ({
    client_id: c.id, client_secret: c.secret, scopes: c.scopes, enabled: c.enabled, device_nos: c.devices ? [...c.devices] : 'all',
  }));
}

export const controlServer = createServer((req, res) => {
  const send = (status, value) => {
    res.writeHead(status, { 'Content-Type': 'application/json' });
    res.end(JSON.stringify(value));
  };
  let text = '';
  req.setEncoding('utf8');
  req.on('data', (part) => { text += part; });
  req.on('end', () => {
    try {
      if (req.method === 'GET' && req.url === '/witness') return send(200, witness());
      if (req.method === 'GET' && req.url === '/clients') return send(200, { clients: clientList() });
      if (req.method !== 'POST' || req.url !== '/act') return send(404, { ok: false, why: 'unknown path' });
      actOn(JSON.parse(text));
      send(200, { ok: true });
    } catch (error) {
      send(400, { ok: false, why: error.message });
    }
  });
});
