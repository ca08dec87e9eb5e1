// Which work reaches which mutants: each check by itself, the whole suite at once, and random programs.
import { readFileSync, writeFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { assert } from '../../src/kernel/assert.js';
import type { About, Question, Seen } from './question.js';
import { SPEEDS } from './speeds.js';
import type { TryThread } from './thread.js';

export interface Coverage {
  /** Keys by the id of the check. */
  readonly checks: Readonly<Record<string, readonly string[]>>;
  /** The look at the target before the first check, which every run begins with. */
  readonly before: readonly string[];
  readonly suite: readonly string[];
  readonly programs: readonly string[];
  /** The whole suite over real sockets. */
  readonly sockets: readonly string[];
  readonly loaded: readonly string[];
}

/** Of all that is asked for, on the code as it was written; kept beside the copy. */
export async function coverageOf(
  root: string,
  about: About,
  threads: readonly TryThread[],
): Promise<Coverage> {
  const path = join(root, 'coverage.json');
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as Coverage;
  const coverage = await measured(about, threads);
  writeFileSync(path, JSON.stringify(coverage));
  return coverage;
}

async function measured(
  { profile, checks: checkIds }: About,
  threads: readonly TryThread[],
): Promise<Coverage> {
  const [first] = threads;
  assert(first, 'there is a thread at least');
  const before = await right(first, { profile, checks: [], programs: false });
  const suite = await right(first, { profile, checks: 'all', programs: false });
  const programs = await right(first, { profile, checks: [], programs: true });
  const sockets = await right(first, { profile, checks: 'all', programs: false, sockets: SPEEDS.usual });
  const waiting = checkIds.values();
  const checks: Record<string, readonly string[]> = {};
  const work = async (thread: TryThread): Promise<void> => {
    // One iterator for all: each check is taken once.
    for (const id of waiting)
      checks[id] = (await right(thread, { profile, checks: [id], programs: false })).reached;
  };
  await Promise.all(threads.map(work));
  return {
    checks,
    before: before.reached,
    suite: suite.reached,
    programs: programs.reached,
    sockets: sockets.reached,
    loaded: before.loaded,
  };
}

/** Code without a mutant has to be right, or nothing that follows means anything. */
async function right(thread: TryThread, question: Question): Promise<Seen> {
  const tried = await thread.ask(question);
  const wrong =
    tried.kind === 'ran' ? wrongIn(question, tried.seen) : [tried.kind === 'died' ? tried.why : tried.kind];
  assert(wrong.length === 0, `the simulator without a mutant is not found right: ${wrong.join('; ')}`);
  assert(tried.kind === 'ran', 'it ran');
  return tried.seen;
}

/** Over sockets a busy machine may leave a check undecided. */
function wrongIn(question: Question, seen: Seen): string[] {
  const { breaches, errors, undecided, differs, notRestored, bugs } = seen;
  const open = question.sockets === undefined ? undecided : [];
  return [...breaches.map(({ check }) => check), ...errors, ...open, ...differs, ...notRestored, ...bugs];
}
