// One instance over Redis does what a service in memory does: same seed, same requests, same records of the journal.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock, type ManualClock } from '../../../src/kernel/manual-clock.js';
import { createSystemClock } from '../../../src/kernel/machine-clock.js';
import type { RedisLink } from '../../../src/simulator/cluster/link.js';
import { dial } from '../../../src/simulator/transport/network.js';
import { connectRedis } from '../../../src/simulator/cluster/redis-link.js';
import { beginLife, type ClusterSeat, takeSeat } from '../../../src/simulator/cluster/seat.js';
import { parseFleet } from '../../../src/simulator/fleet/parse-fleet.js';
import { startSimulator } from '../../../src/simulator/start-simulator.js';
import { dialectNamed } from '../dialect-named.js';
import { hasRedisServer, type RedisServer, startRedisServer } from './redis-server.js';

const FLEET = `
timing: { refresh: 0ms, control: 0ms, jitter: 0ms }
profiles:
  small:
    relays: [{ wiredTo: 1 }, {}]
    digitalInputs: [{}]
    analogInputs: [{ signal: { kind: sine, mean: 5, amplitude: 2, period: 60s } }]
devices:
  - { deviceId: 'bench-{1..3}', profile: small, password: secret }
clients:
  operator:
    secret: operator-secret
    scopes: [device:read, device:control, device:config, device:manage]
    devices: all
`;

const ioredis = await import('ioredis').catch(() => undefined);
const hasBoth = ioredis !== undefined && hasRedisServer();
const AT = '/svc/v1/devices';

type Ask = (method: string, target: string, body?: unknown, key?: string) => Promise<string>;
/** An act of the control plane. */
type Act = (method: string, path: string, body?: unknown) => Promise<void>;
type Work = (ask: Ask, act: Act) => Promise<void>;

/** Sends the requests one after the other, and gives what was recorded. */
async function traceOf(
  clock: ManualClock,
  cluster: ClusterSeat | undefined,
  quiet: () => Promise<void>,
  work: Work,
): Promise<string[]> {
  const spec = parseFleet(FLEET, 'fleet.yaml');
  if (!spec.ok) throw new Error(JSON.stringify(spec.problems));
  const running = await startSimulator({
    fleet: spec.value,
    dialect: dialectNamed('default'),
    clock,
    seed: 5,
    listen: false,
    control: {},
    ...(cluster && { cluster }),
  });
  let token = '';
  const ask: Ask = async (method, target, body, key) => {
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      ...(key !== undefined && { 'idempotency-key': key }),
    };
    const text = body === undefined ? '' : JSON.stringify(body);
    let over = false;
    const reply = running.simulator.rest({ method, target, headers, body: text });
    void reply.finally(() => (over = true));
    while (!over) {
      await quiet();
      // What is due at this moment comes first; all that devices do takes a multiple of ten.
      if (!over) await clock.advance(0);
      await quiet();
      if (!over) await clock.advance(10);
    }
    await clock.advance(100);
    return (await reply).body;
  };
  const credentials = { clientId: 'operator', clientSecret: 'operator-secret' };
  const issued = await ask('POST', '/svc/v1/auth/token', credentials);
  token = (JSON.parse(issued) as { data: { accessToken: string } }).data.accessToken;
  const act: Act = async (method, path, body) => {
    const { url = '', token: secret = '' } = running.control ?? {};
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    const given = body === undefined ? {} : { body: JSON.stringify(body) };
    const reply = await fetch(`${url}${path}`, { method, headers, ...given });
    expect([200, 201, 404, 422]).toContain(reply.status);
    await quiet();
    await clock.advance(10);
    await quiet();
  };
  await work(ask, act);
  const records = running.journal.records().map((record) => JSON.stringify(record));
  await running.close();
  return records;
}

async function everyKind(ask: Ask): Promise<void> {
  const relays = [{ index: 1, action: 'on' }];
  await ask('GET', AT);
  const set = await ask('POST', `${AT}/bench-1/relays/commands`, { relays }, 'k1');
  await ask('POST', `${AT}/bench-1/relays/commands`, { relays }, 'k1');
  await ask('POST', `${AT}/bench-2/relays/commands`, { relays }, 'k1');
  const { command } = (JSON.parse(set) as { data: { command: { commandId: string } } }).data;
  await ask('GET', `/svc/v1/commands/${command.commandId}`);
  await ask('GET', `${AT}/bench-1`);
  await ask('GET', `${AT}/bench-1`);
  await ask('PUT', `${AT}/bench-2/relays/2/jog-config`, { durationMs: 700 }, 'k2');
  await ask('GET', `${AT}/bench-2/config`);
  await ask('GET', `${AT}/nothing`);
  await ask('DELETE', `${AT}/bench-3`);
  await ask('GET', `${AT}/bench-3`);
  await ask('POST', '/svc/v1/ws/ticket');
  await ask('GET', AT);
}

