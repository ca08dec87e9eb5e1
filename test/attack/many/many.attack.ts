// The whole suite, and 2,000 random programs, through a balancer that sends each request to the next of three instances
// over one Redis: nothing that the interface forbids. The control plane is that of one of them.
import { describe, expect, test } from 'vitest';
import { type Ended, start } from '../../e2e/bin.js';
import { hasRedisServer, startRedisServer } from '../../simulator/cluster/redis-server.js';
import { createBalancer } from '../cluster/balancer.mjs';
import { attackSeed, sized } from '../size.js';
import { freePort } from '../state/life.js';

const INSTANCES = 3;
const PROGRAMS = 2000;
const SPEED = 10;

interface Many {
  readonly url: string;
  readonly control: string;
  readonly token: string;
  close(): Promise<void>;
}

describe.skipIf(!hasRedisServer())('three instances behind a balancer (skipped without redis-server)', () => {
  test('break no rule of the interface in the whole suite', async () => {
    const { code, stdout } = await judged(['--runs', '1']);
    process.stdout.write(stdout);
    // On a machine with much to do a check may come to no verdict.
    expect([0, 4]).toContain(code);
    expect(stdout).not.toMatch(/FAIL/);
  });

  test(`break none in ${PROGRAMS} random programs`, async () => {
    const runs = ['--runs', String(sized(PROGRAMS)), '--time', '1h', '--seed', String(attackSeed())];
    const { code, stdout } = await judged(['properties/*', ...runs]);
    process.stdout.write(stdout);
    expect([0, 4]).toContain(code);
    expect(stdout).not.toMatch(/FAIL/);
  });
});

async function judged(what: readonly string[]): Promise<Ended> {
  const many = await startMany();
  try {
    const env = { CONFORM_CONTROL: many.control, CONFORM_CONTROL_TOKEN: many.token };
    return await start(['run', ...what, '--target', many.url, '--speed', String(SPEED)], { env }).ended;
  } finally {
    await many.close();
  }
}

async function startMany(): Promise<Many> {
  const redis = await startRedisServer();
  const options = ['--port', '0', '--control-port', '0', '--speed', String(SPEED), '--cluster', redis.url];
  const instances = Array.from({ length: INSTANCES }, () => start(['serve', ...options]));
  const places = await Promise.all(
    instances.map(async (instance) => {
      const [, url = ''] = await instance.printed('stdout', /listening on (\S+)\n/);
      const [, control = '', token = ''] = await instance.printed(
        'stdout',
        /CONFORM_CONTROL=(\S+) CONFORM_CONTROL_TOKEN=(\S+)/,
      );
      return { url, control, token };
    }),
  );
  const port = await freePort();
  const balancer = createBalancer(places.map(({ url }) => url));
  await new Promise<void>((resolve) => balancer.listen(port, '127.0.0.1', resolve));
  const [{ control, token } = { control: '', token: '' }] = places;
  return {
    url: `http://127.0.0.1:${port}`,
    control,
    token,
    close: async () => {
      for (const instance of instances) {
        instance.kill('SIGKILL');
        await instance.ended;
      }
      balancer.closeAllConnections();
      balancer.close();
      await redis.stop();
    },
  };
}
