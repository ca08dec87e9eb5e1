// `conform self-test --clients`: tries the judge of clients on clients that break each rule, and on odd ones that are
// right. They live in the repository only, since they are put together from the example client.
import type { OptionsOf } from '../option-rows.js';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createSystemClock } from '../../kernel/system-clock.js';
import { trialsOfShard } from '../../lab/self-test/plan-trials.js';
import { createThread, type Thread } from '../../lab/threads/thread.js';
import { usageError } from '../diagnostics.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { listenForInterrupt } from '../signals.js';
import type { Io } from '../io.js';
import { PACKAGE_ROOT } from '../package-files.js';
import { execFile } from 'node:child_process';

interface Trial {
  readonly kind: 'defect' | 'variant';
  readonly id: string;
  readonly seed: number;
}

interface Tried {
  readonly trial: Trial;
  readonly wrong: readonly string[];
}

const LONGEST_TRIAL = 300_000;

export async function selfTestClients(options: OptionsOf<'self-test'>, io: Io): Promise<ExitCode> {
  const path = join(PACKAGE_ROOT, 'proof', 'clients', 'dist', 'proof', 'clients', 'worker.js');
  if (!existsSync(path)) {
    const hint = 'They come with the repository only: npx tsc --project proof/clients.';
    return usageError(io, [{ kind: 'words', message: 'the clients of the self-test are not built', hint }]);
  }
  if (options.real === true) return tryRealClients(io);
  const clock = createSystemClock();
  const interrupt = listenForInterrupt((name) => io.err.write(`${name}: ending the self-test\n`));
  const { signal } = interrupt;
  const begin = (): Thread<Trial | 'all', unknown> =>
    createThread({
      module: pathToFileURL(path),
      data: { cwd: io.cwd, root: PACKAGE_ROOT },
      patience: LONGEST_TRIAL,
      clock,
      signal,
    });
  const first = begin();
  const threads = [first];
  try {
    const listed = await first.ask('all');
    if (listed.kind === 'lost') throw new Error(`the thread of the clients was lost: ${listed.why}`);
    const asked = (listed.answer as Trial[]).filter(({ id }) => options.only?.includes(id) ?? true);
    const trials = trialsOfShard(asked, options.shard);
    if (trials.length === 0)
      return usageError(io, [{ kind: 'words', message: '--only: there is no such client' }]);
    while (threads.length < Math.min(options.jobs ?? availableParallelism(), trials.length))
      threads.push(begin());
    const tried = await askAll(trials, threads, options.verbose === true ? io : undefined);
    io.out.write(summary(tried));
    if (tried.some(({ wrong }) => wrong.length > 0)) return EXIT.broken;
    return signal.aborted ? EXIT.undecided : EXIT.passed;
  } finally {
    interrupt.dispose();
    await Promise.all(threads.map((thread) => thread.close()));
  }
}

async function askAll(
  trials: readonly Trial[],
  threads: readonly Thread<Trial | 'all', unknown>[],
  watcher: Io | undefined,
): Promise<readonly Tried[]> {
  const waiting = [...trials];
  const tried: Tried[] = [];
  const work = async (thread: Thread<Trial | 'all', unknown>): Promise<void> => {
    for (let trial = waiting.shift(); trial; trial = waiting.shift()) {
      const answered = await thread.ask(trial);
      const result =
        answered.kind === 'answer' ? (answered.answer as Tried) : { trial, wrong: [answered.why] };
      tried.push(result);
      watcher?.err.write(
        `${nameOf(trial)}: ${result.wrong.length === 0 ? 'right' : result.wrong.join('; ')}\n`,
      );
    }
  };
  await Promise.all(threads.map(work));
  return tried;
}

const nameOf = ({ kind, id, seed }: Trial): string => `${kind} ${id}, seed ${seed}`;

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
  ];
  return `${[...lines, ...counts].join('\n')}\n`;
}

// `conform self-test --clients --real`: a sample of these clients as processes of their own, each through a whole
// `conform audit`, in real time. What was true in virtual time has to be true there.

interface Sampled {
  readonly id: string;
  /** What it breaks; undefined for one that is right. */
  readonly rule?: string;
  /** Other rules that are broken by the same act. */
  readonly also: readonly string[];
}

interface Report {
  readonly checks: readonly { readonly id: string; readonly verdict: string; readonly area: string }[];
}

const PROCESS = join(PACKAGE_ROOT, 'proof', 'clients', 'dist', 'proof', 'clients', 'process.js');
const BIN = join(PACKAGE_ROOT, 'bin', 'conform.js');
const LARGEST_REPORT = 64 * 1024 * 1024;

async function tryRealClients(io: Io): Promise<ExitCode> {
  const sample = JSON.parse(await outputOf([PROCESS, '--sample'])) as readonly Sampled[];
  const wrong = (await Promise.all(sample.map(tryOne))).flat();
  for (const words of wrong) io.out.write(`${words}\n`);
  io.out.write(`Real time  ${sample.length} clients, ${wrong.length} judged wrongly\n`);
  return wrong.length > 0 ? EXIT.broken : EXIT.passed;
}

async function tryOne({ id, rule, also }: Sampled): Promise<readonly string[]> {
  const only = rule === undefined ? [] : ['--rule', rule];
  const text = await outputOf([BIN, 'audit', ...only, '--report', 'json=-', '--', 'node', PROCESS, id]);
  const broken = (JSON.parse(text) as Report).checks
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
    .map((check) => check.id);
  const missed = rule === undefined || broken.includes(rule) ? [] : [`${id}: ${rule} was not found broken`];
  const unfair = broken.filter((each) => each !== rule && !also.includes(each));
  return [...missed, ...unfair.map((each) => `${id}: ${each} is said to be broken`)];
}

/** What a program of Node prints, whatever its exit code. */
function outputOf(words: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, words, { maxBuffer: LARGEST_REPORT }, (_, stdout) => resolve(stdout));
  });
}
