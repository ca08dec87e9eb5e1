import { describe, expect, test } from 'vitest';
import { createManualClock } from '../../../src/kernel/manual-clock.js';
import { createRandom } from '../../../src/kernel/random.js';
import { createProxyFaults } from '../../../src/lab/audit/proxy-faults.js';
import type { RestRequest } from '../../../src/simulator/transport/rest/message.js';
import { dialectOf, textOf } from '../../dialect/read-dialect.js';

function rig(...orders: readonly object[]) {
  const clock = createManualClock();
  const [asked, closed, came]: [string[], number[], string[]] = [[], [], []];
  const faults = createProxyFaults({
    clock,
    random: createRandom(1),
    dialect: dialectOf(textOf('default')),
    clientId: 'operator',
    forward: ({ target }) => {
      asked.push(target);
      return Promise.resolve({ status: 200, headers: {}, body: '{}' });
    },
  });
  const connect = () =>
    faults.opened(
      {
        send: (text) => void came.push(text),
        close: (why) => void closed.push(typeof why === 'string' ? 0 : why.code),
        backlog: () => 0,
      },
      (text) => void asked.push(text),
    );
  for (const order of orders) expect(faults.order(order)).toMatchObject({ ok: true });
  return { clock, faults, asked, closed, came, connect };
}

const request = (method: string, path: string): RestRequest => {
  return { method, target: `/svc/v1${path}`, headers: { authorization: 'Bearer t' }, body: '' };
};
const LIST = request('GET', '/devices');
const COMMAND = request('POST', '/devices/d1/relays/commands');
const PING = JSON.stringify({ type: 'request', topic: 'session.ping', requestId: 'r1', data: {} });
const EVENT = JSON.stringify({
  type: 'event',
  topic: 'device.power.lost',
  eventId: 'e1',
  occurredAt: '2026-01-01T00:00:00.000Z',
  data: { deviceId: 'd1' },
});

describe('the faults of a proxy', () => {
  test('refuse what they select for as long as they announce, and nothing else', async () => {
    const { clock, faults, asked } = rig({
      fault: 'rate-limited',
      on: { route: 'devices.list' },
      every: 2,
      with: { retryAfter: '3s' },
    });
    expect(await faults.rest(LIST)).toMatchObject({ status: 200 });
    expect(await faults.rest(LIST)).toMatchObject({ status: 429, headers: { 'retry-after': '3' } });
    expect(await faults.rest(COMMAND)).toMatchObject({ status: 200 });
    await clock.advance(2000);
    expect(await faults.rest(LIST)).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
    await clock.advance(1000);
    expect(await faults.rest(LIST)).toMatchObject({ status: 200 });
    expect(asked).toEqual([LIST.target, COMMAND.target, LIST.target]);
  });

  test('fail, lose and delay on the channel that they are for', async () => {
    const { clock, faults, asked, came, connect } = rig(
      { fault: 'internal-error', with: { executes: true, over: 'websocket' } },
      { fault: 'response-lost', on: { route: 'relays.set' }, count: 1 },
      { fault: 'latency', on: { route: 'relays.set' }, with: { delay: '2s', where: 'after' } },
    );
    connect().receive(PING);
    await clock.advance(0);
    expect([asked, came.map((text) => JSON.parse(text) as unknown)]).toMatchObject([
      [PING],
      [{ type: 'reply', requestId: 'r1', code: 'INTERNAL_ERROR' }],
    ]);
    expect(await faults.rest(LIST)).not.toHaveProperty('delivery');
    for (const delivery of [{ kind: 'reset' }, undefined]) {
      const begun = clock.now();
      const reply = Promise.resolve(faults.rest(COMMAND)).then((each) => ({
        each,
        took: clock.now() - begun,
      }));
      await clock.advance(2000);
      expect(await reply).toMatchObject({ took: 2000, each: { status: 200, ...(delivery && { delivery }) } });
    }
  });

  test('close connections at their time, and take the service away for a while', async () => {
    const { clock, faults, closed, connect } = rig(
      { fault: 'close', after: '5s', with: { code: 1012 } },
      { fault: 'restart', after: '10s', with: { code: 1006, downtime: '60s' } },
    );
    connect();
    await clock.advance(5000);
    expect([closed, faults.isDown]).toEqual([[1012], false]);
    connect();
    await clock.advance(5000);
    expect([closed, faults.isDown]).toEqual([[1012, 1006], true]);
    expect(await faults.rest(LIST)).toMatchObject({ delivery: { kind: 'reset' } });
    await clock.advance(60_000);
    expect(faults.isDown).toBe(false);
  });

  test('repeat events, widen them, and send some of topics that there are not', async () => {
    const { clock, faults, came, connect } = rig(
      { fault: 'duplicate-events', with: { copies: 2, apart: '900ms' } },
      { fault: 'unknown-fields' },
      { fault: 'unknown-topics', with: { every: '7s' } },
    );
    const session = connect();
    session.told(EVENT);
    expect(came.length).toBe(1);
    await clock.advance(1800);
    expect(came.map((text) => JSON.parse(text) as unknown)).toMatchObject(
      Array.from({ length: 3 }, () => ({ eventId: 'e1', xFuture: {} })),
    );
    await clock.advance(12_200);
    const later = came.slice(3).map((text) => JSON.parse(text) as Readonly<Record<string, unknown>>);
    expect(
      later.every(({ topic, xFuture }) => topic === 'device.future.event' && xFuture !== undefined),
    ).toBe(true);
    expect(new Set(later.map(({ eventId }) => eventId)).size).toBe(2);
    faults.stop();
    await clock.advance(14_000);
    expect(came.length).toBe(3 + later.length);
  });
});
