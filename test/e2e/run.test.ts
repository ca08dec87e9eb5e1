import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { XMLParser } from 'fast-xml-parser';
import { SaxesParser } from 'saxes';
import { beforeEach, describe, expect, test } from 'vitest';
import { jsonReportSchema } from '../../src/report/json-schema.js';
import { conform, serving, start } from './bin.js';
import { relaysThatAreOn } from './on-the-line.js';

const files = fileURLToPath(new URL('files', import.meta.url));
const lab = (name: string): string => join(files, 'lab', name);

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conform-'));
});

const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');

describe('conform run on a simulator of its own', () => {
  test('ends with 0 when everything holds, and reports to stdout only', async () => {
    const { code, stdout, stderr } = await conform('run', lab('budget.yaml'), lab('relay.yaml'));
    expect(stderr).toBe('');
    expect(stdout).toContain('Checks   2: 2 passed');
    expect(stdout).toContain('No stated rule was broken in what was checked.');
    expect(code).toBe(0);
  });

  test('names a defect as it is, whatever a password has in common with its name', async () => {
    const { code, stdout } = await conform('run', 'devices/password', '--defect', 'old-password-accepted');
    expect(code).toBe(1);
    expect(stdout).toMatch(/repeat +conform run devices\/password --seed 1 --defect old-password-accepted\n/);
  });

  test('ends with 1 when a rule is broken, and says which, where and how to see it again', async () => {
    const { code, stdout } = await conform('run', lab('budget.yaml'), '--defect', 'budget-not-shared');
    expect(code).toBe(1);
    expect(stdout).toMatch(/FAIL {2}refresh\.shared-budget/);
    expect(stdout).toMatch(/where +\S*budget\.yaml:9, refresh plant via main/);
    expect(stdout).toMatch(
      /repeat +conform run \S*budget\.yaml lab\/budget --seed 1 --defect budget-not-shared/,
    );
  });

  test('judges a service whose list of devices is long as any other', async () => {
    const { code, stdout } = await conform(
      'run',
      'events/power',
      '--fleet',
      'fixtures/fleets/plant-5000.yaml',
    );
    expect(stdout).toContain('Checks   1: 1 passed');
    expect(code).toBe(0);
  });

  test('finds its scenarios and fixtures from any folder', async () => {
    const { code, stdout } = await start(['run', 'version/*', 'auth/token', '-v'], { cwd: folder }).ended;
    expect(stdout).toContain('auth/token');
    expect(code).toBe(0);
  });

  test('gives the same verdicts with every open name scrambled on both sides', async () => {
    const { code, stdout } = await conform(
      'run',
      lab('budget.yaml'),
      lab('relay.yaml'),
      '--dialect',
      'scrambled',
    );
    expect(stdout).toContain('dialect scrambled');
    expect(code).toBe(0);
  });

  test('switches nothing with --no-actuate, and calls that skipped', async () => {
    const { code, stdout } = await conform('run', files + '/lab', '--no-actuate');
    expect(stdout).toContain('1 passed, 2 skipped');
    expect(code).toBe(0);
    const none = await conform('run', lab('relay.yaml'), '--no-actuate');
    expect(none.stdout).toContain('Nothing broken, but nothing could be checked');
    expect(none.code).toBe(4);
  });
});

describe('conform run against an address', () => {
  test('checks a simulator of another process on the clock of the machine', async () => {
    const { url } = await serving();
    const { code, stdout } = await conform('run', lab('budget.yaml'), lab('relay.yaml'), '--target', url);
    expect(stdout).toContain(`tested ${url}`);
    expect(stdout).not.toContain('usual speed');
    expect(code).toBe(0);
  });

  test('finds the defect of a simulator of another process', async () => {
    const { url } = await serving('--defect', 'relay-without-effect', '--speed', '5');
    const { code, stdout } = await conform('run', lab('relay.yaml'), '--target', url, '--speed', '5');
    expect(stdout).toMatch(/FAIL {2}relay\.effect/);
    expect(code).toBe(1);
  });

  test('speaks the dialect of a simulator of another process', async () => {
    const { url } = await serving('--dialect', 'scrambled', '--speed', '5');
    const args = ['--target', url, '--dialect', 'scrambled', '--speed', '5'];
    expect((await conform('run', lab('relay.yaml'), ...args)).code).toBe(0);
  });

  test('ends with 3 when nobody listens, and writes the reports', async () => {
    const junit = join(folder, 'junit.xml');
    const { code, stdout } = await conform(
      'run',
      lab('relay.yaml'),
      '--target',
      'http://127.0.0.1:9',
      '--report',
      `junit=${junit}`,
    );
    expect(code).toBe(3);
    expect(stdout).toContain('the target cannot be reached');
    expect(
      new XMLParser({ ignoreAttributes: false }).parse(await read('junit.xml')).testsuites['@_errors'],
    ).toBe('1');
  });
});

describe('conform run with a profile', () => {
  test('checks what the profile allows and skips the rest with its reason', async () => {
    const { url } = await serving('--speed', '5');
    const profile = await readFile(join(files, 'profile.yaml'), 'utf8');
    await writeFile(join(folder, 'lab.yaml'), profile.replace('http://127.0.0.1:9', url));
    const env = { READER_SECRET: 'demo-reader-secret' };
    const args = ['run', lab('budget.yaml'), lab('relay.yaml'), '--target', join(folder, 'lab.yaml')];
    const { code, stdout } = await start([...args, '--speed', '5', '--verbose'], { env }).ended;
    expect(stdout).toContain(`tested lab (${url})`);
    expect(stdout).toContain('Checks   2: 1 passed, 1 skipped');
    expect(stdout).toMatch(/Skipped\n.*device:control/);
    expect(stdout).not.toContain('demo-reader-secret');
    expect(code).toBe(0);
  });
});

