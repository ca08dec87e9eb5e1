// Restore files on a real disk: whole or not at all, for their owner only, found again by the target.
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSecrets } from '../../../src/output/secrets.js';
import { safeText, type SafeText } from '../../../src/output/writer.js';
import { makeOwnersFolder, readOwn, writeDurably } from '../../../src/cli/restore/durable-file.js';
import {
  createFileStore,
  readRestoreFile,
  removeUnfinished,
  restoreFileName,
  restoreFolder,
  restorePathsOf,
  serverName,
} from '../../../src/cli/restore/hold-target.js';
import { recordedOptions } from '../../../src/cli/restore/run.js';
import { emptyRecord } from '../../../src/harness/restore/record.js';

const URL = 'http://127.0.0.1:7070';
const RECORD = emptyRecord({
  baseUrl: URL,
  arguments: ['--target', URL],
  folder: '/',
  command: 'conform run',
  since: '2026-01-01T00:00:00.000Z',
});
const folder = (): string => mkdtempSync(join(tmpdir(), 'conform-restore-'));
const modeOf = (path: string): number => statSync(path).mode & 0o777;
const posix = process.platform !== 'win32';

const secrets = createSecrets();
const text = (words: string): SafeText => safeText(words, 'text', secrets);

describe('a restore file', () => {
  it('is there whole, for its owner only, in a folder for its owner only', async () => {
    const place = join(folder(), 'state', 'conform');
    expect(await makeOwnersFolder(place)).toBeUndefined();
    const path = join(place, restoreFileName(URL, 'address'));
    const store = createFileStore(path, secrets);
    expect(await store.save(RECORD)).toBeUndefined();
    expect(await readRestoreFile(path)).toEqual({ ok: true, value: { path, record: RECORD } });
    expect(posix ? [modeOf(path), modeOf(place)] : []).toEqual(posix ? [0o600, 0o700] : []);
    expect(readdirSync(place)).toHaveLength(1);
    expect(await store.remove()).toBeUndefined();
    expect(readdirSync(place)).toEqual([]);
    expect(await store.remove()).toBeUndefined();
  });

  it('stays as it was when it cannot be replaced', async () => {
    const place = folder();
    const path = join(place, 'file');
    await writeDurably(path, text('old'));
    // A folder in its way lets the last step fail, also for those who may do everything.
    const blocked = join(place, 'blocked');
    await makeOwnersFolder(join(blocked, 'inner'));
    expect(await writeDurably(blocked, text('new'))).toContain(`cannot write ${blocked}`);
    expect(await writeDurably(join(path, 'below'), text('new'))).toContain(
      'a part of the path is not a folder',
    );
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(place)).toEqual(['blocked', 'file']);
  });

  it('is found by the server it is about, however that is written, and by no other', async () => {
    const place = folder();
    await createFileStore(join(place, restoreFileName(URL, '/lab/a.yaml')), secrets).save(RECORD);
    await createFileStore(
      join(place, restoreFileName('http://localhost:7070/', '/lab/b.yaml')),
      secrets,
    ).save(RECORD);
    await createFileStore(join(place, restoreFileName('http://127.0.0.1:7072', 'address')), secrets).save(
      RECORD,
    );
    expect(await restorePathsOf(place, URL)).toHaveLength(2);
    expect(await restorePathsOf(place, 'http://127.0.0.1:7071')).toEqual([]);
    expect(await restorePathsOf(join(place, 'nowhere'), URL)).toEqual([]);
    expect(serverName('https://Cloud.example.com/a/')).toBe(serverName('https://cloud.example.com/a'));
    expect(serverName('https://cloud.example.com/a')).not.toBe(serverName('https://cloud.example.com/b'));
  });

  it('is told to be damaged, and not deleted', async () => {
    const path = join(folder(), 'x.restore.json');
    for (const damaged of ['', '{"format":', '[]', '\u0000\u0001']) {
      writeFileSync(path, damaged);
      expect(await readRestoreFile(path)).toMatchObject({
        ok: false,
        diagnostics: [{ message: expect.stringContaining(`the restore file ${path} is damaged`) }],
      });
      expect(readFileSync(path, 'utf8')).toBe(damaged);
    }
  });

  it('is no link, no folder and not without end', async () => {
    const place = folder();
    const path = join(place, 'link');
    writeFileSync(join(place, 'elsewhere'), '{}');
    symlinkSync(join(place, 'elsewhere'), path);
    expect(await readOwn(path)).toEqual({ ok: false, message: `${path} is no regular file` });
    expect(await readOwn(place)).toEqual({ ok: false, message: `${place} is no regular file` });
    const large = join(place, 'large');
    writeFileSync(large, 'x'.repeat(5 * 1024 * 1024));
    expect(await readOwn(large)).toMatchObject({
      ok: false,
      message: expect.stringContaining('larger than'),
    });
    chmodSync(large, 0o600);
  });

  it('leaves no unfinished file behind for ever', async () => {
    const place = folder();
    const name = restoreFileName(URL, 'address');
    for (const each of [`${name}.1-abc.tmp`, name, 'other.restore.json.1-abc.tmp'])
      writeFileSync(join(place, each), '');
    await removeUnfinished(place, URL);
    expect(readdirSync(place)).toEqual(
      [name, 'other.restore.json.1-abc.tmp'].toSorted((a, b) => (a < b ? -1 : 1)),
    );
  });
});

describe('the place of restore files', () => {
  const at = (env: Record<string, string>, given?: string): string =>
    restoreFolder(given, { env, cwd: '/here' });

  it.runIf(posix)('is the one that is given, that of the XDG variable, or below the home', () => {
    expect(at({ XDG_STATE_HOME: '/state' }, 'there')).toBe('/here/there');
    expect(at({ XDG_STATE_HOME: '/state' })).toBe('/state/conform/restore');
    expect(at({ XDG_STATE_HOME: 'relative' })).toMatch(/^\/.*\/\.local\/state\/conform\/restore$/);
    expect(at({})).toBe(at({ XDG_STATE_HOME: '' }));
  });
});

describe('the arguments in a restore file', () => {
  it('are options again, and nothing else than those of a target', () => {
    expect(recordedOptions(['--target', 'lab.yaml', '--dialect', 'd.yaml', '--speed', '10'])).toEqual({
      target: 'lab.yaml',
      dialect: 'd.yaml',
      speed: 10,
    });
    expect(recordedOptions([])).toBeUndefined();
    expect(recordedOptions(['--target'])).toBeUndefined();
    expect(recordedOptions(['--target', 'x', '--control-token', 'y'])).toBeUndefined();
    expect(recordedOptions(['--target', 'x', '--speed', 'fast'])).toBeUndefined();
  });
});
