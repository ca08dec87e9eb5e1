// What clients and people see of a cluster in which something fails: real processes over a real Redis.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSystemClock } from '../../src/kernel/machine-clock.js';
import { hasRedisServer, type RedisServer, startRedisServer } from '../simulator/cluster/redis-server.js';
import { type Running, start } from './bin.js';

const machine = createSystemClock();
/** Three hours fast, as the clock of another machine may be. */
const FAST_CLOCK = `--import data:text/javascript,const%20now=Date.now;Date.now=()=>now()+10800000`;

interface Process {
  readonly running: Running;
  readonly url: string;
}

describe.skipIf(!hasRedisServer())(
  'a cluster of processes (skipped where redis-server is not installed)',
  () => {
    let redis: RedisServer;
    beforeEach(async () => {
      redis = await startRedisServer();
    });
    afterEach(() => redis.stop());

    const serve = (...more: string[]): Running =>
      start(['serve', '--port', '0', '--no-control', '--cluster', redis.url, ...more]);
    const begin = async (env: Readonly<Record<string, string>> = {}): Promise<Process> => {
      const given = ['serve', '--port', '0', '--no-control', '--cluster', redis.url, '--speed', '10'];
      const running = start(given, { env });
      const [, url = ''] = await running.printed('stdout', /listening on (\S+)\n/);
      return { running, url };
    };
    const ask = async (
      { url }: Process,
      method: string,
      path: string,
      more: { readonly token?: string; readonly key?: string; readonly body?: unknown } = {},
    ): Promise<{ readonly status: number; readonly text: string }> => {
      const { token, key, body } = more;
      const reply = await fetch(`${url}/svc/v1${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: reply.status, text: await reply.text() };
    };
    /** Insists, as a client does that is told 500. */
    const logIn = async (to: Process): Promise<string> => {
      const body = { clientId: 'operator', clientSecret: 'demo-operator-secret' };
      for (;;) {
        const { status, text } = await ask(to, 'POST', '/auth/token', { body });
        if (status === 200) return (JSON.parse(text) as { data: { accessToken: string } }).data.accessToken;
        expect(status).toBe(500);
        await machine.sleep(100);
      }
    };
    const insist = async (to: Process, token: string, device: string, key: string): Promise<string> => {
      for (;;) {
        const body = { relays: [{ index: 1, action: 'on' }] };
        const { status, text } = await ask(to, 'POST', `/devices/${device}/relays/commands`, {
          token,
          key,
          body,
        });
        if (status === 200)
          return (JSON.parse(text) as { data: { command: { commandId: string } } }).data.command.commandId;
        // Nothing but that the service cannot do it now, or that the device is still at work.
        expect([500, 409]).toContain(status);
        await machine.sleep(100);
      }
    };

    it('says why an instance cannot start, without a stack trace', async () => {
      const one = await begin();
      const refused = [
        serve('--seed', '99'),
        serve('--dialect', 'scrambled'),
        start(['serve', '--port', '0', '--cluster', 'redis://127.0.0.1:1']),
        start(['serve', '--port', '0', '--cluster', redis.url.replace('redis:', 'rediss:')]),
        start(['serve', '--port', '0', '--cluster', `${redis.url}/name`]),
        start(['serve', '--port', '0', '--cluster', `${redis.url}?db=3`]),
        start(['serve', '--port', '0', '--cluster', `${redis.url}/99`]),
        start(['serve', '--port', '0', '--cluster', 'rediss://localhost:1'], {
          env: { CONFORM_REDIS_CA: import.meta.filename },
        }),
      ];
      const ends = await Promise.all(refused.map(({ ended }) => ended));
      const wanted = [
        /differ from this one in the seed/,
        /differ .* in the dialect/,
        /ECONNREFUSED/,
        /cannot use the Redis/,
        /at most the number of a database/,
        /at most the number of a database/,
        /it has no database of this number/,
        /holds no certificate/,
      ];
      for (const [at, { code, stderr }] of ends.entries()) {
        expect(code).toBe(2);
        expect(stderr).toMatch(wanted[at] ?? /^$/);
        expect(stderr).not.toMatch(/^\s+at /m);
      }
      // Nothing of it has disturbed the one that runs.
      expect((await ask(one, 'GET', '/devices', { token: await logIn(one) })).status).toBe(200);
    });

    it('is not started on a Redis that would forget commands, nor on one that takes no writes', async () => {
      const ioredis = await import('ioredis');
      const admin = new ioredis.Redis(redis.url);
      const starting = async (wanted: RegExp): Promise<void> => {
        const { code, stderr } = await serve().ended;
        expect([code, stderr]).toEqual([2, expect.stringMatching(wanted)]);
      };
      await admin.config('SET', 'maxmemory', '100mb');
      await admin.config('SET', 'maxmemory-policy', 'allkeys-lru');
      await starting(/drops keys .*set noeviction/);
      await admin.config('SET', 'maxmemory-policy', 'noeviction');
      await admin.config('SET', 'maxmemory', '1');
      await starting(/its memory is full/);
      await admin.config('SET', 'maxmemory', '0');
      await admin.replicaof('127.0.0.1', 1);
      await starting(/a replica, which takes no writes/);
      await admin.replicaof('NO', 'ONE');
      await admin.config('SET', 'requirepass', 'secret');
      await starting(/asks for a password/);
      admin.disconnect();
    });

    it('goes on when one is stopped, and lets it write nothing when it comes back', async () => {
      const [one, two] = [await begin(), await begin({ NODE_OPTIONS: FAST_CLOCK })];
      const token = await logIn(one);
      const devices = Array.from({ length: 12 }, (_, at) => `bench-${String(at + 1).padStart(2, '0')}`);
      const before = await Promise.all(devices.map((device) => insist(one, token, device, `a-${device}`)));
      one.running.kill('SIGSTOP');
      const during = await Promise.all(devices.map((device) => insist(two, token, device, `b-${device}`)));
      one.running.kill('SIGCONT');
      for (const [at, device] of devices.entries()) {
        // A key is one command, whichever instance is asked, before and after.
        for (const each of [one, two]) {
          expect(await insist(each, token, device, `a-${device}`)).toBe(before[at]);
          expect(await insist(each, token, device, `b-${device}`)).toBe(during[at]);
        }
      }
      for (const { running } of [one, two]) {
        running.kill('SIGINT');
        expect((await running.ended).code).toBe(0);
      }
    });

    it('refuses within bounds while Redis is slow, full or gone, recovers by itself, and ends at SIGINT', async () => {
      const [one, two] = [await begin(), await begin()];
      let token = await logIn(one);
      const ioredis = await import('ioredis');
      const redisSays = async (...words: [string, ...string[]]): Promise<void> => {
        const client = new ioredis.Redis(redis.url);
        await client.call(...words);
        client.disconnect();
      };
      await redisSays('CLIENT', 'PAUSE', '600000', 'WRITE');
      expect((await ask(one, 'GET', '/devices', { token })).status).toBe(500);
      await redisSays('CLIENT', 'UNPAUSE');
      const known = await insist(two, token, 'bench-01', 'k1');
      expect(await insist(one, token, 'bench-01', 'k1')).toBe(known);
      await redisSays('CONFIG', 'SET', 'maxmemory', '1');
      expect((await ask(two, 'GET', '/devices', { token })).status).toBe(500);
      expect((await ask(two, 'GET', '/nothing')).status).toBe(404);
      await redisSays('CONFIG', 'SET', 'maxmemory', '0');
      expect(await insist(two, token, 'bench-01', 'k1')).toBe(known);
      await redisSays('FLUSHALL');
      token = await logIn(two);
      await insist(one, token, 'bench-02', 'k2');
      await redis.stop();
      expect((await ask(one, 'GET', '/devices', { token })).status).toBe(500);
      for (const { running } of [one, two]) {
        running.kill('SIGINT');
        const { code, stderr } = await running.ended;
        expect(code).toBe(0);
        expect(stderr).not.toMatch(/^\s+at /m);
        expect(stderr).toMatch(/the cluster is lost: .*\n[^]*the cluster is back\n[^]*the cluster is lost/);
      }
    });
  },
);
