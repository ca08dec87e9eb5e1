// What of everything a run is about: failures that are known or run again, shards; and bad inputs, refused before it.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { failedBefore } from '../../../src/cli/run/part.js';
import { jsonReport } from '../../../src/report/json.js';
import { check, context, finding, run } from '../../report/run-results.js';
import { conformHere, say } from '../command-line.js';

const folder = mkdtempSync(join(tmpdir(), 'conform-part-'));
const running = (...words: readonly string[]) => say({ cwd: folder }, 'run', ...words);
const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);

const program = { index: 41, operations: 1, steps: [], yaml: '', fileName: 'x.yaml' };
const failed = [
  check('busy/control-control', { verdict: 'fail', findings: [finding('busy.per-device')] }),
  check('ws/ping', { verdict: 'pass' }),
  check('target/answers', { verdict: 'fail', ofRun: true, findings: [finding('ws.ping')] }),
  check('properties/refresh', { verdict: 'fail', findings: [finding('refresh.min-interval')], program }),
];
write('report.json', jsonReport(run(failed, { seed: 7 }), context));
write('green.json', jsonReport(run([check('ws/ping')]), context));
write('damaged.json', '{ "format": "conform-baseline/1", "failures": [{ "check": "a" }] }');

test('what failed is run again, with the seed and the random programs of then', async () => {
  expect(await failedBefore('report.json', { cwd: folder })).toEqual({
    ok: true,
    value: {
      names: ['busy/control-control', 'properties/refresh'],
      seed: 7,
      only: [41],
      leftOut: ['target/answers'],
    },
  });
});

test('a failure that a run has written down fails no run that knows it, and a new one does', async () => {
  const wrong = ['run', 'envelope/errors', '--defect', 'errors-as-html'];
  const known = join(folder, 'known.json');
  const first = await conformHere(...wrong, '--write-baseline', known);
  expect(first.code).toBe(1);
  expect(first.err).toMatch(/known\.json: \d known failures?, 0 before/);
  expect(JSON.parse(readFileSync(known, 'utf8'))).toMatchObject({ format: 'conform-baseline/1' });
  const second = await conformHere(...wrong, '--baseline', known);
  expect(second.code).toBe(0);
  expect(second.out).toMatch(/Known {4}\d known failures? found again/);
  const mended = await conformHere('run', 'envelope/errors', '--baseline', known, '--write-baseline', known);
  expect(mended.code).toBe(0);
  expect(mended.out).toMatch(/\d gone away: envelope\/errors/);
  expect(mended.err).toMatch(/known\.json: 0 known failures, \d before/);
});

describe('conform run refuses', () => {
  test.each([
    [['--rerun-failed', 'none.json'], 'there is no such file'],
    [['--rerun-failed', 'green.json'], 'nothing failed in green.json'],
    [['--rerun-failed', 'report.json', 'ws/ping'], 'ws/ping is named beside it'],
    [['--rerun-failed', 'report.json', '--replay', '3'], '--replay runs one program'],
    [['--baseline', 'none.json'], 'the baseline: cannot read'],
    [['--baseline', 'report.json'], 'report.json is no baseline (conform-baseline/1)'],
    [['--baseline', 'damaged.json'], 'damaged.json is damaged at /failures/0/rule'],
    [['--write-baseline', 'no/such/x.json'], 'Nothing has been done yet'],
    [['busy/released', '--shard', '9/9'], 'shard 9 of 9 has nothing to check'],
  ])('%s', async (words, message) => {
    const { code, out, err } = await running(...words);
    expect(err).toContain(message);
    expect([code, out]).toEqual([2, '']);
  });

  test.each(['0/4', '5/4', '2', 'a/b', '1/2000'])('--shard %s', async (text) => {
    const { code, err } = await conformHere('run', '--shard', text);
    expect(err).toContain('It is the number of a part and how many there are, such as 2/4');
    expect(code).toBe(2);
  });
});
