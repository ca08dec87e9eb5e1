// `npm run proof -- self-test-clients [--only ID]... [--shard K/N] [--jobs N] [--verbose] | --real`: tries the judge of
// clients on clients that break each rule, and on odd ones that are right.
import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createSystemClock } from '../../src/kernel/machine-clock.js';
import { trialsOfShard } from '../../src/lab/self-test/trial.js';
import { createThread, type Thread } from '../../src/lab/threads/thread.js';
import type { Trial, Tried } from './trial.js';

/** In ms. */
const LONGEST_TRIAL = 300_000;
const EXIT = { passed: 0, broken: 1, usage: 2, undecided: 4 };
const ROOT = join(import.meta.dirname, '..', '..', '..', '..', '..');

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    shard: { type: 'string' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    verbose: { type: 'boolean', default: false },
    real: { type: 'boolean', default: false },
  },
});
process.exit(options.real ? await tryRealClients() : await tryClients());

async function tryClients(): Promise<number> {
  const over = new AbortController();
  process.once('SIGINT', () => over.abort());
  const begin = (): Thread<Trial | 'all', unknown> =>
    createThread({
      module: new URL('worker.js', import.meta.url),
      data: { cwd: process.cwd(), root: ROOT },
      patience: LONGEST_TRIAL,
      clock: createSystemClock(),
      signal: over.signal,
    });
  const first = begin();
  const threads = [first];
  try {
    const listed = await first.ask('all');
    if (listed.kind === 'lost') throw new Error(`the thread of the clients was lost: ${listed.why}`);
    const asked = (listed.answer as Trial[]).filter(({ id }) => options.only?.includes(id) ?? true);
    const [index, count] = (options.shard ?? '1/1').split('/').map(Number);
    const trials = trialsOfShard(asked, { index: index ?? 1, count: count ?? 1 });
    if (trials.length === 0) {
      process.stderr.write('--only: there is no such client\n');
      return EXIT.usage;
    }
    while (threads.length < Math.min(Number(options.jobs), trials.length)) threads.push(begin());
    const tried = await askAll(trials, threads);
    process.stdout.write(summary(tried));
    if (tried.some(({ wrong }) => wrong.length > 0)) return EXIT.broken;
    return over.signal.aborted ? EXIT.undecided : EXIT.passed;
  } finally {
    await Promise.all(threads.map((thread) => thread.close()));
  }
}

async function askAll(
  trials: readonly Trial[],
  threads: readonly Thread<Trial | 'all', unknown>[],
): Promise<readonly Tried[]> {
  const waiting = [...trials];
  const tried: Tried[] = [];
  const work = async (thread: Thread<Trial | 'all', unknown>): Promise<void> => {
    for (let trial = waiting.shift(); trial; trial = waiting.shift()) {
      const answered = await thread.ask(trial);
      const result =
        answered.kind === 'answer' ? (answered.answer as Tried) : { trial, wrong: [answered.why] };
      tried.push(result);
      const outcome = result.wrong.length === 0 ? 'right' : result.wrong.join('; ');
      if (options.verbose) process.stderr.write(`${nameOf(trial)}: ${outcome}\n`);
    }
  };
  await Promise.all(threads.map(work));
  return tried;
}

function nameOf({ kind, id, seed }: Trial): string {
  return `${kind} ${id}, seed ${seed}`;
}

function summary(tried: readonly Tried[]): string {
  const count = (kind: Trial['kind']): string => {
    const all = tried.filter(({ trial }) => trial.kind === kind);
    const right = all.filter(({ wrong }) => wrong.length === 0).length;
    return `${right} of ${all.length}`;
  };
  const lines = tried
    .filter(({ wrong }) => wrong.length > 0)
    .flatMap(({ trial, wrong }) => [nameOf(trial), ...wrong.map((each) => `  ${each}`)]);
  const counts = [
    `Defects    ${count('defect')} trials found the rule broken, and no other one`,
    `Variants   ${count('variant')} trials were right to find nothing broken`,
    ...flatness(tried.flatMap(({ drawn = [] }) => drawn)),
  ];
  return `${[...lines, ...counts].join('\n')}\n`;
}

/** How p is distributed over experiments with right clients, where each value has to be as likely as any other one. */
function flatness(drawn: readonly number[]): string[] {
  if (drawn.length === 0) return [];
  const tenths = Array.from(
    { length: 10 },
    (_, at) => drawn.filter((p) => Math.min(9, Math.floor(p * 10)) === at).length,
  );
  const sorted = drawn.toSorted((a, b) => a - b);
  const farthest = Math.max(...sorted.map((p, at) => Math.abs(p - (at + 0.5) / sorted.length)));
  const distance = (farthest * Math.sqrt(sorted.length)).toFixed(2);
  return [
    `Chance     ${drawn.length} experiments with right clients, p by tenths: ${tenths.join(' ')}; the least is ${sorted[0]?.toPrecision(2)}`,
    `           Kolmogorov's distance from flat is ${distance} (chance alone exceeds 1.36 in 5 % of cases)`,
  ];
}

// With --real: a sample of these clients as processes of their own, each through a whole `conform audit`, in real time.
// What was true in virtual time has to be true there.

interface Sampled {
  readonly id: string;
  /** What it breaks; undefined for one that is right. */
  readonly rule?: string;
  /** Other rules that are broken by the same act. */
  readonly also: readonly string[];
}

interface Report {
  readonly checks: readonly { readonly id: string; readonly verdict: string }[];
}

async function tryRealClients(): Promise<number> {
  const sample = JSON.parse(
    await outputOf([join(import.meta.dirname, 'process.js'), '--sample']),
  ) as Sampled[];
  const wrong = (await Promise.all(sample.map(tryOne))).flat();
  for (const words of wrong) process.stdout.write(`${words}\n`);
  process.stdout.write(`Real time  ${sample.length} clients, ${wrong.length} judged wrongly\n`);
  return wrong.length > 0 ? EXIT.broken : EXIT.passed;
}

async function tryOne({ id, rule, also }: Sampled): Promise<readonly string[]> {
  const only = rule === undefined ? [] : ['--rule', rule];
  const client = ['node', join(import.meta.dirname, 'process.js'), id];
  const audit = [join(ROOT, 'bin', 'conform.js'), 'audit', ...only, '--report', 'json=-', '--', ...client];
  const broken = (JSON.parse(await outputOf(audit)) as Report).checks
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
    .map((check) => check.id);
  const missed = rule === undefined || broken.includes(rule) ? [] : [`${id}: ${rule} was not found broken`];
  const unfair = broken.filter((each) => each !== rule && !also.includes(each));
  return [...missed, ...unfair.map((each) => `${id}: ${each} is said to be broken`)];
}

/** What a program of Node prints, whatever its exit code. */
function outputOf(words: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const maxBuffer = 64 * 1024 * 1024;
    execFile(process.execPath, words, { maxBuffer }, (_, stdout) => resolve(stdout));
  });
}
