// `conform restore` without a target: what is said of a folder that tells nothing.
import { existsSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFileStore, restoreFileName } from '../../../src/cli/restore/hold-target.js';
import { restore } from '../../../src/cli/restore/run.js';
import { emptyRecord } from '../../../src/harness/restore/record.js';
import { createSecrets } from '../../../src/output/secrets.js';
import { caughtIo } from '../caught-io.js';

const folder = mkdtempSync(join(tmpdir(), 'conform-restore-all-'));

async function told(options: Parameters<typeof restore>[0], env: Record<string, string> = {}) {
  const io = caughtIo({ cwd: folder, env });
  return { code: await restore(options, io), ...io.said() };
}

describe('a folder of restore files', () => {
  it('that was named and is not there is refused, and so is a file', async () => {
    writeFileSync(join(folder, 'file'), '');
    expect(await told({ restoreDir: 'typo' })).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('typo cannot be looked through: there is no such file or folder'),
    });
    expect(await told({ restoreDir: 'file' })).toMatchObject({ code: 2, out: '' });
  });

  it('that is empty, or the usual one and not there, holds nothing', async () => {
    for (const options of [{ restoreDir: '.' }, {}])
      expect(await told(options, { XDG_STATE_HOME: join(folder, 'state') })).toMatchObject({
        code: 0,
        out: expect.stringContaining('No run has left anything switched'),
      });
  });
});

describe('a restore file of a run in another folder', () => {
  const OLD = 'http://127.0.0.1:9';
  const lab = join(realpathSync(folder), 'lab');
  mkdirSync(lab);
  const profile = join(lab, 'lab.yaml');
  const file = join(folder, 'kept', restoreFileName(OLD, profile));
  const leads = (baseUrl: string): void =>
    writeFileSync(
      profile,
      `name: lab\nbaseUrl: ${baseUrl}\npatience: 1s\nclients:\n  operator: { clientId: a, clientSecretEnv: S, scopes: [device:control] }\n` +
        'devices:\n  plant: { deviceId: plant-1, relays: [1] }\n',
    );
  const left = async (): Promise<void> => {
    mkdirSync(join(folder, 'kept'), { recursive: true, mode: 0o700 });
    leads(OLD);
    const of = { baseUrl: OLD, folder: lab, profile, command: 'conform run --target lab.yaml' };
    const origin = { ...of, arguments: ['--target', 'lab.yaml'], since: '2026-01-01T00:00:00Z' };
    const device = { name: 'plant', deviceId: 'plant-1', relays: [{ index: 1, on: true }] };
    const devices = [{ ...device, jogged: [], jogDurations: [] }];
    await createFileStore(file, createSecrets()).save({ ...emptyRecord(origin), devices });
  };

  it('is found by a folder that is named from where one is', async () => {
    await left();
    expect(await told({ restoreDir: 'kept' }, { S: 'secret' })).toMatchObject({
      code: 3,
      err: expect.stringContaining('cannot be reached'),
    });
    expect(existsSync(join(lab, 'kept'))).toBe(false);
  });

  it.each([{}, { target: join(lab, 'lab.yaml') }])(
    'is not taken for done where the profile leads to another address now: %j',
    async (named) => {
      await left();
      leads('http://127.0.0.1:11');
      const { code, err } = await told({ restoreDir: 'kept', ...named }, { S: 'secret' });
      expect(code).toBe(2);
      expect(err).toContain(`has left something switched at ${OLD}`);
      expect(err).toContain('leads to http://127.0.0.1:11 now');
      expect(existsSync(file)).toBe(true);
    },
  );
});
