// `conform self-test --clients`: tries the judge of clients on clients that break each rule, and on odd ones that are
// right. They live in the repository only, since they are put together from the example client.
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createSystemClock } from '../../kernel/system-clock.js';
import { trialsOfShard, type TrialShard } from '../../lab/self-test/plan-trials.js';
import { createThread, type Thread } from '../../lab/threads/thread.js';
import { printDiagnostics } from '../print-diagnostics.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { listenForInterrupt } from '../interrupt.js';
import type { Io } from '../io.js';
import { PACKAGE_ROOT } from '../package-files.js';
import { tryRealClients } from './real-clients.js';

export interface ClientsOptions {
  readonly only?: readonly string[];
  readonly shard?: TrialShard;
  readonly jobs?: number;
  readonly verbose?: boolean;
  readonly real?: boolean;
}

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

export async function selfTestClients(options: ClientsOptions, io: Io): Promise<ExitCode> {
  const path = join(PACKAGE_ROOT, 'clients', 'dist', 'clients', 'worker.js');
  if (!existsSync(path)) {
    const hint = 'They come with the repository only: npx tsc --project clients.';
    printDiagnostics(io, [{ kind: 'words', message: 'the clients of the self-test are not built', hint }]);
    return EXIT.usage;
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
    if (trials.length === 0) {
      printDiagnostics(io, [{ kind: 'words', message: '--only: there is no such client' }]);
      return EXIT.usage;
    }
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
