#!/usr/bin/env node
// Two workers with one token, each with a device, a connection and a schedule of its own. The first thread fetches the
// token for both and hands orders on; a worker switches over REST and listens over its WebSocket.
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { between, connect, devices, exchange, habitsOf, pair, rest } from './plain.mjs';

const habits = new Set(habitsOf(process.argv.slice(2)));

/** Doubled, and drawn from three quarters to five quarters. */
const pauses = (first, cap) => {
  let next = first;
  return () => {
    const pause = next * between(0.75, 1.25);
    next = Math.min(cap, next * 2);
    return pause;
  };
};

if (isMainThread) await lead();
else await work(workerData);

async function lead() {
  let token;
  let fetching;
  const renew = async () => {
    const pause = pauses(700, 20_000);
    for (;;) {
      const answer = await exchange('POST', '/auth/token', { body: pair });
      if (answer?.status === 200) return void (token = answer.data.accessToken);
      if (answer?.status === 429) await rest(answer.wait + between(100, 600));
      else if (answer === null || answer.status >= 500) await rest(pause());
      else await rest(between(80_000, 100_000));
    }
  };
  const workers = new Map();
  for (const device of devices.slice(0, 2)) {
    const worker = new Worker(new URL(import.meta.url), { workerData: device, argv: process.argv.slice(2) });
    workers.set(device, worker);
    worker.on('message', async ({ bad }) => {
      if (!token || bad === token) {
        token = undefined;
        await (fetching ??= renew().finally(() => (fetching = undefined)));
      }
      worker.postMessage({ token });
    });
  }
  createInterface({ input: process.stdin }).on('line', (line) => {
    const order = JSON.parse(line);
    if (order.do === 'stop') process.exit(0);
    workers.get(order.deviceId)?.postMessage({ order });
  });
}

async function work(device) {
  let token;
  let hand;
  const follows = [];
  parentPort.on('message', (message) => {
    if (message.token) hand?.(message.token);
    if (message.order) void obey(message.order);
  });
  let asked;
  const bearer = (bad) =>
    (asked ??= new Promise((done) => {
      hand = done;
      parentPort.postMessage({ bad });
    })
      .then((fresh) => (token = fresh))
      .finally(() => (asked = undefined)));

  const refused = new Map();
  async function call(subject, method, path, body) {
    if (Date.now() < (refused.get(subject) ?? 0)) return null;
    const key = body && randomUUID();
    const pause = pauses(subject === 'read' ? 3500 : 800, 28_000);
    let renewed = false;
    for (let left = 6; left > 0; left--) {
      const used = token ?? (await bearer());
      const answer = await exchange(method, path, { body, key, token: used });
      if (answer?.status === 200) return answer.data;
      if (answer === null || answer.status >= 500 || answer.code === 'DEVICE_BUSY') await rest(pause());
      else if (answer.status === 429) await rest(answer.wait + between(50, 1500));
      else if (answer.status === 401 && !renewed) {
        renewed = true;
        await bearer(used);
      } else {
        refused.set(subject, Date.now() + 100_000);
        return null;
      }
    }
    return null;
  }

  let chain = Promise.resolve();
  const next = (task) => (chain = chain.then(task).catch(() => undefined));
  let lastRead = 0;
  let isReading = false;
  const read = () => {
    if (isReading) return;
    isReading = true;
    void next(async () => {
      await rest(lastRead + 3100 - Date.now());
      isReading = false;
      await call('read', 'GET', `/devices/${device}`);
      lastRead = Date.now();
    });
  };
  // What is wished while another request is under way goes out together.
  const wishes = new Map();
  const set = (relays) => {
    const isFirst = wishes.size === 0;
    for (const { index, action } of relays) wishes.set(index, action);
    if (isFirst)
      void next(() => {
        const all = [...wishes].map(([index, action]) => ({ index, action }));
        wishes.clear();
        return call('relays', 'POST', `/devices/${device}/relays/commands`, { relays: all });
      });
  };
  const send = (body) => next(() => call('rs485', 'POST', `/devices/${device}/rs485/transceive`, body));
  function obey({ do: act, ...order }) {
    if (act === 'setRelays') set(order.relays);
    if (act === 'refresh' && !habits.has('no-look')) read();
    if (act === 'transceive') void send({ data: order.data, timeoutMs: order.timeoutMs });
    if (act === 'listen') follows.push(order);
  }

  const seen = new Map();
  function onMessage({ type, topic, eventId, data }) {
    if (type !== 'event' || topic !== 'device.state.changed' || data.deviceId !== device) return;
    if (seen.has(eventId)) return;
    seen.set(eventId, Date.now());
    for (const [id, at] of seen) if (Date.now() - at > 600_000) seen.delete(id);
    const relays = follows.flatMap(({ input, relay }) => {
      if (!data.changes.some(({ kind, index }) => kind === 'digitalInput' && index === input)) return [];
      const active = data.peripherals.digitalInputs.find(({ index }) => index === input)?.active;
      return [{ index: relay, action: active ? 'on' : 'off' }];
    });
    if (relays.length > 0) set(relays);
  }

  async function stayConnected() {
    let pause = pauses(1200, 30_000);
    let first = true;
    for (;;) {
      const used = token ?? (await bearer());
      const answer = await exchange('POST', '/ws/ticket', { token: used });
      const link = answer?.status === 200 ? await connect(answer.data.ticket, onMessage) : null;
      const since = Date.now();
      if (link) {
        if (!habits.has('no-look') || first) read();
        first = false;
        let count = 0;
        const beat = setInterval(
          () =>
            link.send({ type: 'request', topic: 'session.ping', requestId: `b${(count += 1)}`, data: {} }),
          30_000,
        );
        await link.closed;
        clearInterval(beat);
      }
      if (Date.now() - since > 20_000) pause = pauses(1200, 30_000);
      if (answer?.status === 401) await bearer(used);
      if (answer?.status === 429) await rest(answer.wait + between(50, 900));
      else if (answer?.status === 403) await rest(90_000);
      else await rest(pause());
    }
  }
  async function schedule() {
    const index = device.endsWith('2') ? 3 : 1;
    for (let on = true; ; on = !on) {
      await rest(habits.has('often') ? between(1800, 2600) : between(4000, 9000));
      set([{ index, action: on ? 'on' : 'off' }]);
    }
  }
  void stayConnected();
  void schedule();
}
