import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createSecrets } from '../../src/output/secrets.js';
import { safeText } from '../../src/output/writer.js';
import {
  pathKind,
  makeFolder,
  namedFrom,
  readText,
  shownPath,
  systemWords,
  writeText,
  yamlFilesBelow,
} from '../../src/cli/files.js';

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

  test('that are no text are told, whoever wrote them', () => {
    for (const [name, bytes] of [
      ['latin1.yaml', [0x61, 0x3a, 0xe4]],
      ['utf16.har', [0xff, 0xfe, 0x7b, 0]],
    ] as const) {
      writeFileSync(join(folder, name), Uint8Array.from(bytes));
      const message = `cannot read ${join(folder, name)}: it is not in UTF-8`;
      expect(readText(join(folder, name))).toEqual({ ok: false, message });
    }
  });

  test('that cannot be written are told in words', async () => {
    expect(await writeText(join(folder, 'x.txt'), text)).toBeUndefined();
    expect(await writeText(join(folder, 'none', 'x.txt'), text)).toContain('there is no such file or folder');
  });

  test('lie in folders that are made with all that they lie in', async () => {
    const place = join(folder, 'a', 'b', 'c');
    expect(await Promise.all([makeFolder(place), makeFolder(place)])).toEqual([undefined, undefined]);
    expect(pathKind(place)).toBe('folder');
    writeFileSync(join(place, 'file'), '');
    expect(await makeFolder(join(place, 'file'))).toBe(
      `cannot create ${join(place, 'file')}: there is a file of that name`,
    );
    expect(await makeFolder(join(place, 'file', 'x'))).toContain('a part of the path is not a folder');
  });

  test.runIf(process.platform === 'linux')('are refused where the system makes no folder', async () => {
    expect(await makeFolder('/proc/conform/state')).toContain('cannot create /proc/conform/state: ');
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

  test('have a largest size, which is found out before they are read whole', () => {
    const path = join(folder, 'large.yaml');
    writeFileSync(path, 'x'.repeat(1000));
    expect(readText(path, 1000)).toMatchObject({ ok: true });
    expect(readText(path, 999)).toEqual({ ok: false, message: `${path} is larger than 999 bytes` });
  });

  test('are files: what never ends is not read, and what another file names is no pipe either', () => {
    expect(readText('/dev/zero')).toEqual({ ok: false, message: 'cannot read /dev/zero: it is no file' });
    const pipe = join(folder, 'pipe.yaml');
    execFileSync('sh', ['-c', 'mkfifo "$0"', pipe]);
    expect(namedFrom(join(folder, 'a.yaml'))('pipe.yaml')).toBeUndefined();
  });

  test('may have names that the system does not take', () => {
    expect(pathKind('a'.repeat(5000))).toBe('nothing');
    expect(readText('a'.repeat(5000))).toMatchObject({ ok: false });
  });
});

describe('a folder', () => {
  test('is looked through up to a number of entries, and links are not followed', () => {
    const root = mkdtempSync(join(tmpdir(), 'conform-'));
    mkdirSync(join(root, 'inner'));
    symlinkSync(root, join(root, 'inner', 'again'));
    writeFileSync(join(root, 'b.yaml'), '');
    writeFileSync(join(root, 'inner', 'a.yml'), '');
    expect(yamlFilesBelow(root)).toEqual({
      ok: true,
      value: [join(root, 'b.yaml'), join(root, 'inner', 'a.yml')],
    });
    expect(yamlFilesBelow(root, 4)).toMatchObject({ ok: true });
    expect(yamlFilesBelow(root, 3)).toEqual({
      ok: false,
      message: `there are more than 3 files and folders below ${root}`,
    });
  });

  test('that is not there is told in words', () => {
    expect(yamlFilesBelow(join(folder, 'none'))).toMatchObject({
      ok: false,
      message: expect.stringContaining('there is no such file or folder'),
    });
  });
});