const NAMES = ['bench-1', 'bench-2', 'bench-3'];
const device = fc.constantFrom(...NAMES);
const key = fc.constantFrom('k1', 'k2', 'k3', undefined);
const fault = fc.constantFrom(
  { fault: 'internal-error', every: 2 },
  { fault: 'internal-error', count: 1, id: 'once' },
  { fault: 'latency', with: { delay: '50ms' }, for: '1s' },
  { fault: 'power-cut', on: { device: 'bench-2' }, after: '100ms', for: '500ms' },
  { fault: 'client-disabled', for: '300ms' },
);
const stimulus = fc.constantFrom(
  { kind: 'set-input', index: 1, active: true },
  { kind: 'set-analog', index: 1, value: 7 },
  { kind: 'cut-power' },
  { kind: 'restore-power' },
);

/** One thing that a client or somebody at the control plane does. */
const step: fc.Arbitrary<Work> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(device, key, fc.constantFrom('on', 'off')).map(([id, given, action]): Work => {
      const relays = [{ index: 1, action }];
      return async (ask) => void (await ask('POST', `${AT}/${id}/relays/commands`, { relays }, given));
    }),
  },
  device.map(
    (id): Work =>
      async (ask) =>
        void (await ask('GET', `${AT}/${id}/config`)),
  ),
  device.map(
    (id): Work =>
      async (ask) =>
        void (await ask('GET', `${AT}/${id}`)),
  ),
  device.map(
    (id): Work =>
      async (ask) =>
        void (await ask('DELETE', `${AT}/${id}`)),
  ),
  fc.constant<Work>(async (ask) => void (await ask('GET', AT))),
  fc.constant<Work>(async (ask) => void (await ask('POST', '/svc/v1/ws/ticket'))),
  fault.map(
    (order): Work =>
      (_, act) =>
        act('POST', '/faults', order),
  ),
  fc.constantFrom('/faults', '/faults/once', '/tickets').map(
    (path): Work =>
      (_, act) =>
        act('DELETE', path),
  ),
  fc.tuple(device, stimulus).map(
    ([id, what]): Work =>
      (_, act) =>
        act('POST', `/devices/${id}/stimuli`, what),
  ),
  fc.boolean().map(
    (disabled): Work =>
      (_, act) =>
        act('PATCH', '/clients/operator', { disabled }),
  ),
  fc.constantFrom('/reset', '/expire-tokens').map(
    (path): Work =>
      (_, act) =>
        act('POST', path),
  ),
  fc.constant<Work>((_, act) => act('POST', '/clock/step', { duration: 5000 })),
);

describe.skipIf(!hasBoth)('one instance on Redis (skipped where redis-server is not installed)', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedisServer();
  });
  afterAll(() => server.stop());

  const machine = createSystemClock();
  let services = 0;
  const inMemory = (work: Work): Promise<string[]> =>
    traceOf(createManualClock(), undefined, () => machine.sleep(1), work);
  const onRedis = async (work: Work): Promise<string[]> => {
    if (!ioredis) throw new Error('skipped without ioredis');
    const clock = createManualClock();
    const prefix = `{trace-${++services}}:`;
    const redis = await connectRedis(ioredis, { url: server.url, prefix }, dial);
    let calls = 0;
    const link: RedisLink = {
      ...redis,
      call: async (...given) => {
        calls++;
        try {
          return await redis.call(...given);
        } finally {
          calls--;
        }
      },
    };
    /** Nothing is on its way to Redis or back. */
    const quiet = async (): Promise<void> => {
      do await machine.sleep(4);
      while (calls > 0);
    };
    const life = await beginLife(link);
    const digest = (secret: string): string => `digest of ${secret}`;
    const seat = await takeSeat({ link, life, machine, clock, mark: 'one', retention: 60_000, digest });
    return traceOf(clock, seat, quiet, work);
  };

  it('leaves the same trace as a service in memory', async () => {
    const wanted = await inMemory(everyKind);
    expect(wanted.length).toBeGreaterThan(30);
    expect(await onRedis(everyKind)).toEqual(wanted);
  });

  it('does so whatever clients ask, faults disturb, and the control plane is told', async () => {
    const wanted = process.env['CONFORM_TRACES'];
    // The same few programs each time, unless somebody asks for others.
    const size = wanted === undefined ? { numRuns: 3, seed: 7 } : { numRuns: Number(wanted) };
    const program = fc.array(step, { minLength: 8, maxLength: 14 });
    await fc.assert(
      fc.asyncProperty(program, async (steps) => {
        const work: Work = async (ask, act) => {
          for (const each of steps) await each(ask, act);
        };
        expect(await onRedis(work)).toEqual(await inMemory(work));
      }),
      size,
    );
  });
});
