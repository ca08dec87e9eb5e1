// Draws programs, runs them one after the other, and pursues what they show: shrunk, and confirmed.
import type { RuleId } from '../../contract/rules/catalogue.js';
import type { Clock } from '../../kernel/clock.js';
import type { Random } from '../../kernel/random.js';
import type { TraceRecord } from '../../trace/record.js';
import type { Finding } from '../verdict.js';
import type { Arena } from './arena.js';
import { confirm, CONFIRMATIONS, withSettle } from './confirm.js';
import { createProgramSource } from './draw.js';
import type { Program } from './program.js';
import { shrink, type ShrinkLimits } from './shrink.js';
import { type Ran, ranOf, type Tried, tryOut } from './try-out.js';

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
  /**
   * Runs the program of a place elsewhere, with the same outcome as in the arena; asked for ascending places.
   * Undefined: it was interrupted. Default: in the arena.
   */
  readonly elsewhere?: (index: number) => Promise<Ran | undefined>;
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
  const bench = createBench((index) => tryOut(source, arena, index), options.elsewhere);
  const until = clock.now() + options.time;
  const tally = createTally();
  const from = replay ?? 0;
  const to = replay === undefined ? options.runs : replay + 1;
  for (let index = from; index < to && clock.now() < until && !signal.aborted; index++) {
    const focus = source.focusOf(index);
    if (focus === undefined) break;
    onProgress({ kind: 'program', index, focus, done: tally.programs });
    const ran = await bench.run(index);
    if (!ran) break;
    tally.count(ran);
    if (tally.inARow >= options.mostUnfinished) break;
    const finding = ran.breach;
    if (!finding || tally.knows(finding) || signal.aborted) continue;
    onProgress({ kind: 'shrinking', index, rule: finding.rule });
    const tried = await bench.latest();
    if (!tried) break;
    const fault = await pursue(tried, finding, options);
    if (tally.note(finding, fault)) onProgress({ kind: 'found', fault });
  }
  return tally.result((await bench.latest())?.run.trace ?? []);
}

/** Where the programs of a search are run: all of them, in turn. */
interface Bench {
  run(index: number): Promise<Ran | undefined>;
  /** The latest one in whole; where it was run elsewhere, it is run again. */
  latest(): Promise<Tried | undefined>;
}

function createBench(
  here: (index: number) => Promise<Tried | undefined>,
  elsewhere: SearchOptions['elsewhere'],
): Bench {
  let latest: number | undefined;
  let tried: Tried | undefined;
  return {
    run: async (index) => {
      latest = index;
      tried = elsewhere ? undefined : await here(index);
      return elsewhere ? elsewhere(index) : tried && ranOf(tried);
    },
    latest: async () => (tried ??= latest === undefined ? undefined : await here(latest)),
  };
}

async function pursue(
  { drawn: { index, focus }, ...tried }: Tried,
  first: Finding,
  { arena, shrinking, clock, signal }: SearchOptions,
): Promise<Fault> {
  const shown = { ...tried, finding: first };
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
  count(ran: Ran): void;
  knows(finding: Finding): boolean;
  /** False for a fault that has been found before, and was first taken for another. */
  note(finding: Finding, fault: Fault): boolean;
  /** @param trace of the last program. */
  result(trace: SearchResult['trace']): SearchResult;
}

function createTally(): Tally {
  const held = new Map<RuleId, number>();
  const faults: Fault[] = [];
  /** A fault that has been pursued is not pursued again, whatever it was taken for at first. */
  const known = new Set<string>();
  let [programs, operations, unfinished, inARow] = [0, 0, 0, 0];
  let hindrance: string | undefined;
  return {
    get programs() {
      return programs;
    },
    get inARow() {
      return inARow;
    },
    count: (ran) => {
      programs++;
      operations += ran.operations;
      inARow = ran.halt ? inARow + 1 : 0;
      if (ran.halt) unfinished++;
      if (ran.halt && 'why' in ran.halt) hindrance = ran.halt.why;
      for (const rule of ran.held) held.set(rule, (held.get(rule) ?? 0) + 1);
    },
    knows: ({ rule, where }) => known.has(`${rule} ${where}`),
    note: ({ rule, where }, fault) => {
      known.add(`${rule} ${where}`);
      known.add(`${fault.finding.rule} ${fault.finding.where}`);
      const isNew = !faults.some((each) => each.finding.rule === fault.finding.rule);
      if (isNew) faults.push(fault);
      return isNew;
    },
    result: (trace) => ({
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
