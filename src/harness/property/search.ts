// Draws programs, runs them, several at a time where the executor can, and investigates what they show by itself.
import {
  type Counterexample,
  type ProgramEnds,
  type Ran,
  ranOf,
  type SearchOptions,
  type SearchResult,
  type TriedProgram,
  tryOut,
} from './search-port.js';
import { placeOfProgram } from './program-share.js';
import { createProgramSource, type ProgramSource } from './draw.js';
import { investigate, notInvestigated, type ProgramBreach, shownAlready } from './shrink.js';
import type { RuleId } from '../../contract/rules/catalogue.js';
import type { Finding } from '../verdict/verdict.js';
import { keptIn } from '../../kernel/kept-in.js';

/** A breach is investigated this often at most, where the same program can end differently each time. */
const PURSUITS = 6;
/** In ms: where checks have shown what is wrong, a small program adds little, and takes long. */
const BESIDE_FINDINGS = 20_000;

export async function search(options: SearchOptions): Promise<SearchResult> {
  const { executor, random, signal, clock, onProgress } = options;
  const source = createProgramSource(executor.tenants, random, { longWaits: executor.jumps });
  let until = clock.now() + options.time;
  const tally = createTally(executor.jumps ? 1 : PURSUITS);
  const crew = createCrew(source, options, () => until, tally);
  for (;;) {
    const seen = await crew.run();
    if (seen.length === 0 || signal.aborted) break;
    const pausedAt = clock.now();
    await options.beside?.ended;
    until += clock.now() - pausedAt;
    const { broken } = options.beside ?? {};
    const shrinking = broken?.size ? { ...options.shrinking, time: BESIDE_FINDINGS } : options.shrinking;
    for (const [at, { index, finding, besideOthers, whole }] of seen.entries()) {
      if (tally.knows(finding) || signal.aborted) continue;
      // Whatever was seen first is investigated, and of the others what there is time for.
      const late = at > 0 && clock.now() >= until;
      if (broken?.has(finding.rule)) {
        const tried = await whole();
        const shown = tried && shownAlready({ tried, finding, besideOthers });
        if (shown && tally.note(finding, shown)) onProgress({ kind: 'found', counterexample: shown });
        continue;
      }
      if (!late) onProgress({ kind: 'shrinking', index, rule: finding.rule });
      const tried = await whole();
      if (!tried) break;
      const breach = { tried, finding, besideOthers };
      const counterexample = late
        ? notInvestigated(breach)
        : await investigate(breach, { ...options, shrinking, isKnown: tally.hasConfirmed });
      if (tally.note(finding, counterexample) && counterexample)
        onProgress({ kind: 'found', counterexample });
    }
  }
  return tally.result((await crew.latest())?.run.trace ?? []);
}

/** A breach that a program has shown. */
interface Seen extends Pick<ProgramBreach, 'finding' | 'besideOthers'> {
  readonly index: number;
  /** The program in whole; where it was run elsewhere, it is run again. */
  whole(): Promise<TriedProgram | undefined>;
}

interface Under {
  besideOthers: boolean;
  over: Promise<void>;
}

function createCrew(source: ProgramSource, options: SearchOptions, until: () => number, tally: Tally) {
  const { executor, only, share, elsewhere, beside, signal, clock, onProgress } = options;
  const atATime = elsewhere ? 1 : (executor.atATime ?? 1);
  let begun = 0;
  const next = (): number | undefined => {
    const place = only ? only[begun] : placeOfProgram(begun, share);
    return place === undefined || (!only && place >= options.runs) ? undefined : place;
  };
  let ended = false;
  let latest: (() => Promise<TriedProgram | undefined>) | undefined;

  const mayBegin = (): boolean =>
    !ended &&
    next() !== undefined &&
    clock.now() < until() &&
    !signal.aborted &&
    tally.inARow < options.mostUnfinished;

  const runOne = async (index: number, under: Under, seen: Seen[]): Promise<void> => {
    const here = elsewhere ? undefined : await tryOut(source, executor, index);
    const ran: Ran | undefined = elsewhere ? await elsewhere(index) : here && ranOf(here);
    latest = remembering(here, () => tryOut(source, executor, index));
    if (!ran) ended = true;
    else tally.count(ran, source.profileOf(index) ?? '');
    const finding = ran?.breach;
    if (finding && tally.sees(finding))
      seen.push({ index, finding, besideOthers: under.besideOthers, whole: latest });
  };
  /** Runs programs until some show what is not known yet, and those that were begun have ended; those then. */
  const run = async (): Promise<readonly Seen[]> => {
    const running = new Set<Under>();
    const seen: Seen[] = [];
    const begin = (): void => {
      const index = next();
      const profile = index === undefined ? undefined : source.profileOf(index);
      begun++;
      if (index === undefined || profile === undefined) {
        ended = true;
        return;
      }
      onProgress({ kind: 'program', index, profile, done: tally.programs });
      for (const each of running) each.besideOthers = true;
      const besideOthers = running.size > 0 || (beside?.isAtWork() ?? false);
      const under: Under = { besideOthers, over: Promise.resolve() };
      running.add(under);
      under.over = runOne(index, under, seen).finally(() => running.delete(under));
    };
    try {
      for (;;) {
        while (seen.length === 0 && running.size < atATime && mayBegin()) begin();
        if (running.size === 0) return seen.toSorted((a, b) => a.index - b.index);
        await Promise.race([...running].map(({ over }) => over));
      }
    } finally {
      // Nothing of ours may still be at work, also when one of them has thrown.
      await Promise.allSettled([...running].map(({ over }) => over));
    }
  };
  return { run, latest: async () => latest?.() };
}

