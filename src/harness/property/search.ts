// Draws programs, runs them, several at a time where the executor can, and investigates what they show by itself.
import type { SearchOptions, SearchResult } from './search-port.js';
import { placeOfProgram } from './program-share.js';
import { createProgramSource, type ProgramSource } from './draw.js';
import { investigate, type ProgramBreach, notInvestigated } from './investigate.js';
import { createTally, type Tally } from './tally.js';
import { type Ran, ranOf, type TriedProgram, tryOut } from './try-out.js';

/** A breach is investigated this often at most, where the same program can end differently each time. */
const PURSUITS = 6;

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
    for (const [at, { index, finding, besideOthers, whole }] of seen.entries()) {
      if (tally.knows(finding) || signal.aborted) continue;
      // Whatever was seen first is investigated, and of the others what there is time for.
      const late = at > 0 && clock.now() >= until;
      if (!late) onProgress({ kind: 'shrinking', index, rule: finding.rule });
      const tried = await whole();
      if (!tried) break;
      const breach = { tried, finding, besideOthers };
      const counterexample = late
        ? notInvestigated(breach)
        : await investigate(breach, { ...options, isKnown: tally.hasConfirmed });
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

interface Crew {
  /** Runs programs until some show what is not known yet, and those that were begun have ended; those then. */
  run(): Promise<readonly Seen[]>;
  latest(): Promise<TriedProgram | undefined>;
}

interface Under {
  besideOthers: boolean;
  over: Promise<void>;
}

function createCrew(source: ProgramSource, options: SearchOptions, until: () => number, tally: Tally): Crew {
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