describe('conform run refuses with 2, once it has met the target,', () => {
  test('a dialect that the target does not speak, which is no breach of a rule', async () => {
    const { url } = await serving('--speed', '5');
    const args = ['run', lab('relay.yaml'), '--target', url, '--dialect', 'scrambled', '--speed', '5'];
    const { code, stdout, stderr } = await conform(...args);
    expect(stderr).toContain('does not fit the dialect "scrambled"');
    expect(stderr).toContain('--anyway');
    expect(stdout).toBe('');
    expect(code).toBe(2);
    expect((await conform(...args, '--anyway')).stdout).toContain('Checks   1:');
  });
});

describe('conform run names the line of the profile, and no broken rule,', () => {
  test('where a client may do less than its profile says', async () => {
    const { url } = await serving();
    const profile = (await readFile(join(files, 'profile.yaml'), 'utf8'))
      .replace('http://127.0.0.1:9', url)
      .replace('device:read', 'device:control');
    await writeFile(join(folder, 'lab.yaml'), profile);
    const env = { READER_SECRET: 'demo-reader-secret' };
    const args = ['run', 'ws/ping', '--target', join(folder, 'lab.yaml')];
    const { code, stdout } = await start(args, { env }).ended;
    expect(stdout).toContain('API client reader lacks device:control');
    expect(stdout).toContain('write clients.reader.scopes: [device:read]');
    expect(stdout).toMatch(/finding vanishes if line 3 of \S*lab\.yaml/);
    expect(code).toBe(2);
  });
});

describe('the reports of conform run', () => {
  test('are written side by side, and other parsers read them', async () => {
    const reports = ['junit', 'json', 'html', 'github', 'sarif'].flatMap((kind) => [
      '--report',
      `${kind}=${join(folder, kind)}`,
    ]);
    const { code, stdout } = await conform(
      'run',
      lab('budget.yaml'),
      '--defect',
      'budget-missing',
      ...reports,
    );
    expect(code).toBe(1);
    expect(stdout).toContain('::error file=');
    const errors: string[] = [];
    const strict = new SaxesParser({ xmlns: false });
    strict.on('error', (error) => errors.push(error.message));
    strict.write(await read('junit')).close();
    expect(errors).toEqual([]);
    expect(jsonReportSchema.parse(JSON.parse(await read('json'))).conclusion).toBe('broken');
    expect(await read('html')).toMatch(
      /<script type="application\/json" id="data">.*"refresh\.min-interval"/,
    );
    expect(await read('github')).toContain('## conform: 1 check found a rule of the interface broken');
  });

  test('go to stdout alone when asked to', async () => {
    const { stdout } = await conform('run', lab('relay.yaml'), '--report', 'json=-');
    expect(jsonReportSchema.parse(JSON.parse(stdout)).conclusion).toBe('passed');
  });

  test('are all written but those that cannot be, and that is no success', async () => {
    const good = join(folder, 'report.json');
    const reports = ['--report', 'html=/dev/full', '--report', `json=${good}`];
    const { code, stdout, stderr } = await conform('run', lab('relay.yaml'), ...reports);
    expect(stderr).toContain('the html report: cannot write /dev/full: no space is left on the disk');
    const [, kept = ''] = /It is kept as (\S+) instead/.exec(stderr) ?? [];
    expect(await readFile(kept, 'utf8')).toContain('<!doctype html>');
    await rm(dirname(kept), { recursive: true });
    expect(stdout).toContain('1 passed');
    expect(jsonReportSchema.parse(JSON.parse(await read('report.json'))).conclusion).toBe('passed');
    expect(code).toBe(2);
  });

  test('are refused before the run where they cannot be written', async () => {
    const bad = join(folder, 'no-such-folder', 'junit.xml');
    const { code, stdout, stderr } = await conform('run', lab('relay.yaml'), '--report', `junit=${bad}`);
    expect(stderr).toContain(`the junit report: cannot write ${bad}: there is no such file or folder`);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  test('do not fall over a reader that has seen enough', async () => {
    const running = start(['run', lab('relay.yaml'), '--report', 'html=-']);
    running.closeStdout();
    const { code, stderr } = await running.ended;
    expect(stderr).toBe('');
    expect(code).toBe(0);
  });
});

describe('an interrupt', () => {
  test('ends a run in good order: the relay is put back, the report written, and the result says so', async () => {
    const { url } = await serving('--speed', '5');
    const json = join(folder, 'report.json');
    const args = ['--target', url, '--speed', '5', '--report', `json=${json}`, '--verbose'];
    const running = start(['run', lab('slow.yaml'), lab('budget.yaml'), ...args]);
    await running.printed('stderr', /pass .* lab\/budget/);
    running.kill('SIGINT');
    const { code, signal, stdout, stderr } = await running.ended;
    expect(stderr).toContain('SIGINT: ending the run');
    expect(stdout).toContain('The run was cut short');
    expect({ code, signal }).toEqual({ code: 4, signal: null });
    const report = jsonReportSchema.parse(JSON.parse(await read('report.json')));
    expect(report.cutShort).toContain('interrupted');
    expect(report.notRestored).toEqual([]);
    expect(await relaysThatAreOn(url)).toEqual([]);
  });

  test('that comes twice ends a run by the signal, as soon as relays are back', async () => {
    const running = start(['run', lab('slow.yaml'), '--speed', '1', '--verbose']);
    await running.printed('stderr', /running lab\/slow/);
    running.kill('SIGINT');
    await running.printed('stderr', /again for nothing else than that/);
    running.kill('SIGINT');
    expect(await running.ended).toMatchObject({ signal: 'SIGINT', stdout: '' });
  });
});
