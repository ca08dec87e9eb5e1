// Draws programs, runs them one after the other, and pursues what they show: shrunk, and confirmed.
import type { RuleId } from '../../contract/rules/catalogue.js';
import type { Clock } from '../../kernel/clock.js';
import type { Random } from '../../kernel/random.js';
import type { TraceRecord } from '../../trace/record.js';
import type { Finding } from '../verdict.js';
import type { Arena } from './arena.js';
import { breachesIn } from './breaches.js';
import { compose } from './compose.js';
import { confirm, CONFIRMATIONS, withSettle } from './confirm.js';
import { createProgramSource, type Drawn } from './draw.js';
import type { Program } from './program.js';
import type { ProgramRun } from './run-program.js';
import { type Showing, shrink, type ShrinkLimits } from './shrink.js';

export interface SearchOptions {
  readonly arena: Arena;
  readonly random: Random;
  /** Programs at most. */
  readonly runs: number;
  /** No program is begun after this time, in ms of `clock`. */
  readonly time: number;
  /** Only the program of this place. */
  readonly replay?: number;
  /** What the times of a search are measured on. */
  readonly clock: Clock;
  /** So many programs in a row that come to nothing, and the search is given up. */
  readonly mostUnfinished: number;
  readonly shrinking: ShrinkLimits;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: SearchProgress) => void;
}

export type SearchProgress =
  | { readonly kind: 'program'; readonly index: number; readonly focus: string; readonly done: number }
  | { readonly kind: 'shrinking'; readonly index: number; readonly rule: RuleId }
  | { readonly kind: 'found'; readonly fault: Fault };

/** Something that a program has shown. */
export interface Fault {
  /** Place of the program that showed it first. */
  readonly index: number;
  readonly focus: string;
  readonly finding: Finding;
  /** The smallest program that was found to show it. */
  readonly program: Program;
  readonly trace: readonly TraceRecord[];
  readonly standing:
    | { readonly kind: 'confirmed'; readonly times: number }
    /** Why it decides nothing, in words; and a run in which it did not show. */
    | { readonly kind: 'doubtful'; readonly why: string; readonly other: readonly TraceRecord[] };
}

export interface SearchResult {
  readonly programs: number;
  readonly operations: number;
  readonly faults: readonly Fault[];
  /** In how many programs each rule was spoken of, and held. */
  readonly held: ReadonlyMap<RuleId, number>;
  /** Programs that could not be run to their end. */
  readonly unfinished: number;
  /** Why the last of these was not. */
  readonly hindrance?: string;
  /** Of the last program. */
  readonly trace: readonly TraceRecord[];
}

export async function search(options: SearchOptions): Promise<SearchResult> {
  const { arena, random, replay, signal, clock, onProgress } = options;
  const source = createProgramSource(arena.facts, random, { longWaits: arena.jumps });
  const until = clock.now() + options.time;
  const tally = createTally();
  const from = replay ?? 0;
  const to = replay === undefined ? options.runs : replay + 1;
  for (let index = from; index < to && clock.now() < until && !signal.aborted; index++) {
    const drawn = source.draw(index);
    if (!drawn) break;
    onProgress({ kind: 'program', index, focus: drawn.focus, done: tally.programs });
    const program = compose(drawn.commands, arena.facts, { settle: arena.eventPatience.usual });
    const run = await arena.run(program, String(index), { eventPatience: arena.eventPatience.usual });
    tally.count(program, run);
    if (tally.inARow >= options.mostUnfinished) break;
    for (const finding of breachesIn(run).slice(0, 1)) {
      if (tally.knows(finding) || signal.aborted) continue;
      onProgress({ kind: 'shrinking', index, rule: finding.rule });
      const fault = await pursue(drawn, { program, run, finding }, options);
      if (tally.note(finding, fault)) onProgress({ kind: 'found', fault });
    }
  }
  return tally.result();
}

async function pursue(
  { index, focus }: Drawn,
  shown: Showing,
  { arena, shrinking, clock, signal }: SearchOptions,
): Promise<Fault> {
  const small = await shrink(shown, arena, shrinking, { clock, signal, mark: String(index) });
  const found = { index, focus, finding: small.finding, trace: small.run.trace };
  const program = withSettle(small.program, arena.eventPatience.proving);
  const confirmed = await confirm(program, small.finding, arena, String(index));
  if (confirmed.kind === 'confirmed') {
    const { finding, run } = confirmed;
    return {
      ...found,
      finding,
      trace: run.trace,
      program,
      standing: { kind: 'confirmed', times: CONFIRMATIONS },
    };
  }
  const why =
    confirmed.kind === 'others at work'
      ? `others are at work on the target (${confirmed.signs.slice(0, 3).join(', ')}); if so, write "shared: true" in the profile`
      : `the program showed it once more in ${confirmed.shown} of ${confirmed.shown + 1} runs, not in ${CONFIRMATIONS} of ${CONFIRMATIONS}`;
  return { ...found, program, standing: { kind: 'doubtful', why, other: confirmed.run.trace } };
}

interface Tally {
  readonly programs: number;
  readonly inARow: number;
  count(program: Program, run: ProgramRun): void;
  knows(finding: Finding): boolean;
  /** False for a fault that has been found before, and was first taken for another. */
  note(finding: Finding, fault: Fault): boolean;
  result(): SearchResult;
}

function createTally(): Tally {
  const held = new Map<RuleId, number>();
  const faults: Fault[] = [];
  /** A fault that has been pursued is not pursued again, whatever it was taken for at first. */
  const known = new Set<string>();
  let [programs, operations, unfinished, inARow] = [0, 0, 0, 0];
  let hindrance: string | undefined;
  let trace: SearchResult['trace'] = [];
  return {
    get programs() {
      return programs;
    },
    get inARow() {
      return inARow;
    },
    count: (program, run) => {
      programs++;
      operations += program.operations;
      trace = run.trace;
      inARow = run.halt ? inARow + 1 : 0;
      if (run.halt) unfinished++;
      if (run.halt && 'why' in run.halt) hindrance = run.halt.why;
      for (const rule of new Set(run.findings.flatMap((each) => (each.verdict === 'pass' ? each.rule : []))))
        held.set(rule, (held.get(rule) ?? 0) + 1);
    },
    knows: ({ rule, where }) => known.has(`${rule} ${where}`),
    note: ({ rule, where }, fault) => {
      known.add(`${rule} ${where}`);
      known.add(`${fault.finding.rule} ${fault.finding.where}`);
      const isNew = !faults.some((each) => each.finding.rule === fault.finding.rule);
      if (isNew) faults.push(fault);
      return isNew;
    },
    result: () => ({
      programs,
      operations,
      faults,
      held,
      unfinished,
      ...(hindrance === undefined ? {} : { hindrance }),
      trace,
    }),
  };
}
