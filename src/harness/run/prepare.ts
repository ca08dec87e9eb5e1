// What comes before the first check: whether profile and dialect fit the target, and how its relays stand.
import { createRandom } from '../../kernel/random.js';
import { type Safety, createSafety, untilOver } from '../safety/safety.js';
import { checkTarget, type TargetProblem } from '../target/check/check-target.js';
import type { Target } from '../target/target.js';
import type { Profile } from '../profile/profile.js';
import { readRefusal } from './causes/reading.js';
import { calibrate, type FirstLook } from './first-look.js';
import type { OpenTarget } from './open-target.js';
import type { RunInput } from './run-options.js';

export interface Prepared {
  /** Lets nothing through that the profile does not allow, and nothing at all once the run is over. */
  readonly target: Target;
  /** The same for what puts back. */
  readonly restoring: Target;
  readonly safety: Safety;
  /** Clock time; undefined when no device could be refreshed. */
  readonly refreshedAt?: number;
  /** Nobody answered, in words. */
  readonly unreachable?: string;
  /** What the look at the target before the run has found. */
  readonly firstLook?: FirstLook;
  /** A long one, in ms; 0 where none was measured. */
  readonly roundTrip: number;
}

/** Why nothing was checked. */
export type Unprepared =
  /** Profile or dialect do not fit the target. */
  | { readonly ok: false; readonly kind: 'differs'; readonly problems: readonly TargetProblem[] }
  /** It cannot be stored what would have to be put back. */
  | { readonly ok: false; readonly kind: 'unstored'; readonly why: string };

export type Preparation = { readonly ok: true; readonly prepared: Prepared } | Unprepared;

/** A target that does not come back in this time is not put back: ms on the run's clock, and in terms of its patience. */
export const RESTORE_WITHIN = 30_000;
export const PATIENCES = 3;

export function restoreTime({ patience }: Pick<Profile, 'patience'>): number {
  return Math.max(RESTORE_WITHIN, PATIENCES * patience);
}

export async function prepare(
  { target, profile, gate, stimuli, seed, vouchedFor, doubts, book }: Omit<OpenTarget, 'close'>,
  { anyway = false, signal, ending }: Pick<RunInput, 'signal' | 'ending'> & { readonly anyway?: boolean },
): Promise<Preparation> {
  const safety = createSafety(target, profile, {
    gate,
    random: createRandom(seed),
    restoreWithin: restoreTime(profile),
    ...(book && { book }),
  });
  const targets = {
    target: safety.protect(untilOver(target, ending?.hurry)),
    restoring: safety.protect(target),
  };
  const found = await checkTarget(target, profile, signal ? { signal } : {});
  // What was broken off says nothing about the target.
  if (signal?.aborted) return { ok: true, prepared: { ...targets, safety, roundTrip: 0 } };
  // When nobody is there, the run says so in its reports.
  if (found.kind === 'unreachable')
    return { ok: true, prepared: { ...targets, safety, roundTrip: 0, unreachable: found.reason } };
  gate.learn(found.listed);
  for (const [deviceId, state] of found.states) {
    gate.learnRelays(
      deviceId,
      state.relays.map(({ index }) => index),
    );
    safety.noteInitial(deviceId, state);
    stimuli.noteInitial(deviceId, state);
  }
  const refreshed = found.states.size === 0 ? {} : { refreshedAt: target.clock.now() };
  const judged = !anyway && !vouchedFor;
  const problems = found.kind === 'differs' ? found.problems : [];
  const ours = problems.filter(({ breach }) => !breach);
  const reading = { dialect: target.dialect, profile };
  const explained =
    judged && doubts
      ? await readRefusal(target.trace.records(), reading, doubts)
      : { problems: [], isOfIndexes: false };
  // Where channels are counted otherwise than the dialect says, a command would switch a relay that is not listed.
  if (judged && (ours.length > 0 || explained.isOfIndexes))
    return { ok: false, kind: 'differs', problems: [...explained.problems, ...problems] };
  const why = await book?.stored();
  if (why !== undefined) return { ok: false, kind: 'unstored', why };
  const breaches = problems.flatMap(({ breach }) => breach ?? []);
  const { tokenless } = found;
  const firstLook = { breaches, records: [...target.trace.records()], tokenless };
  const client = Object.keys(profile.clients)[0] ?? '';
  const measured = tokenless
    ? { ok: true as const, roundTrip: 0 }
    : await calibrate(targets.target, client, signal);
  // An interrupted run goes on to say what has not begun.
  const roundTrip = measured.ok ? measured.roundTrip : 0;
  const gone = measured.ok || signal?.aborted ? {} : { unreachable: measured.reason };
  return { ok: true, prepared: { ...targets, safety, firstLook, roundTrip, ...gone, ...refreshed } };
}
