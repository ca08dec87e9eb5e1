// `conform audit --proxy`: a real service behind it, here a simulator in another process.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { demoDevices } from '../simulator/fleet/demo-devices.js';
import { type Ended, serving, start } from './bin.js';

const CLIENT = `
const call = (method, path, body, headers = {}) => fetch(process.env.CONFORM_URL + '/svc/v1' + path,
  { method, headers: { 'content-type': 'application/json', ...headers }, body: body && JSON.stringify(body) })
  .then((reply) => reply.json());
const { CONFORM_CLIENT_ID: clientId, CONFORM_CLIENT_SECRET: clientSecret, CONFORM_DEVICE_ID: device } = process.env;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
(async () => {
  const { data } = await call('POST', '/auth/token', { clientId, clientSecret });
  const head = { authorization: 'Bearer ' + data.accessToken };
  const { data: { ticket } } = await call('POST', '/ws/ticket', {}, head);
  const { WebSocket } = require('ws');
  const socket = new WebSocket(process.env.CONFORM_WS_URL + '/svc/v1/ws?ticket=' + ticket);
  socket.on('message', (text) => console.log(String(text)));
  await new Promise((resolve) => socket.on('open', resolve));
  for (let at = 0; at < 6; at++) {
    const list = await call('GET', '/devices', undefined, head);
    console.log(list.code, list.data.devices?.length);
    await pause(300);
  }
  for (let at = 0; at < 3; at++) {
    const relays = [{ index: 2, action: 'on' }];
    const keys = { ...head, 'idempotency-key': 'key-' + at };
    await call('POST', '/devices/' + device + '/relays/commands', { relays }, keys).catch((error) => console.log('lost'));
    await pause(300);
  }
  setInterval(() => {}, 1000);
})();`;

const BAD = `title: A bad day before a real service
about: It refuses, loses and repeats.
lasts: 7s
exercises: [client.waits-after-429, client.key-kept-on-retry]
faults:
  - { fault: rate-limited, on: { route: devices.list }, every: 2, with: { retryAfter: 2s } }
  - { fault: response-lost, on: { route: relays.set }, count: 2 }
  - { fault: duplicate-events }
  - { fault: unknown-fields }
  - { fault: unknown-topics, with: { every: 2s } }
  - { fault: close, after: 6s, with: { code: 1012 } }
`;

async function proxied(
  days: Readonly<Record<string, string>>,
  ...options: readonly string[]
): Promise<Ended & { kept: (day: string) => string; url: string }> {
  const { url } = await serving('--no-control');
  const folder = mkdtempSync(join(tmpdir(), 'conform-proxy-'));
  const profile = `baseUrl: ${url}
clients:
  me: { clientId: operator, clientSecretEnv: SECRET, scopes: ['device:control', 'device:config', 'device:manage'] }
devices:
  bench: { deviceId: bench-01, relays: [2] }
`;
  writeFileSync(join(folder, 'lab.yaml'), profile);
  const names = Object.entries(days).flatMap(([name, text]) => {
    writeFileSync(join(folder, `${name}.yaml`), text);
    return ['--day', join(folder, `${name}.yaml`)];
  });
  const command = ['--keep', join(folder, 'kept'), ...options, '--', 'node', '-e', CLIENT];
  const running = start(['audit', '--proxy', join(folder, 'lab.yaml'), ...names, ...command], {
    env: { SECRET: 'demo-operator-secret' },
  });
  const ended = await running.ended;
  return { ...ended, url, kept: (day) => readFileSync(join(folder, 'kept', `${day}-1.log`), 'utf8') };
}

const CALM = BAD.replace(/faults:[^]*$/, '').replace('lasts: 7s', 'lasts: 5s');

describe('conform audit --proxy', () => {
  test('passes the answers of the service on, and nothing is broken on a calm day', async () => {
    const { code, stdout, kept } = await proxied({ calm: CALM });
    expect(kept('calm').split(`SUCCESS ${demoDevices().length}\n`)).toHaveLength(7);
    expect(kept('calm')).toContain('"topic":"device.state.changed"');
    expect(stdout).toMatch(/holds +client\.key-per-command +kept, n = 3/);
    expect(code).toBe(0);
  });

  test('adds what the day has, and finds what the client does about it', async () => {
    const { code, stdout, kept } = await proxied({ calm: CALM, bad: BAD });
    const seen = kept('bad');
    expect(seen).toContain('RATE_LIMITED');
    expect(seen.match(/^lost$/gm)?.length).toBe(2);
    expect(seen).toContain('"topic":"device.future.event"');
    expect(seen).toContain('xFuture');
    expect(stdout).toMatch(/broken +client\.waits-after-429/);
    // It sends such commands as often on the calm day.
    expect(stdout).toMatch(/holds +client\.key-kept-on-retry/);
    expect(code).toBe(1);
    expect(stdout + seen).not.toContain('demo-operator-secret');
  });

  test('says that the service cannot be reached by what the client meets', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'conform-proxy-'));
    writeFileSync(
      join(folder, 'lab.yaml'),
      `baseUrl: http://127.0.0.1:1
clients: { me: { clientId: me, clientSecretEnv: SECRET, scopes: ['device:read'] } }
devices: { bench: { deviceId: bench-01, relays: [] } }
`,
    );
    writeFileSync(join(folder, 'calm.yaml'), CALM);
    const args = ['--proxy', join(folder, 'lab.yaml'), '--day', join(folder, 'calm.yaml')];
    const { code, stdout } = await start(['audit', ...args, '--', 'node', '-e', CLIENT], {
      env: { SECRET: 'x' },
    }).ended;
    expect(stdout.replace(/\s+/g, ' ')).toMatch(
      /the service behind the proxy has not answered once: .*ECONNREFUSED/,
    );
    expect(code).toBe(3);
  });
});
