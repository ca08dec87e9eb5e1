// One instance over Redis does what a service in memory does: same seed, same requests, same records of the journal.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock, type ManualClock } from '../../../src/kernel/manual-clock.js';
import { createSystemClock } from '../../../src/kernel/system-clock.js';
import type { Link } from '../../../src/simulator/cluster/link.js';
import { dial } from '../../../src/simulator/transport/dial.js';
import { connectRedis } from '../../../src/simulator/cluster/redis-link.js';
import { beginLife, type ClusterSeat, takeSeat } from '../../../src/simulator/cluster/seat.js';
import { parseFleet } from '../../../src/simulator/fleet/parse-fleet.js';
import { type RunningSimulator, startSimulator } from '../../../src/simulator/start-simulator.js';
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

/** Sends the requests one after the other, and gives what was recorded. */
async function traceOf(
  clock: ManualClock,
  cluster: ClusterSeat | undefined,
  quiet: () => Promise<void>,
): Promise<string[]> {
  const spec = parseFleet(FLEET, 'fleet.yaml');
  if (!spec.ok) throw new Error(JSON.stringify(spec.problems));
  const running = await startSimulator({
    fleet: spec.fleet,
    dialect: dialectNamed('default'),
    clock,
    seed: 5,
    listen: false,
    ...(cluster && { cluster }),
  });
  let token = '';
  const ask = async (method: string, target: string, body?: unknown, key?: string): Promise<string> => {
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
  await work(ask);
  const records = running.journal.records().map((record) => JSON.stringify(record));
  await close(running);
  return records;
}

async function work(ask: (...given: [string, string, unknown?, string?]) => Promise<string>): Promise<void> {
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

async function close(running: RunningSimulator): Promise<void> {
  await running.close();
}

describe.skipIf(!hasBoth)('one instance on Redis (skipped where redis-server is not installed)', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedisServer();
  });
  afterAll(() => server.stop());

  it('leaves the same trace as a service in memory', async () => {
    if (!ioredis) throw new Error('skipped without ioredis');
    const machine = createSystemClock();
    const inMemory = await traceOf(createManualClock(), undefined, () => machine.sleep(1));
    const clock = createManualClock();
    const redis = await connectRedis(ioredis, { url: server.url, prefix: '{conform}:' }, dial);
    let calls = 0;
    const link: Link = {
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
    const onRedis = await traceOf(clock, seat, quiet);
    expect(inMemory.length).toBeGreaterThan(30);
    expect(onRedis).toEqual(inMemory);
  });
});
