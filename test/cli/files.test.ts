import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createSecrets } from '../../src/output/secrets.js';
import { safeText } from '../../src/output/writer.js';
import { readText, shownPath, systemWords, writeText } from '../../src/cli/files.js';

const text = safeText('x', 'text', createSecrets());
const folder = mkdtempSync(join(tmpdir(), 'conform-'));

describe('files', () => {
  test('that cannot be read are told in words', () => {
    expect(readText(join(folder, 'none.yaml'))).toEqual({
      ok: false,
      message: `cannot read ${join(folder, 'none.yaml')}: there is no such file or folder`,
    });
    expect(readText(folder)).toMatchObject({ message: `cannot read ${folder}: it is a folder` });
  });

  test('are read without the mark that some editors put in front', () => {
    writeFileSync(join(folder, 'bom.yaml'), '\ufefftitle: x\n');
    expect(readText(join(folder, 'bom.yaml'))).toEqual({ ok: true, value: 'title: x\n' });
  });

  test('that cannot be written are told in words', async () => {
    expect(await writeText(join(folder, 'x.txt'), text)).toBeUndefined();
    expect(await writeText(join(folder, 'none', 'x.txt'), text)).toContain('there is no such file or folder');
  });

  test('are shown as people in the folder would write them', () => {
    expect(shownPath('/home/me/lab/a.yaml', '/home/me')).toBe('lab/a.yaml');
    expect(shownPath('/etc/a.yaml', '/home/me')).toBe('/etc/a.yaml');
    expect(shownPath('/home/..me/a.yaml', '/home')).toBe('..me/a.yaml');
  });

  test('fail for reasons that have no words of ours, too', () => {
    expect(systemWords(new Error('strange'))).toBe('strange');
    expect(systemWords('odd')).toBe('odd');
  });
});
