// Two nodes, of which one leads: it holds the lease, reads the devices and switches them by its plan. The other one keeps a warm
// connection and takes over when the lease has run out, since leaders step down, or stop when the service fails them.
import { randomUUID } from 'node:crypto';
import { between, connect, devices, exchange, habitsOf, pair, rest } from '../plain.mjs';

const ways = new Set(habitsOf(process.argv.slice(2)));
const mine = devices.slice(0, 2);
const lease = { holder: undefined, until: 0, term: 0 };
const readable = new Map();
const denied = new Set();

class Node {
  constructor(name) {
    Object.assign(this, { name, token: undefined, waiting: new Map(), socket: undefined, errors: 0, count: 0 });
  }

  async signIn() {
    for (let tries = 0; ; tries += 1) {
      const answer = await exchange('POST', '/auth/token', { body: pair });
      if (answer?.code === 'SUCCESS') return answer.data.accessToken;
      if (answer && answer.status !== 429 && answer.status < 500) process.exit(4);
      await rest(Math.max(answer?.wait ?? 0, 800 * 2 ** Math.min(tries, 6)) * between(1.05, 1.6));
    }
  }

  async bearer() {
    if (this.token) return this.token;
    this.asked ??= this.signIn().finally(() => (this.asked = undefined));
    return (this.token = await this.asked);
  }

  async rest(method, path, body, key) {
    const used = await this.bearer();
    const answer = await exchange(method, path, { body, key, token: used });
    if (answer?.status === 401 && this.token === used && !ways.has('keeps-dead-token')) this.token = undefined;
    return answer;
  }

  /** Over the connection: the reply, or null where none came. */
  ask(topic, data) {
    if (!this.socket) return Promise.resolve(null);
    this.count += 1;
    const requestId = `${this.name}-${this.count}-${randomUUID().slice(0, 8)}`;
    return new Promise((done) => {
      const timer = setTimeout(() => this.answer(requestId, null), 9_500);
      this.waiting.set(requestId, (reply) => (clearTimeout(timer), done(reply)));
      this.socket.send({ type: 'request', topic, requestId, data });
    });
  }

  answer(requestId, reply) {
    const done = this.waiting.get(requestId);
    this.waiting.delete(requestId);
    done?.(reply);
  }

  async connection() {
    for (let tries = 0; ; ) {
      const answer = await this.rest('POST', '/ws/ticket');
      if (answer?.status === 403) return;
      if (answer?.code === 'SUCCESS') {
        if (ways.has('ready-ticket') && tries === 0) await rest(14_000);
        const since = Date.now();
        await this.live(answer.data.ticket);
        if (Date.now() - since > 25_000) tries = 0;
      }
      const least = answer?.status === 429 ? answer.wait + 50 : 0;
      const pause = ways.has('two-seconds') ? 2_000 : 700 * 2 ** Math.min(tries, 6) * between(0.8, 1.5);
      await rest(Math.max(least, pause));
      tries += 1;
    }
  }

  async live(ticket) {
    const socket = await connect(ticket, (frame) => frame.type === 'reply' && this.answer(frame.requestId, frame));
    if (!socket) return;
    this.socket = socket;
    const beats = ways.has('standby-is-silent') && lease.holder !== this ? undefined : this.beat();
    if (!ways.has('trusts-leader') || lease.holder === this) void this.baseline();
    await socket.closed;
    clearInterval(beats);
    this.socket = undefined;
    for (const id of [...this.waiting.keys()]) this.answer(id, null);
  }

  beat() {
    return setInterval(() => void this.ask('session.ping', {}), between(24_000, 29_000));
  }

  async baseline() {
    for (const id of mine) await this.read(id);
  }

  /** One reading at a time of a device, whichever node asks; not sooner than it may be read. */
  read(id) {
    const turn = (readable.get(id) ?? Promise.resolve()).then(() => this.readNow(id));
    const spaced = turn.then(() => rest(3_200));
    readable.set(id, spaced);
    return turn;
  }

  async readNow(id) {
    for (let tries = 0; tries < 4; tries += 1) {
      const answer = this.socket ? await this.ask('device.state.get', { deviceId: id }) : await this.rest('GET', `/devices/${id}`);
      if (answer?.code === 'SUCCESS') return;
      const wait = 1000 * Number(answer?.data?.retryAfterSeconds ?? 0) + 80;
      if (answer && !['RATE_LIMITED', 'DEVICE_BUSY', 'INTERNAL_ERROR'].includes(answer.code)) return;
      await rest(Math.max(wait, 3_200, 1_300 * 2 ** tries) * between(1, 1.4));
    }
  }

  async command(id, relays) {
    const key = ways.has('term-is-key') ? `term-${lease.term}` : randomUUID();
    for (let tries = 0; tries < 6; tries += 1) {
      const data = { deviceId: id, idempotencyKey: key, operation: { name: 'device.relay.set', params: { relays } } };
      const answer = this.socket
        ? await this.ask('device.operation.execute', data)
        : await this.rest('POST', `/devices/${id}/relays/commands`, { relays }, key);
      if (answer?.code === 'AUTH_SCOPE_DENIED' || answer?.status === 403) denied.add(id);
      if (answer?.code === 'SUCCESS') return void (this.errors = 0);
      const again = ['RATE_LIMITED', 'DEVICE_BUSY', 'INTERNAL_ERROR', 'AUTH_INVALID'].includes(answer?.code);
      if (answer && !again) return;
      this.errors += 1;
      const wait = 1000 * Number(answer?.data?.retryAfterSeconds ?? 0) + 80;
      await rest(Math.max(wait, 900 * 2 ** tries * between(1, 1.7)));
    }
  }

  /** Follows or leads, second by second. */
  async duty(offset) {
    await rest(offset);
    for (let turn = 0; ; turn += 1) {
      await rest(1_000);
      if (Date.now() >= lease.until && lease.last !== this) Object.assign(lease, { holder: this, term: lease.term + 1 });
      if (lease.holder !== this) continue;
      lease.last = this;
      lease.until = Date.now() + 4_000;
      await this.lead();
    }
  }

  /** One term: until it has lasted long enough, or too much went wrong. */
  async lead() {
    const ends = Date.now() + (ways.has('short-terms') ? 16_000 : 38_000);
    this.errors = 0;
    for (let step = 0; Date.now() < ends && this.errors < 5; step += 1) {
      lease.until = Date.now() + 60_000;
      const id = mine[step % mine.length];
      await this.read(id);
      if (!denied.has(id)) await this.command(id, [2, 3].map((index) => ({ index, action: step % 4 < 2 ? 'on' : 'off' })));
      await rest(between(3_600, 4_200));
    }
    lease.until = Date.now() + 1_500;
    lease.holder = undefined;
  }
}

const nodes = [new Node('a'), new Node('b')];
await Promise.all(nodes.flatMap((node, at) => [node.connection(), node.duty(800 * at)]));
