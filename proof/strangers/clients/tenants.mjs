// Two tenants in one process: each is a client of its own, with its own token, connection, devices and plan. They share
// the machine and the API client, and know nothing of each other. Reads over REST, commands over either channel.
import { randomUUID } from 'node:crypto';
import { between, exchange, growing, openSocket, pause } from './cord.mjs';

const argument = (name) => process.argv[process.argv.indexOf(name) + 1];
const breach = process.argv.includes('--breach') ? argument('--breach') : '';
const habit = process.argv.includes('--habit') ? argument('--habit') : '';
const devices = process.env.CONFORM_DEVICE_IDS.split(',');
const credentials = { clientId: process.env.CONFORM_CLIENT_ID, clientSecret: process.env.CONFORM_CLIENT_SECRET };
const common = { token: undefined };

class Tenant {
  constructor(name, own, readEvery, actEvery, relays) {
    Object.assign(this, { name, own, readEvery, actEvery, relays });
    this.session = habit === 'one-token' ? common : { token: undefined };
    this.turn = new Map(own.map((id) => [id, Promise.resolve()]));
    this.readAt = new Map();
    this.scopes = undefined;
    this.replies = new Map();
    this.on = false;
    this.number = 0;
  }

  start() {
    for (const id of this.own) {
      this.every(this.readEvery, () => this.inTurn(id, () => this.read(id)));
      this.every(this.actEvery, () => this.inTurn(id, () => this.act(id)));
    }
    this.stayConnected();
  }

  async every(ms, act) {
    await pause(between(0, ms));
    for (;;) {
      await act();
      await pause(ms * between(0.9, 1.1));
    }
  }

  /** One thing at a time with each device. */
  inTurn(id, act) {
    const turn = this.turn.get(id).then(act);
    this.turn.set(id, turn);
    return turn;
  }

  async token() {
    this.session.fetching ??= this.newToken().finally(() => (this.session.fetching = undefined));
    if (this.session.token === undefined) await this.session.fetching;
    return this.session.token;
  }

  async newToken() {
    if (this.session.token !== undefined) return;
    for (let failed = 0; failed < 8; failed += 1) {
      const reply = await exchange('POST', '/auth/token', { body: credentials });
      if (reply?.code === 'SUCCESS') {
        this.session.token = reply.data.accessToken;
        return;
      }
      if (reply === undefined || reply.status === 500) await pause(growing(failed, 800, 30_000));
      else if (reply.status === 429) await pause(reply.wait + between(60, 900));
      else await pause(between(62_000, 70_000));
    }
  }

  /** Sends until there is a definitive answer, six times at most. */
  async send(once) {
    let renewed = false;
    for (let failed = 0; failed < 6; failed += 1) {
      const token = await this.token();
      const reply = await once(token);
      if (reply === undefined) await pause(growing(failed, 900, 25_000));
      else if (reply.code === 'RATE_LIMITED') await pause(reply.wait + between(60, 1200));
      else if (reply.code === 'DEVICE_BUSY' || reply.code === 'INTERNAL_ERROR') await pause(growing(failed, 700, 25_000));
      else if (reply.status === 401 && !renewed) {
        renewed = true;
        if (this.session.token === token) this.session.token = undefined;
      } else if (breach === 'scope-as-limit' && reply.code === 'AUTH_SCOPE_DENIED') await pause(5000);
      else return reply;
    }
    return undefined;
  }

  async read(id) {
    const reply = await this.send(async (token) => {
      await pause((this.readAt.get(id) ?? 0) - Date.now());
      const got = await exchange('GET', `/devices/${id}`, { token });
      if (got?.status === 200) this.readAt.set(id, Date.now() + 3200);
      return got;
    });
    return reply?.data.device;
  }

  async act(id) {
    if (this.denied) return;
    this.on = !this.on;
    const relays = this.relays.map((index) => ({ index, action: this.on ? 'on' : 'off' }));
    let key = `${this.name}-${randomUUID()}`;
    let last;
    const reply = await this.send(async (token) => {
      if (breach === 'fresh-key-on-500' && last?.status === 500) key = randomUUID();
      last = await exchange('POST', `/devices/${id}/relays/commands`, {
        token,
        body: { relays },
        headers: { 'idempotency-key': key },
      });
      return last;
    });
    if (reply?.code === 'AUTH_SCOPE_DENIED' && breach !== 'scope-as-limit') this.denied = true;
    if (habit === 'reads-command' && reply?.data.command?.commandId !== undefined)
      await this.send((token) => exchange('GET', `/commands/${reply.data.command.commandId}`, { token }));
  }

  async stayConnected() {
    for (let failed = 0; ; failed += 1) {
      const lived = await this.connection();
      if (lived > 30_000) failed = 0;
      const ms = breach === 'steady-reconnect' ? between(1900, 2100) : growing(failed, 1200, 60_000);
      await pause(Math.max(ms, (this.ticketAt ?? 0) - Date.now()));
    }
  }

  async connection() {
    const token = await this.token();
    const reply = await exchange('POST', '/ws/ticket', { token, body: {} });
    if (reply?.status === 401 && this.session.token === token) this.session.token = undefined;
    if (reply?.status === 429) this.ticketAt = Date.now() + reply.wait + between(60, 900);
    if (reply?.status === 403) this.ticketAt = Date.now() + 62_000;
    if (reply?.code !== 'SUCCESS') return 0;
    if (breach === 'late-ticket') await pause(12_000);
    let closed;
    const end = new Promise((done) => (closed = done));
    const socket = await openSocket(reply.data.ticket, { onText: () => {}, onClose: () => closed() });
    if (socket === undefined) return 0;
    const opened = Date.now();
    const beat = () => socket.send({ type: 'request', topic: 'session.ping', requestId: `${(this.number += 1)}`, data: {} });
    const heart = breach !== 'no-heart' && setInterval(beat, habit === 'forty' ? 36_000 : 28_000);
    if (!(breach === 'one-rebuilds' && this.name === 'south'))
      for (const id of this.own) this.inTurn(id, () => this.read(id));
    await end;
    clearInterval(heart);
    return Date.now() - opened;
  }
}

const half = Math.ceil(devices.length / 2);
const shared = breach === 'shared-devices';
const slow = breach === 'one-rebuilds' ? 6 : 1;
const north = new Tenant('north', shared ? devices.slice(0, 1) : devices.slice(0, half), shared ? 3400 : 13_000, 17_000, [1, 2]);
const south = new Tenant('south', shared ? devices.slice(0, 1) : devices.slice(half), shared ? 3400 : slow * 19_000, slow * 11_000, [3, 4]);
north.start();
if (habit === 'second-later') setTimeout(() => south.start(), 20_000);
else south.start();
