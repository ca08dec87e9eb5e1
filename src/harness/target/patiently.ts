// Repeats a request through interference, and says in words what came of it.
import type { Clock } from '../../kernel/clock.js';
import type { Exchange, CallOutcome } from './call.js';
import { unlessUnsafe } from './gated-transport.js';
import { interferenceOf } from './interference.js';
import { type Hindrance, retry, type RetryLimits } from './retry.js';

export interface Patience {
  readonly clock: Pick<Clock, 'now' | 'setTimer'>;
  readonly limits: RetryLimits;
  readonly signal?: AbortSignal | undefined;
  /** Also goes on when no connection can be made, or the device cannot be used: both may come back. */
  readonly throughAbsence?: boolean;
  /** Whether to try again at all, asked after each try; default: yes. */
  readonly isWorthIt?: () => boolean;
}

/** The last outcome, and why no other try was made where that is not plain from it. */
export interface PatientOutcome {
  readonly outcome: CallOutcome;
  readonly gaveUp?: string;
  /** How many tries it is the last of. */
  readonly tries: number;
}

/**
 * Ends with the first exchange that is worth no repeat, or with the one after which a limit was reached. What must not
 * be sent counts as refused.
 */
export async function patiently(
  attempt: () => Promise<Exchange>,
  patience: Patience,
): Promise<PatientOutcome> {
  const { clock, limits, signal, throughAbsence = false, isWorthIt = () => true } = patience;
  let tries = 0;
  const tried = await unlessUnsafe(() =>
    retry({
      clock,
      limits,
      signal,
      attempt: () => {
        tries++;
        return attempt();
      },
      hindranceOf: ({ outcome }) => (isWorthIt() ? hindranceOf(outcome, throughAbsence) : undefined),
    }),
  );
  if (!tried.ok) return { outcome: { kind: 'broken', reason: 'refused', detail: tried.why }, tries };
  const retried = tried.value;
  const gaveUp = retried.kind === 'given-up' ? retried.why : undefined;
  return { outcome: retried.result.outcome, tries, ...(gaveUp === undefined ? {} : { gaveUp }) };
}

/** Undefined when the same request again would get the same answer. */
function hindranceOf(outcome: CallOutcome, throughAbsence: boolean): Hindrance | undefined {
  const absent = outcome.kind === 'broken' && outcome.reason === 'refused';
  if (absent && !throughAbsence) return undefined;
  const unusable = outcome.kind === 'reply' && outcome.reply.status === 409;
  return interferenceOf(outcome) ?? (unusable && throughAbsence ? { kind: 'absent' } : undefined);
}

/** What came of a request, for people: `409 DEVICE_OFFLINE`, `no reply within 10 s`. */
export function patientWords({ outcome, gaveUp }: Pick<PatientOutcome, 'outcome' | 'gaveUp'>): string {
  if (outcome.kind === 'broken') return outcome.detail;
  const { status, code, mismatches } = outcome.reply;
  const head = [status, code].filter((part) => part !== undefined && part !== '').join(' ');
  return [head, ...mismatches.slice(0, 1), ...(gaveUp === undefined ? [] : [gaveUp])].join(', ');
}
