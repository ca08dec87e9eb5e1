// A service whose paths begin with /io-fleet/v1: served, checked, audited behind a proxy, shown again and drafted.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { serving, start } from './bin.js';

const folder = mkdtempSync(join(tmpdir(), 'conform-first-segment-'));
const DIALECT = join(folder, 'other.yaml');
const SECRETS = Object.fromEntries(
  ['reader', 'operator', 'controller', 'configurator', 'manager'].map((name) => [
    `CONFORM_SECRET_${name.toUpperCase()}`,
    `demo-${name}-secret`,
  ]),
);
const CLIENT = `
const call = (method, path, body, headers = {}) => fetch(process.env.CONFORM_URL + '/io-fleet/v1' + path,
  { method, headers: { 'content-type': 'application/json', ...headers }, body: body && JSON.stringify(body) })
  .then((reply) => reply.json());
const { CONFORM_CLIENT_ID: clientId, CONFORM_CLIENT_SECRET: clientSecret } = process.env;
(async () => {
  const { data } = await call('POST', '/auth/token', { clientId, clientSecret });
  const head = { authorization: 'Bearer ' + data.accessToken };
  for (let at = 0; at < 3; at++) console.log((await call('GET', '/devices', undefined, head)).code);
  const { data: { ticket } } = await call('POST', '/ws/ticket', {}, head);
  const { WebSocket } = require('ws');
  const socket = new WebSocket(process.env.CONFORM_WS_URL + '/io-fleet/v1/ws?ticket=' + ticket);
  socket.on('open', () => console.log('opened'));
  setInterval(() => {}, 1000);
})();`;
const DAY = `title: A short day
about: A list is refused.
lasts: 3s
exercises: [client.waits-after-429]
faults:
  - { fault: rate-limited, on: { route: devices.list }, every: 2, with: { retryAfter: 1s } }
`;

describe('a service with another first segment', () => {
  let url = '';
  beforeAll(async () => {
    writeFileSync(
      DIALECT,
      `${readFileSync('fixtures/dialects/default.yaml', 'utf8')}\nfirstSegment: io-fleet\n`,
    );
    ({ url } = await serving('--no-control', '--dialect', DIALECT));
  });
  const run = (...args: readonly string[]) => start(['run', '--target', url, ...args]).ended;

  test('passes checks over both channels in its dialect', async () => {
    const { code, stdout } = await run('--dialect', DIALECT, 'auth/token', 'devices/list', 'ws/ping');
    expect(stdout).toMatch(/Checks .*: \d+ passed/);
    expect(code).toBe(0);
  });

  test.each([[''], ['/io-fleet/v1']])('is no target of the usual one, at %j', async (place) => {
    const { code, stderr } = await start(['run', '--target', `${url}${place}`, 'auth/token']).ended;
    expect(stderr).toContain('firstSegment: io-fleet');
    expect(code).toBe(2);
  });

  test('is drafted from its address with what paths begin with, and the draft fits', async () => {
    const env = { CONFORM_DRAFTED_SECRET: 'demo-operator-secret' };
    const out = join(folder, 'drafted');
    const told = await start(['probe', url, '--client-id', 'operator', '--out', out], { env }).ended;
    expect(told.stderr).toContain('there is no POST /svc/v1/auth/token');
    const address = `${url}/io-fleet/v1`;
    const found = await start(['probe', address, '--client-id', 'operator', '--out', out], { env }).ended;
    expect(found.code).toBe(0);
    expect(readFileSync(join(out, 'dialect.yaml'), 'utf8')).toContain('firstSegment: io-fleet\n');
    expect(readFileSync(join(out, 'target.yaml'), 'utf8')).toContain(`baseUrl: ${url}\n`);
    expect((await start(['probe', '--target', join(out, 'target.yaml')], { env }).ended).code).toBe(0);
  });

  test('has its clients audited behind a proxy', async () => {
    const [profile, day] = [join(folder, 'lab.yaml'), join(folder, 'day.yaml')];
    writeFileSync(
      profile,
      `baseUrl: ${url}\ndialect: ./other.yaml\nclients:\n  me: { clientId: operator, clientSecretEnv: SECRET, scopes: ['device:control'] }\ndevices:\n  bench: { deviceId: bench-01, relays: [] }\n`,
    );
    writeFileSync(day, DAY);
    const kept = join(folder, 'kept');
    const words = ['audit', '--proxy', profile, '--day', day, '--keep', kept, '--', 'node', '-e', CLIENT];
    const { stdout } = await start(words, { env: { SECRET: 'demo-operator-secret' } }).ended;
    expect(stdout).toContain('client.waits-after-429  kept');
    expect(stdout).toContain('client.ticket-just-in-time  kept');
  });

  test('shows a breach again by a script that asks at its paths', async () => {
    const words = ['run', 'refresh/shared-budget', '--defect', 'budget-not-shared', '--dialect', DIALECT];
    const { stderr } = await start([...words, '--save-repro', folder]).ended;
    expect(stderr).toContain('refresh.shared-budget: the breach showed in 3 of 3');
    const script = start([], {
      program: join(folder, 'refresh.shared-budget.cjs'),
      env: { ...SECRETS, CONFORM_BASE_URL: url },
    });
    expect((await script.ended).code).toBe(0);
  });
});
