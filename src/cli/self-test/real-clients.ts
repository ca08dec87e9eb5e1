// `conform self-test --clients --real`: a sample of these clients as processes of their own, each through a whole
// `conform audit`, in real time. What was true in virtual time has to be true there.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { EXIT, type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import { PACKAGE_ROOT } from '../package-files.js';

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

const PROCESS = join(PACKAGE_ROOT, 'clients', 'dist', 'clients', 'process.js');
const BIN = join(PACKAGE_ROOT, 'bin', 'conform.js');
const LARGEST_REPORT = 64 * 1024 * 1024;

export async function tryRealClients(io: Io): Promise<ExitCode> {
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
