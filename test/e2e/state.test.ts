// The executable with a folder of state: what survives a SIGKILL, who may use the folder, and what can be done with it.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openLmdbTables, type Lmdb } from '../../src/simulator/state/lmdb-tables.js';
import { conform, serving } from './bin.js';

const lmdb = await import('lmdb').catch((): Lmdb | undefined => undefined);

let folder = '';
/** Whether the folder is a disk of its own. */
let hasDisk = false;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'conform-e2e-state-'));
});
afterEach(() => {
  if (hasDisk) execFileSync('umount', ['-l', folder]);
  hasDisk = false;
  rmSync(folder, { recursive: true, force: true });
});

const state = (): string => join(folder, 'state');

interface Calls {
  token: string;
  call(
    url: string,
    method: string,
    path: string,
    body?: unknown,
    key?: string,
  ): Promise<Record<string, unknown>>;
}

function calls(): Calls {
  const made: Calls = {
    token: '',
    call: async (url, method, path, body, key) => {
      const reply = await fetch(`${url}/svc/v1${path}`, {
        method,
        headers: {
          ...(made.token && { authorization: `Bearer ${made.token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return (await reply.json()) as Record<string, unknown>;
    },
  };
  return made;
}

async function withToken(url: string): Promise<Calls> {
  const made = calls();
  const credentials = { clientId: 'operator', clientSecret: 'demo-operator-secret' };
  const { data } = await made.call(url, 'POST', '/auth/token', credentials);
  made.token = (data as { accessToken: string }).accessToken;
  return made;
}

const COMMAND = ['/devices/bench-01/relays/commands', { relays: [{ index: 2, action: 'on' }] }, 'k'] as const;

/** A folder with one command in it, by a service that was killed. */
async function killed(): Promise<{ readonly made: Calls; readonly first: unknown }> {
  const { url, process: running } = await serving('--state', state(), '--speed', '20');
  const made = await withToken(url);
  const first = await made.call(url, 'POST', ...COMMAND);
  running.kill('SIGKILL');
  await running.ended;
  return { made, first };
}

describe.skipIf(!lmdb)('conform serve --state (skipped where the package lmdb is not installed)', () => {
  test('goes on after a SIGKILL: the key, the command, the relay, the token and the speed', async () => {
    const { made, first } = await killed();
    const { url, process: running } = await serving('--state', state());
    const [said] = await running.printed('stdout', /state .*start 2.*/);
    expect(said).toContain('1 commands');
    expect(await made.call(url, 'POST', ...COMMAND)).toEqual(first);
    const { data } = await made.call(url, 'GET', '/devices/bench-01');
    expect(data).toMatchObject({ device: { peripherals: { relays: [{}, { on: true }, {}, {}] } } });
    await running.printed('stdout', /20 times the usual speed/);
  });

  test('has the folder to itself', async () => {
    await serving('--state', state());
    const { code, stderr } = await conform('serve', '--port', '0', '--state', state());
    expect(code).toBe(2);
    expect(stderr).toMatch(/is in use: process \d+ .*\n.*take another folder/);
  });

  test('refuses a folder of a newer format, and one that is damaged, and leaves both as they are', async () => {
    await killed();
    const data = join(state(), 'data.mdb');
    const whole = readFileSync(data);
    const refused = async (): Promise<string> => {
      const before = readFileSync(data);
      const { code, stderr } = await conform('serve', '--port', '0', '--state', state());
      expect(code).toBe(2);
      expect(stderr).not.toContain('    at ');
      expect(readFileSync(data).equals(before)).toBe(true);
      return stderr;
    };
    truncateSync(data, 4096);
    expect(await refused()).toContain('is damaged');
    writeFileSync(data, Buffer.alloc(whole.length, 7));
    expect(await refused()).toContain('is damaged');
    writeFileSync(data, whole);
    const tables = openLmdbTables(lmdb as Lmdb, state(), false);
    await (
      await tables.write([{ table: 'meta', key: 'format', value: 99 }], false)
    ).durable;
    await tables.close();
    expect(await refused()).toContain('written by a newer conform: format 99');
    // No record begins with this byte.
    const raw = (lmdb as Lmdb).open({ path: state(), maxDbs: 12 });
    await raw.openDB('meta', { encoding: 'binary' }).put('format', Buffer.from([0xc1]));
    await raw.close();
    expect(await refused()).toContain('is damaged');
    for (const command of ['check', 'show', 'export']) {
      const { code, stderr } = await conform('state', command, state());
      expect([code, stderr]).toEqual([2, expect.stringContaining('is damaged')]);
    }
    writeFileSync(data, '');
    const { code, stderr } = await conform('state', 'check', state());
    expect([code, stderr]).toEqual([2, expect.stringContaining('data.mdb is empty')]);
  });
});

/** A disk of its own for the folder of the test; false where the test may not have one. */
function mounted(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'none', folder], { stdio: 'ignore' });
    hasDisk = true;
  } catch {
    hasDisk = false;
  }
  return hasDisk;
}

describe.skipIf(!lmdb)('a disk that refuses', () => {
  test('refuses commands with 500 while it is full, lets reading go on, and recovers', async ({ skip }) => {
    if (!mounted()) return skip('only root may mount a disk of its own');
    const { url, process: running } = await serving('--state', state(), '--speed', '20');
    const made = await withToken(url);
    const switched = (key: string) => made.call(url, 'POST', COMMAND[0], COMMAND[1], key);
    expect(await switched('before')).toMatchObject({ code: 'SUCCESS' });
    const filler = join(folder, 'filler');
    writeFileSync(filler, Buffer.alloc(20 * 1024 * 1024));
    for (const key of ['one', 'two']) expect(await switched(key)).toMatchObject({ code: 'INTERNAL_ERROR' });
    expect(await made.call(url, 'GET', '/devices')).toMatchObject({ code: 'SUCCESS' });
    expect(await made.call(url, 'GET', '/devices/bench-02')).toMatchObject({ code: 'SUCCESS' });
    rmSync(filler);
    expect(await switched('one')).toMatchObject({ code: 'SUCCESS' });
    running.kill('SIGTERM');
    const { stderr } = await running.ended;
    expect(stderr).toMatch(/cannot write the state to .*: the disk has only \d+ bytes left/);
    expect(stderr).not.toContain('by its own fault');
    expect((await conform('state', 'show', state())).stdout).toMatch(/commands +2 \(2 succeeded\)/);
  });

  test('is refused at the start where the folder cannot be written, with the reason', async () => {
    const { code, stderr } = await conform('serve', '--port', '0', '--state', '/proc/state');
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: .*\/proc\/state.*\n.+/);
    expect(stderr).not.toContain('    at ');
  });
});

describe.skipIf(!lmdb)('conform state', () => {
  test('shows, checks and exports a folder, and imports it into another one', async () => {
    const { made, first } = await killed();
    expect((await conform('state', 'show', state())).stdout).toMatch(/commands +1 \(1 succeeded\)/);
    expect(await conform('state', 'check', state())).toMatchObject({ code: 0 });
    const file = join(folder, 'state.json');
    expect(await conform('state', 'export', state(), '--out', file)).toMatchObject({ code: 0 });
    const other = join(folder, 'other');
    expect(await conform('state', 'import', other, file)).toMatchObject({ code: 0 });
    expect(await conform('state', 'import', other, file)).toMatchObject({ code: 2 });
    expect(await conform('state', 'check', other)).toMatchObject({ code: 0 });
    const { url } = await serving('--state', other);
    // Access tokens are not exported.
    expect(await made.call(url, 'POST', ...COMMAND)).toMatchObject({ code: 'AUTH_INVALID' });
    expect(await (await withToken(url)).call(url, 'POST', ...COMMAND)).toEqual(first);
  });

  test('finds records that do not fit each other', async () => {
    await killed();
    const tables = openLmdbTables(lmdb as Lmdb, state(), false);
    await (
      await tables.write([{ table: 'keys', key: 'operator\nk', value: 7 }], false)
    ).durable;
    await tables.close();
    const { code, stdout } = await conform('state', 'check', state());
    expect(code).toBe(1);
    expect(stdout).toBe('command 1 is not found by its key\n');
  });

  test('says of another folder that it is none', async () => {
    const { code, stderr } = await conform('state', 'show', folder);
    expect(code).toBe(2);
    expect(stderr).toContain('is no folder of state');
  });
});