/** Runs the program again where it was not run here, and only once. */
function remembering(
  here: TriedProgram | undefined,
  again: () => Promise<TriedProgram | undefined>,
): () => Promise<TriedProgram | undefined> {
  let tried = here && Promise.resolve<TriedProgram | undefined>(here);
  return () => (tried ??= again());
}

// What a search has counted, and which counterexamples it knows.

type Tally = ReturnType<typeof createTally>;

/** Of what looks like one counterexample. */
interface Looks {
  seen: number;
  /** In vain, as far as it is not confirmed; a confirmed one is not investigated again. */
  investigated: number;
  /** So often it has to have been seen before it is worth another look. */
  worthAt: number;
}

/** @param investigations of one breach until it is confirmed: each after twice as many programs have shown it. */
function createTally(investigations: number) {
  const held = new Map<RuleId, number>();
  const counterexamples: Counterexample[] = [];
  const known = new Map<string, Looks>();
  /** Whatever it was taken for at first. */
  const looksOf = ({ rule, where }: Finding): Looks =>
    keptIn(known, `${rule} ${where}`, () => ({ seen: 0, investigated: 0, worthAt: 1 }));
  const know = (finding: Finding, times: number): void => {
    const looks = looksOf(finding);
    looks.investigated += times;
    looks.worthAt = looks.seen + 2 ** looks.investigated;
  };
  const isWorth = ({ investigated, seen, worthAt }: Looks): boolean =>
    investigated < investigations && seen >= worthAt;
  let [operations, inARow] = [0, 0];
  let all: ProgramEnds = NONE_ENDED;
  const ends = new Map<string, ProgramEnds>();
  return {
    get programs(): number {
      return all.programs;
    },
    /** Programs in a row that came to nothing. */
    get inARow(): number {
      return inARow;
    },
    /** @param profile of the program. */
    count: (ran: Ran, profile: string): void => {
      all = endsWith(all, ran);
      ends.set(profile, endsWith(ends.get(profile) ?? NONE_ENDED, ran));
      operations += ran.operations;
      inARow = ran.halt ? inARow + 1 : 0;
      for (const rule of ran.held) held.set(rule, (held.get(rule) ?? 0) + 1);
    },
    /** Takes note of what a program shows; true when that is to be investigated. */
    sees: (finding: Finding) => {
      const looks = looksOf(finding);
      looks.seen++;
      return isWorth(looks);
    },
    /** It is not to be investigated now. */
    knows: (finding: Finding) => !isWorth(looksOf(finding)),
    /** A confirmed counterexample breaks the same rule. */
    hasConfirmed: ({ rule }: Finding) =>
      counterexamples.some(({ finding, standing }) => finding.rule === rule && standing.kind === 'confirmed'),
    /**
     * @param counterexample undefined: there was nothing to it.
     * @returns false for a counterexample that has been found before, and was first taken for another.
     */
    note: (finding: Finding, counterexample: Counterexample | undefined) => {
      const times = counterexample?.standing.kind === 'confirmed' ? investigations : 1;
      know(finding, times);
      if (!counterexample) return false;
      if (counterexample.finding.rule !== finding.rule || counterexample.finding.where !== finding.where)
        know(counterexample.finding, times);
      const at = counterexamples.findIndex((each) => each.finding.rule === counterexample.finding.rule);
      const before = counterexamples[at];
      if (!before) counterexamples.push(counterexample);
      else if (before.standing.kind === 'doubtful' && counterexample.standing.kind === 'confirmed')
        counterexamples[at] = counterexample;
      else return false;
      return true;
    },
    /** @param trace of the last program. */
    result: (trace: SearchResult['trace']): SearchResult => {
      return { ...all, operations, counterexamples, held, ends, trace };
    },
  };
}

const NONE_ENDED: ProgramEnds = { programs: 0, unfinished: 0 };

function endsWith({ programs, unfinished, hindrance }: ProgramEnds, { halt }: Ran): ProgramEnds {
  const why = halt && 'why' in halt ? halt.why : hindrance;
  return {
    programs: programs + 1,
    unfinished: unfinished + (halt ? 1 : 0),
    ...(why !== undefined && { hindrance: why }),
  };
}
