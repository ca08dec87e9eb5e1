// Three real processes over one Redis: the quotas of a client are those of one service, whichever instance is asked.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasRedisServer, type RedisServer, startRedisServer } from '../simulator/cluster/redis-server.js';
import { start } from './bin.js';

const LIMIT = 40;
const EACH = 60;
const WINDOW = { limit: LIMIT, window: '1h' };
const PLENTY = { limit: 100_000, window: '1h' };

const FLEET = {
  timing: { refresh: '0ms', control: '0ms', config: '0ms', jitter: '0ms' },
  limits: {
    quotas: {
      query: WINDOW,
      control: WINDOW,
      ticket: WINDOW,
      token: PLENTY,
      manage: PLENTY,
      refresh: PLENTY,
    },
  },
  profiles: { io: { relays: [{ count: 1 }] } },
  devices: [{ deviceId: 'dev-{001..200}', profile: 'io' }],
  clients: {
    one: {
      secret: 'secret-of-one',
      scopes: ['device:read', 'device:control'],
    },
  },
};

describe.skipIf(!hasRedisServer())('three processes (skipped where redis-server is not installed)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'conform-quota-'));
  let redis: RedisServer;
  let urls: string[] = [];
  let token = '';
  beforeAll(async () => {
    redis = await startRedisServer();
    const fleet = join(folder, 'fleet.yaml');
    writeFileSync(fleet, JSON.stringify(FLEET));
    const options = ['--port', '0', '--no-control', '--fleet', fleet, '--cluster', redis.url];
    const running = [1, 2, 3].map(() => start(['serve', ...options]));
    const said = await Promise.all(running.map((each) => each.printed('stdout', /listening on (\S+)\n/)));
    urls = said.map(([, url = '']) => `${url}/svc/v1`);
    const credentials = JSON.stringify({ clientId: 'one', clientSecret: 'secret-of-one' });
    const reply = await ask(0, 'POST', '/auth/token', credentials);
    token = ((await reply.json()) as { data: { accessToken: string } }).data.accessToken;
  });
  afterAll(async () => {
    await redis.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const ask = (nth: number, method: string, path: string, body?: string, key?: string): Promise<Response> =>
    fetch(`${urls[nth % 3] ?? ''}${path}`, {
      method,
      headers: {
        ...(token !== '' && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body !== undefined && { body }),
    });
  const statuses = async (asked: readonly Promise<Response>[]): Promise<Record<number, number>> => {
    const counts: Record<number, number> = {};
    for (const { status } of await Promise.all(asked)) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };
  const turns = Array.from({ length: EACH }, (_, nth) => nth);
  const RELAYS = JSON.stringify({ relays: [{ index: 1, action: 'on' }] });
  const device = (nth: number): string => `dev-${String(nth + 1).padStart(3, '0')}`;

  it('have one quota of queries, exactly', async () => {
    const counts = await statuses(turns.map((nth) => ask(nth, 'GET', '/devices')));
    expect(counts).toEqual({ 200: LIMIT, 429: EACH - LIMIT });
  });

  it('have one quota of tickets, exactly', async () => {
    const counts = await statuses(turns.map((nth) => ask(nth, 'POST', '/ws/ticket')));
    expect(counts).toEqual({ 200: LIMIT, 429: EACH - LIMIT });
  });

  it('have one quota of commands, exactly, in which repeats and refusals do not count (limits.rejection-is-free)', async () => {
    const command = (nth: number, to: number, key: string): Promise<Response> =>
      ask(nth, 'POST', `/devices/${device(to)}/relays/commands`, RELAYS, key);
    const first = await statuses(turns.slice(0, LIMIT - 1).map((nth) => command(nth, nth, `key-${nth}`)));
    expect(first).toEqual({ 200: LIMIT - 1 });
    // Repeats, keys of other requests, devices that are not there: none of them takes the one that is left.
    const free = await Promise.all([
      statuses(turns.slice(0, LIMIT - 1).map((nth) => command(nth + 1, nth, `key-${nth}`))),
      statuses(turns.map((nth) => command(nth, 100 + nth, 'key-0'))),
      statuses(turns.map((nth) => command(nth, 500 + nth, `other-${nth}`))),
    ]);
    expect(free).toEqual([{ 200: LIMIT - 1 }, { 422: EACH }, { 404: EACH }]);
    const rest = await statuses(turns.map((nth) => command(nth, 100 + nth, `last-${nth}`)));
    expect(rest).toEqual({ 200: 1, 429: EACH - 1 });
  });
});
