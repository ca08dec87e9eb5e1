// Puts back what an earlier run has left behind, before anything else is done to the target.
import { formatDuration } from '../../kernel/duration.js';
import { createRandom } from '../../kernel/random.js';
import { createSafety } from '../safety/safety.js';
import { readAnew } from '../restore/read-anew.js';
import type { RestoreRecord } from '../restore/record.js';
import type { CallOutcome } from '../target/call.js';
import { type Unreachable, unreachableTarget } from '../target/check/context.js';
import { withinPatience } from '../target/driver/within-patience.js';
import { patiently } from '../target/retry.js';
import type { OpenTarget } from './open-target.js';
import { restoreTime } from './prepare.js';

export type PutBack =
  | {
      readonly kind: 'tried';
      /** What is as it was, in words. */
      readonly done: readonly string[];
      /** What could not be put back, in words. */
      readonly left: readonly string[];
    }
  | Unreachable;

export interface PutBackOptions {
  /** Ends it: what is not put back by then is left. */
  readonly signal?: AbortSignal | undefined;
}

/** How long the target has to show that it is there, in ms of the run's clock, and in terms of its patience. */
export const REACH_WITHIN = 20_000;
const PATIENCES = 2;
/** Devices are switched also when stimuli cannot be undone: the share of the time that these have. */
const SHARE_OF_STIMULI = 1 / 3;

export async function putBackLeftovers(
  {
    target,
    profile,
    gate,
    stimuli,
    seed,
  }: Pick<OpenTarget, 'target' | 'profile' | 'gate' | 'stimuli' | 'seed'>,
  record: RestoreRecord,
  { signal }: PutBackOptions,
): Promise<PutBack> {
  const { clock } = target;
  const within = restoreTime(profile);
  // Its writes are known to the stored record already.
  const safety = createSafety(target, profile, { gate, random: createRandom(seed), restoreWithin: within });
  const notAllowed = safety.adopt(readAnew(record, target.dialect));
  stimuli.adopt(record.stimuli);
  const nobody = await absence({ target, profile }, signal);
  if (nobody) return nobody;
  const done: string[] = [];
  const tell = (words: string): void => void done.push(words);
  const share = { patience: within * SHARE_OF_STIMULI, signal };
  const undoing = await withinPatience(clock, share, (limited) =>
    stimuli.undoAll(safety.protect(target), limited, tell),
  );
  const notRestored = await safety.restore(signal, tell);
  return { kind: 'tried', done, left: [...notAllowed, ...undoing.result, ...notRestored] };
}

/** Undefined when the target answers, whatever it says. */
async function absence(
  { target, profile }: Pick<OpenTarget, 'target' | 'profile'>,
  signal: AbortSignal | undefined,
): Promise<Unreachable | undefined> {
  const { clock } = target;
  const client = Object.keys(profile.clients)[0] ?? '';
  const within = Math.max(REACH_WITHIN, PATIENCES * profile.patience);
  const until = clock.now() + within;
  const asked = await withinPatience(clock, { patience: within, signal }, (limited) =>
    patiently(() => target.request({ name: 'listDevices' }, { client, signal: limited }), {
      clock,
      limits: { until, tries: 3 },
      signal: limited,
    }),
  );
  const late: CallOutcome = {
    kind: 'broken',
    reason: 'timeout',
    detail: `no answer within ${formatDuration(within)}`,
  };
  const { outcome } = asked.result;
  return unreachableTarget(
    asked.over === 'late' && outcome.kind === 'broken' ? late : outcome,
    profile.baseUrl,
  );
}
