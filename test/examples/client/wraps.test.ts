import { describe, expect, test } from 'vitest';
import type { Wraps } from '../../../examples/client/parts.js';
import { BUSY, createRig } from './rig.js';

/** What is sent in a minute of everyday work by a client with such a part. */
async function dayWith(wraps: Wraps) {
  const rig = createRig({ wraps });
  const { client, clock, connections, script } = rig;
  client.listen(() => undefined);
  await clock.advance(10);
  script('POST /devices/d1/relays/commands', BUSY);
  await clock.runUntil(Promise.all([client.readDevice('d1'), client.setRelays('d1', { 1: 'on' })]));
  await clock.runUntil(client.readDevice('d1'));
  await clock.advance(35_000);
  connections[0]?.drop();
  await clock.advance(25_000);
  return rig;
}

/** One wrap for each part, and what is seen of it. */
const WRAPS: readonly [keyof Wraps, Wraps, (rig: Awaited<ReturnType<typeof dayWith>>) => boolean][] = [
  [
    'backOff',
    { backOff: (part) => ({ ...part, retry: () => 5 }) },
    (rig) => rig.delays('POST /devices/d1/relays/commands')[0] === 5,
  ],
  [
    'holds',
    { holds: () => ({ hold: () => undefined, left: () => 0 }) },
    (rig) => (rig.delays('device.state.get')[0] ?? 0) < 3000,
  ],
  [
    'lanes',
    { lanes: () => ({ run: async () => ({ kind: 'not sent', code: 'QUEUE_FULL', message: '' }) }) },
    (rig) => rig.asked('device.state.get').length === 0,
  ],
  [
    'retry',
    { retry: () => (work) => work.send() },
    (rig) => rig.asked('POST /devices/d1/relays/commands').length === 1,
  ],
  [
    'exchange',
    { exchange: (part) => (call, token) => part({ ...call, path: `/v2${call.path}` }, token) },
    (rig) => rig.asked('POST /v2/auth/token').length > 0,
  ],
  [
    'denials',
    {
      denials: (part) => ({
        ...part,
        unlessDenied: async () => ({ kind: 'not sent', code: 'CLOSED', message: '' }),
      }),
    },
    (rig) => rig.asked('device.state.get').length === 0,
  ],
  [
    'tokens',
    { tokens: (part) => ({ ...part, get: async () => ({ value: 'forged', renewAt: 0 }) }) },
    (rig) => rig.asked('POST /ws/ticket')[0]?.token === 'forged',
  ],
  [
    'rest',
    {
      rest:
        (part) =>
        ({ method, path }) =>
          part({ method, path }),
    },
    (rig) => rig.asked().every(({ key }) => key === undefined),
  ],
  ['connect', { connect: () => async () => undefined }, (rig) => rig.asked('connect').length === 0],
  ['heartbeat', { heartbeat: () => async () => undefined }, (rig) => rig.asked('session.ping').length === 0],
  [
    'baseline',
    { baseline: () => async () => undefined },
    (rig) => rig.asked('device.state.get').length === 2,
  ],
  [
    'connection',
    { connection: (part) => ({ ...part, start: () => undefined }) },
    (rig) => rig.asked('connect').length === 0,
  ],
  [
    'refresher',
    { refresher: (part) => (deviceId) => part(`${deviceId}0`) },
    (rig) => rig.asked('device.state.get').every(({ body }) => body.data?.deviceId === 'd10'),
  ],
  [
    'commander',
    {
      commander:
        (part) =>
        async (...command) => {
          await part(...command);
          return part(...command);
        },
    },
    (rig) => rig.asked('POST /devices/d1/relays/commands').length === 3,
  ],
  [
    'relayBatches',
    { relayBatches: (part) => ({ ...part, setRelays: (_, changes) => part.setRelays('d7', changes) }) },
    (rig) => rig.asked('POST /devices/d7/relays/commands').length > 0,
  ],
];

describe('each part of the client can be another one', () => {
  test.each(WRAPS)('%s', async (_, wraps, isSeen) => {
    expect(isSeen(await dayWith(wraps))).toBe(true);
    expect(isSeen(await dayWith({}))).toBe(false);
  });

  test('sieve', async () => {
    const { client, clock, connections } = createRig({ wraps: { sieve: () => () => true } });
    const heard: unknown[] = [];
    client.listen((event) => heard.push(event));
    await clock.advance(10);
    const event = { topic: 'device.power.lost', eventId: 'e1', data: { deviceId: 'd1' } };
    for (let copies = 0; copies < 2; copies++) connections[0]?.tell(event);
    expect(heard).toHaveLength(2);
  });
});
