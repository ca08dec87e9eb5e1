// Scripts that show a breach again: on the server that has it, on one that has not, and where they are disturbed.
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { start, type Ended } from './bin.js';
import { witnessed } from './witness.js';

const folder = mkdtempSync(join(tmpdir(), 'conform-repro-'));
const SECRETS = Object.fromEntries(
  ['reader', 'operator', 'controller', 'configurator'].map((name) => [
    `CONFORM_SECRET_${name.toUpperCase()}`,
    `demo-${name}-secret`,
  ]),
);

function script(rule: string, baseUrl: string, env: Readonly<Record<string, string>> = {}) {
  const program = join(folder, `${rule}.cjs`);
  return start([], { program, env: { ...SECRETS, CONFORM_BASE_URL: baseUrl, ...env } });
}

async function saved(defect: string, check: string): Promise<Ended> {
  return start(['run', check, '--defect', defect, '--save-repro', folder]).ended;
}

describe('a script that shows a breach again', () => {
  const told: string[] = [];
  beforeAll(async () => {
    told.push((await saved('budget-not-shared', 'refresh/shared-budget')).stderr);
    told.push((await saved('key-ignored-over-rest', 'idempotency/first-command-returned:REST')).stderr);
  });

  test('was tried before it was handed over', () => {
    expect(told[0]).toContain('refresh.shared-budget: the breach showed in 3 of 3');
    expect(told[1]).toContain('idempotency.same-command-rest: the breach showed in 3 of 3');
  });

  test('ends with 1 where the server has it, and with 0 where it has not', async () => {
    const wrong = await witnessed('--defect', 'budget-not-shared');
    expect(await script('refresh.shared-budget', wrong.url).ended).toMatchObject({ code: 1 });
    const right = await witnessed();
    expect(await script('refresh.shared-budget', right.url).ended).toMatchObject({ code: 0 });
    expect(await script('idempotency.same-command-rest', right.url).ended).toMatchObject({ code: 0 });
  });

  /** What a script has to know beside the witness: another rule, a defect and a check for each. */
  test.each([
    ['a secret made of the right one', 'auth.invalid-credentials', 'secret-in-any-case'],
    ['a token made of the right one', 'auth.invalid', 'token-by-its-first-half'],
    ['requests that made the server go wrong', 'events.not-replayed', 'events-replayed'],
    ['a repeat that let the next request in', 'busy.one-at-a-time', 'lane-freed-by-repeat'],
    ['answers of which the second judge cannot tell', 'devices.profiles', 'profiles-refused'],
    ['an act on a client, which it undoes', 'auth.disabled-client', 'disabled-token-lives'],
  ])('has %s, where that shows the breach', async (_, rule, defect) => {
    const own = mkdtempSync(join(tmpdir(), 'conform-repro-'));
    const run = await start(['run', '--rule', rule, '--defect', defect, '--save-repro', own]).ended;
    expect(run.stderr).toMatch(new RegExp(`^${rule}: the breach showed in [23] of 3$`, 'm'));
    const right = await witnessed();
    const program = join(own, `${rule}.cjs`);
    const { CONFORM_CONTROL: control = '', CONFORM_CONTROL_TOKEN: token = '' } = right.env;
    const bench = { CONFORM_CONTROL_URL: control, CONFORM_CONTROL_TOKEN: token };
    const env = { ...SECRETS, CONFORM_BASE_URL: right.url, ...bench };
    const ended = await start([], { program, env }).ended;
    expect(ended).toMatchObject({ code: 0 });
    expect(await right.relaysOn()).toEqual([]);
    right.process.kill('SIGTERM');
  });

  test('holds no secret, and says at its top what it sends', () => {
    const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8');
    const names = readdirSync(folder);
    expect(names.length).toBeGreaterThan(2);
    for (const name of names) expect(textOf(name)).not.toMatch(/demo-\w+-secret/);
    for (const name of names.filter((each) => each.endsWith('.cjs')))
      expect(textOf(name).slice(0, 1500)).toContain(' ms  ');
    expect(readFileSync(join(folder, 'finding.md'), 'utf8')).toContain('3 of 3');
  });

  test('puts relays back when it is interrupted', async () => {
    const right = await witnessed();
    const running = script('idempotency.same-command-rest', right.url);
    await running.printed('stdout', /was answered with SUCCESS/);
    running.kill('SIGINT');
    const ended = await running.ended;
    expect(ended).toMatchObject({ code: 2 });
    expect(ended.stdout).toMatch(/A relay of bench-\d+ was put back/);
    expect(await right.relaysOn()).toEqual([]);
  });

  test('ends with 2 without secrets, without a server, and where replies are hostile', async () => {
    const right = await witnessed();
    const bare = { CONFORM_SECRET_READER: '' };
    expect(await script('refresh.shared-budget', right.url, bare).ended).toMatchObject({ code: 2 });
    expect(await script('refresh.shared-budget', 'http://127.0.0.1:9').ended).toMatchObject({ code: 2 });
    const hostile = createServer((request, response) => {
      if (request.url?.endsWith('/auth/token'))
        response.end('{"code":"SUCCESS","message":"OK","data":{"accessToken":"t"}}');
      else response.end(`${'['.repeat(200_000)}\u2028*/ process.exit(1)`);
    });
    await new Promise<void>((resolve) => void hostile.listen(0, '127.0.0.1', resolve));
    const { port } = hostile.address() as AddressInfo;
    const ended = await script('idempotency.same-command-rest', `http://127.0.0.1:${port}`).ended;
    hostile.close();
    expect(ended).toMatchObject({ code: 2 });
  });
});
