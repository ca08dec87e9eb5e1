// `conform audit --proxy --listen`: what clients ask of a service passes by, and the service is judged by it.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Ended, type Running, serving, start } from './bin.js';

interface Watch {
  readonly running: Running;
  /** Where clients find the service. */
  readonly url: string;
  readonly trace: () => string;
}

async function watching(service: string, ...options: readonly string[]): Promise<Watch> {
  const folder = mkdtempSync(join(tmpdir(), 'conform-watch-'));
  const profile = `baseUrl: ${service}
clients: { me: { clientId: operator, clientSecretEnv: SECRET, scopes: ['device:control'] } }
devices: { bench: { deviceId: bench-01, relays: [] } }
`;
  writeFileSync(join(folder, 'lab.yaml'), profile);
  const trace = join(folder, 'passed.ndjson');
  const args = ['audit', '--proxy', join(folder, 'lab.yaml'), '--listen', '0', '--report', `trace=${trace}`];
  const running = start([...args, ...options], { env: { SECRET: 'demo-operator-secret' } });
  const [, url = ''] = await running.printed('stderr', /listening on (http:\S+),/);
  return { running, url, trace: () => readFileSync(trace, 'utf8') };
}

/** What a client does with a service; gives what it was answered. */
async function use(url: string): Promise<readonly string[]> {
  const call = async (method: string, path: string, body?: object, sent: Record<string, string> = {}) => {
    const reply = await fetch(`${url}/svc/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...sent },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await reply.json()) as { code: string; data: { accessToken: string } };
  };
  const login = { clientId: 'operator', clientSecret: 'demo-operator-secret' };
  const head = {
    authorization: `Bearer ${(await call('POST', '/auth/token', login)).data.accessToken}`,
  };
  const relays = [{ index: 1, action: 'on' }];
  const command = () =>
    call('POST', '/devices/bench-01/relays/commands', { relays }, { ...head, 'idempotency-key': 'one' });
  const replies = [await command(), await command(), await call('GET', '/devices/bench-01', undefined, head)];
  return replies.map(({ code }) => code);
}

async function interrupted({ running }: Watch): Promise<Ended> {
  running.kill('SIGINT');
  return running.ended;
}

describe('conform audit --proxy --listen', () => {
  test('passes everything on, and finds nothing in what a right service answers', async () => {
    const { url: service } = await serving('--no-control');
    const watch = await watching(service, '--metrics', '0');
    const [, metrics = ''] = await watch.running.printed('stderr', /metrics on (http:\S+)/);
    expect(await use(watch.url)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);
    const text = await (await fetch(metrics)).text();
    expect(text).toMatch(/conform_watch_replies_total\{channel="rest",code="SUCCESS"\} 4/);
    expect(text).toContain('conform_watch_added_seconds_count 4');
    const { code, stdout } = await interrupted(watch);
    expect(stdout).toContain('No rule was broken in what was seen.');
    expect(code).toBe(0);
  });

  test('names the rule that a wrong service breaks, with the exchanges, and shows no secret', async () => {
    const { url: service } = await serving('--no-control', '--defect', 'key-ignored-over-rest');
    const watch = await watching(service);
    await use(watch.url);
    const { code, stdout, stderr } = await interrupted(watch);
    expect(stderr).toMatch(/^idempotency\.\S+: expected /m);
    expect(stdout).toMatch(/FAIL +idempotency\./);
    expect(code).toBe(1);
    expect(watch.trace()).toContain('"idempotencyKey":"one"');
    expect(stdout + stderr + watch.trace()).not.toMatch(/demo-operator-secret|Bearer (?!<)/);
  });

  test('says that nothing has passed, and what does not go together', async () => {
    const { url: service } = await serving('--no-control');
    const { code, stdout } = await (await watching(service, '--for', '1s')).running.ended;
    expect(stdout).toContain('Nothing was seen that a rule could be judged by.');
    expect(code).toBe(3);
    const refused = await start(['audit', '--proxy', 'lab.yaml', '--listen', '0', '--day', 'calm']).ended;
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--day does not go with')]);
  });
});
