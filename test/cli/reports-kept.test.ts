// Reports that cannot be written: noticed before a run, and kept elsewhere when they fail after it.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { refusedFolder, reportRequests, writeReports } from '../../src/cli/reports.js';
import type { Format } from '../../src/report/formats.js';
import { caughtIo } from './caught-io.js';
import { conformHere } from './command-line.js';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'conform-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const text: Format<readonly []> = {
  file: 'whole',
  syntax: 'text',
  readers: 'people',
  render: () => 'what was found\n',
} as never;

describe('a report that cannot be written', () => {
  it('is refused before anything is run', async () => {
    const { code, out, err } = await conformHere('run', 'ws/ping', '--report', 'junit=/no/such/folder/x.xml');
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toContain(
      'the junit report: cannot write /no/such/folder/x.xml: there is no such file or folder',
    );
    expect(err).toContain('Nothing has been done yet');
  });

  it('is refused where its path is a folder', () => {
    const io = caughtIo({ cwd: folder() });
    expect(reportRequests(['json=.'], ['json'], io)).toMatchObject({ ok: false });
    expect(reportRequests(['json=new.json'], ['json'], io)).toMatchObject({ ok: true });
    expect(reportRequests(['json=-'], ['json'], io)).toMatchObject({ ok: true });
  });

  it('is kept elsewhere when it fails after the run', async () => {
    const cwd = folder();
    const io = caughtIo({ cwd });
    const requests = [{ kind: 'json' as const, path: 'gone/report.json' }];
    const reported = { formats: { json: text }, seen: () => [] as const, forPeople: () => '' };
    const [diagnostic] = await writeReports(requests, reported, io);
    const [, kept = ''] = /It is kept as (\S+) instead/.exec(JSON.stringify(diagnostic)) ?? [];
    expect(existsSync(kept)).toBe(true);
    expect(readFileSync(kept, 'utf8')).toBe('what was found\n');
    rmSync(join(kept, '..'), { recursive: true });
  });
});

describe('a folder for findings that cannot be one', () => {
  it.each([[], ['--soak', '8h']])('is refused before anything is run', async (...more: string[]) => {
    const file = join(folder(), 'file');
    writeFileSync(file, '');
    const line = ['run', 'properties/*', '--save-counterexamples', join(file, 'found'), ...more];
    const { code, out, err } = await conformHere(...line);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(`the counterexamples: cannot write into ${file}: it is no folder`);
    expect(err).toContain('take another folder for --save-counterexamples');
  });

  it('is refused before anything is run, for scripts', async () => {
    const file = join(folder(), 'file');
    writeFileSync(file, '');
    const { code, out, err } = await conformHere('run', 'auth/*', '--save-repro', join(file, 'scripts'));
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(`the scripts: cannot write into ${file}: it is no folder`);
  });

  it('is refused before a client is started', async () => {
    const file = join(folder(), 'file');
    writeFileSync(file, '');
    const { code, out, err } = await conformHere('audit', '--keep', file, '--', 'no-such-client');
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(`the clients' output: cannot write into ${file}: it is no folder`);
    expect(err).toContain('take another folder for --keep');
  });

  it('may be one that is not there yet', () => {
    const words = { what: 'the findings', option: '--keep' };
    expect(refusedFolder('new/and/deep', { ...words, cwd: folder() })).toEqual([]);
    expect(refusedFolder(undefined, { ...words, cwd: '/no/such' })).toEqual([]);
  });
});
