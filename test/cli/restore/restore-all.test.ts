// `conform restore` without a target: what is said of a folder that tells nothing.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { restore } from '../../../src/cli/restore/run.js';
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
