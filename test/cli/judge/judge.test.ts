// The command that judges stored traces.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { jsonReportSchema } from '../../../src/report/json-schema.js';
import { say } from '../command-line.js';

const folder = mkdtempSync(join(tmpdir(), 'conform-judge-'));
const right = 'fixtures/traces/right.ndjson';
const wrong = 'fixtures/traces/wrong.ndjson';
const judging = (...words: readonly string[]) => say({}, 'judge', ...words);

function written(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const losing = (path: string): string => readFileSync(path, 'utf8').replace('"dropped":0', '"dropped":3');

describe('conform judge', () => {
  test('finds nothing wrong in a right trace', async () => {
    const { code, out, err } = await judging(right);
    expect([code, err]).toEqual([0, '']);
    await expect(out).toMatchFileSnapshot('__snapshots__/judge-right.txt');
  });

  test('tells by rule what is wrong in a wrong one', async () => {
    const { code, out } = await judging(wrong);
    expect(code).toBe(1);
    await expect(out).toMatchFileSnapshot('__snapshots__/judge-wrong.txt');
  });

  test('tells less or more, as all commands do', async () => {
    const quiet = await judging('--quiet', wrong);
    expect(quiet.out).toContain('A rule of the interface was broken.');
    expect(quiet.out).toContain('refresh.min-interval');
    expect(quiet.out).not.toMatch(/^Judged/m);
    const verbose = await judging('--verbose', right, wrong);
    expect(verbose.err).toMatch(/^pass .*\nfail .*bench\/wrong\n$/);
    expect(verbose.out.length).toBeGreaterThan(quiet.out.length);
  });

  test('judges several files, each on its own', async () => {
    const { code, out } = await judging(right, wrong);
    expect(code).toBe(1);
    expect(out).toContain('2 traces: 1 passed, 1 failed');
  });

  test('gives the findings to programs', async () => {
    const { code, out } = await judging('--report', 'json=-', wrong);
    expect(code).toBe(1);
    const { checks } = jsonReportSchema.parse(JSON.parse(out));
    expect(checks[0]).toMatchObject({ id: 'bench/wrong', verdict: 'fail' });
    expect(checks[0]?.findings).toContainEqual(
      expect.objectContaining({ rule: 'refresh.min-interval', verdict: 'fail' }),
    );
  });

  test('proves nothing from a trace that has lost records, and says that this is no pass', async () => {
    const { code, out } = await judging(written('holes.ndjson', losing(wrong)));
    expect(code).toBe(4);
    expect(out).toContain('Nothing proven');
  });

  test('fails over an implied rule only when it is told to be strict', async () => {
    const text = readFileSync(right, 'utf8').replaceAll(
      '"client":"operator","what":"devices.read"',
      '"what":"devices.read"',
    );
    const two = text
      .replace('"what":"devices.read"', '"client":"other","what":"devices.read"')
      .replace('"code":"RATE_LIMITED"', '"code":"SUCCESS"')
      .replace(/("body":\{"code":)"RATE_LIMITED","message":"too soon"/, '$1"SUCCESS","message":"OK"')
      .replace('"status":429', '"status":200');
    const path = written('derived.ndjson', two);
    const [lenient, strict] = [await judging(path), await judging('--strict', path)];
    expect([lenient.code, strict.code]).toEqual([0, 1]);
    expect(lenient.out).toContain('there are warnings');
    expect(strict.out).toContain(`conform judge --strict ${path}`);
  });

  test('refuses what is no trace, with the place', async () => {
    const cut = written('cut.ndjson', readFileSync(right, 'utf8').slice(0, -20));
    const later = written('later.ndjson', '{"format":"conform-trace/9"}\n');
    const empty = written('nothing.ndjson', '{"format":"conform-trace/1"}\n{"trace":"x"}\n');
    const refused = await judging(cut);
    expect([refused.code, refused.out]).toEqual([2, '']);
    expect(refused.err).toContain('cut.ndjson:17  the line is not JSON');
    expect(await judging(later)).toMatchObject({ code: 2, err: expect.stringContaining('conform-trace/9') });
    expect(await judging(empty)).toMatchObject({ code: 2, err: expect.stringContaining('there is nothing') });
    expect(await judging('none.ndjson')).toMatchObject({
      code: 2,
      err: expect.stringContaining('no such file'),
    });
    expect(await judging('package.json')).toMatchObject({
      code: 2,
      err: expect.stringContaining('no trace'),
    });
  });

  test('judges a HAR file by what clients were never granted, too', async () => {
    const entry = (at: number, path: string, status: number, body: object) => ({
      startedDateTime: new Date(Date.UTC(2026, 0, 1) + at * 1000).toISOString(),
      time: 5,
      request: { method: 'GET', url: `https://cloud.test/svc/v1${path}`, headers: [] },
      response: {
        status,
        headers: [],
        content: { text: JSON.stringify({ message: 'OK', requestId: 'r', ...body }) },
      },
    });
    const har = (code: string, status: number): string =>
      written(
        `${code}.har`,
        JSON.stringify({
          log: {
            version: '1.2',
            entries: Array.from({ length: 10 }, (_, at) => [
              entry(at * 10, '/device-profiles', status, { code, data: { profiles: [] } }),
              entry(at * 10 + 5, '/devices', 200, { code: 'SUCCESS', data: { devices: [] } }),
            ]).flat(),
          },
        }),
      );
    const refused = await judging(har('INVALID_REQUEST', 400));
    expect(refused.out).toContain('devices.profiles');
    expect(refused.code).toBe(1);
    expect((await judging(har('SUCCESS', 200))).code).toBe(0);
  });
});
