// Clients with libraries of others, as docs/audit.md says how to write them, on a day of a few seconds.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DAY } from './audit-clients.js';
import { conform } from './bin.js';

describe('clients that were written for docs/audit.md', () => {
  test.each([
    ['node', 'got.mjs'],
    ['node', 'undici-retry-agent.mjs'],
    ['node', 'p-retry.mjs'],
    ['python3', 'careful.py'],
    ['python3', 'sloppy.py'],
  ])('%s %s speaks with the service and takes orders', async (program, file) => {
    const folder = mkdtempSync(join(tmpdir(), 'conform-audit-'));
    const day = join(folder, 'calm.yaml');
    writeFileSync(day, readFileSync(DAY, 'utf8').replace('lasts: 3s', 'lasts: 6s'));
    const { stdout } = await conform('audit', '--day', day, '--', program, `test/audit/foreign/${file}`);
    expect(stdout).toMatch(/holds +client\.relays-in-one-request +kept, n = [12]/);
  });
});
