// The whole suite, again and again, through weather that is bad and legal: no run may find a rule broken.
// `STORM_RUNS=5 npm run proof -- storm` runs it five times, `STORM_SPEED=1` on the clock of the machine.
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { jsonReportSchema } from '../../src/report/json-schema.js';
import { serving, start } from '../e2e/bin.js';

const RUNS = Number(process.env['STORM_RUNS'] ?? 20);
/** Real milliseconds of the two processes count five times: less than the latency that is ordered. */
const SPEED = process.env['STORM_SPEED'] ?? '5';
const MOST_INCONCLUSIVE = 0.05;

const seeds = Array.from({ length: RUNS }, (_, at) => String(at + 1));
const runs: { readonly checks: number; readonly inconclusive: number }[] = [];

const say = (line: string): void => void process.stdout.write(`${line}\n`);

test.each(seeds)('no rule is found broken in a storm with seed %s', async (seed) => {
  const plan = ['--faults', 'fixtures/faults/storm.yaml'];
  const { url, process: simulator } = await serving(
    ...plan,
    '--control-port',
    '0',
    '--seed',
    seed,
    '--speed',
    SPEED,
  );
  const [, control = '', token = ''] = await simulator.printed(
    'stdout',
    /CONFORM_CONTROL=(\S+) CONFORM_CONTROL_TOKEN=(\S+)/,
  );
  const path = join(await mkdtemp(join(tmpdir(), 'conform-')), 'report.json');
  const env = { CONFORM_CONTROL: control, CONFORM_CONTROL_TOKEN: token };
  const args = ['run', '--target', url, '--seed', seed, '--speed', SPEED, '--report', `json=${path}`];
  await start(args, { env }).ended;
  const { checks, notRestored } = jsonReportSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  const idsOf = (...verdicts: readonly string[]): string[] =>
    checks.filter(({ verdict }) => verdicts.includes(verdict)).map(({ id }) => id);
  const failed = idsOf('fail', 'error');
  const inconclusive = idsOf('inconclusive');
  runs.push({ checks: checks.length, inconclusive: inconclusive.length });
  const counts = `${checks.length} checks, ${failed.length} failed, ${inconclusive.length} inconclusive`;
  say(`seed ${seed}: ${counts} ${[...failed, ...inconclusive].join(' ')}`);
  expect(failed).toEqual([]);
  expect(notRestored).toEqual([]);
});

test('few checks stay undecided', () => {
  const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
  const share = sum(runs.map((run) => run.inconclusive)) / sum(runs.map((run) => run.checks));
  say(`${runs.length} runs, ${(100 * share).toFixed(2)} % inconclusive`);
  expect(share).toBeLessThan(MOST_INCONCLUSIVE);
});
