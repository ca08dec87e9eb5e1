// The lock of a target: one run at a time, and nothing that a dead process has left is in the way.
import { existsSync, mkdtempSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSecrets } from '../../../src/output/secrets.js';
import {
  beginningOf,
  type Holder,
  isAlive,
  type Locked,
  takeLock,
  thisMachine,
} from '../../../src/cli/restore/lock.js';
import { createManualClock } from '../../../src/kernel/manual-clock.js';

const lockPath = (): string => join(mkdtempSync(join(tmpdir(), 'conform-lock-')), 'target.lock');
const clock = createManualClock(Date.UTC(2026, 0, 1));
const take = (path: string): Promise<Locked> =>
  takeLock({ path, command: 'conform run', secrets: createSecrets(), clock });

async function release(locked: Locked): Promise<void> {
  if (locked.kind === 'held') await locked.release();
}

async function left(path: string, holder: Partial<Holder>): Promise<void> {
  const own = {
    pid: process.pid,
    since: '2026-01-01T00:00:00.000Z',
    command: 'conform run',
    ...(await thisMachine()),
  };
  writeFileSync(path, JSON.stringify({ ...own, ...holder }));
}

/** No process has that number, or only in a hundred years. */
const DEAD = 2 ** 22 + 12_345;

describe('the lock of a target', () => {
  it('is held by one, who is named to the next, and is free again when it is given back', async () => {
    const path = lockPath();
    const first = await take(path);
    expect(await take(path)).toEqual({
      kind: 'taken',
      by: expect.objectContaining({
        pid: process.pid,
        since: '2026-01-01T00:00:00.000Z',
        command: 'conform run',
      }),
    });
    await release(first);
    expect(existsSync(path)).toBe(false);
    const second = await take(path);
    expect(second.kind).toBe('held');
    await release(second);
    expect(readdirSync(dirname(path))).toEqual([]);
  });

  it('is held by one of many who want it at the same moment', async () => {
    const path = lockPath();
    await left(path, { pid: DEAD });
    const all = await Promise.all(Array.from({ length: 8 }, () => take(path)));
    expect(all.filter(({ kind }) => kind === 'held')).toHaveLength(1);
    await Promise.all(all.map(release));
  });

  it('is free when its process has died', async () => {
    const path = lockPath();
    await left(path, { pid: DEAD });
    expect(isAlive(DEAD)).toBe(false);
    const locked = await take(path);
    expect(locked.kind).toBe('held');
    await release(locked);
  });

  it('is free when another process has died while it was putting the lock of a dead one aside', async () => {
    const path = lockPath();
    await left(path, { pid: DEAD });
    await left(`${path}.turn`, { pid: DEAD + 1 });
    const locked = await take(path);
    expect(locked.kind).toBe('held');
    await release(locked);
    expect(readdirSync(dirname(path))).toEqual([]);
  });

  it('is left to a living process that is putting it aside', async () => {
    const path = lockPath();
    await left(path, { pid: DEAD });
    await left(`${path}.turn`, {});
    expect((await take(path)).kind).toBe('taken');
    expect(existsSync(`${path}.turn`)).toBe(true);
  });

  it('is free when the number of its process was given to another one', async () => {
    const path = lockPath();
    const began = await beginningOf(process.pid);
    await left(path, { began: `${began}0` });
    const locked = await take(path);
    expect(locked.kind).toBe('held');
    await release(locked);
    await left(path, began === undefined ? {} : { began });
    expect((await take(path)).kind).toBe('taken');
  });

  it('is free when the machine was started anew', async () => {
    const path = lockPath();
    await left(path, { boot: 'another' });
    const locked = await take(path);
    expect(locked.kind).toBe('held');
    await release(locked);
  });

  it.each([{ host: `not-${hostname()}` }, { space: 'another' }])(
    'of a process that cannot be seen is held as long as it shows signs of life: %o',
    async (elsewhere) => {
      const path = lockPath();
      await left(path, { ...elsewhere, pid: DEAD });
      expect(await take(path)).toMatchObject({ kind: 'taken', by: { pid: DEAD } });
      const silentSince = new Date(Date.now() - 61_000);
      utimesSync(path, silentSince, silentSince);
      const locked = await take(path);
      expect(locked.kind).toBe('held');
      await release(locked);
    },
  );

  it('that says nothing is held for a minute, and no longer', async () => {
    const path = lockPath();
    writeFileSync(path, '');
    expect(await take(path)).toEqual({ kind: 'taken', by: undefined });
    const silentSince = new Date(Date.now() - 61_000);
    utimesSync(path, silentSince, silentSince);
    const locked = await take(path);
    expect(locked.kind).toBe('held');
    await release(locked);
  });

  it('is not given back by one who has lost it', async () => {
    const path = lockPath();
    const locked = await take(path);
    writeFileSync(path, 'somebody else');
    await release(locked);
    expect(readFileSync(path, 'utf8')).toBe('somebody else');
  });

  it('fails where nothing can be written', async () => {
    const path = join(lockPath(), 'below', 'target.lock');
    expect(await take(path)).toMatchObject({
      kind: 'failed',
      why: expect.stringContaining(`cannot write ${path}`),
    });
  });
});
