// What comes before the first check: whether profile and dialect fit the target, and how its relays stand.
import { checkTarget, type TargetProblem } from '../../harness/target/check/check-target.js';
import { createSafety, type Safety } from '../../harness/safety/safety.js';
import type { Target } from '../../harness/target/target.js';
import { createRandom } from '../../kernel/random.js';
import type { Complaint, Result } from '../complaints.js';
import type { OpenTarget } from './open-target.js';

export interface Prepared {
  /** Lets nothing through that the profile does not allow. */
  readonly target: Target;
  readonly safety: Safety;
  /** Clock time; undefined when no device could be refreshed. */
  readonly refreshedAt?: number;
}

/** A target that does not come back in this time is not put back; ms on the run's clock. */
const RESTORE_WITHIN = 30_000;

/** @param anyway go on though profile or dialect do not fit. */
export async function prepare(
  open: OpenTarget,
  anyway: boolean,
  signal: AbortSignal,
): Promise<Result<Prepared>> {
  const { profile } = open;
  const safety = createSafety(open.target, profile, {
    gate: open.gate,
    random: createRandom(open.seed),
    restoreWithin: RESTORE_WITHIN,
  });
  const found = await checkTarget(open.target, profile, { signal });
  // When nobody is there, the run itself will say so, and its reports are written.
  if (found.kind === 'unreachable') return { ok: true, value: { target: open.target, safety } };
  open.gate.learn(found.listed);
  for (const [deviceId, state] of found.states) {
    safety.noteInitial(deviceId, state);
    open.stimuli.noteInitial(deviceId, state);
  }
  const refreshed = found.states.size === 0 ? {} : { refreshedAt: open.target.clock.now() };
  const problems =
    found.kind === 'differs' && !anyway && !open.vouchedFor ? found.problems.filter(isOurs) : [];
  if (problems.length > 0) return { ok: false, complaints: problems.map(complaintOf) };
  return { ok: true, value: { target: safety.protect(open.target), safety, ...refreshed } };
}

/** What contradicts the interface itself is for the checks to judge. */
function isOurs({ about }: TargetProblem): boolean {
  return about !== 'interface';
}

function complaintOf({ message, hint }: TargetProblem, at: number): Complaint {
  const more = at === 0 ? '\nNothing was checked; --anyway checks all the same.' : '';
  return { kind: 'words', message, hint: `${hint}${more}` };
}
