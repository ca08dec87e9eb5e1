// What is written down in the course of an attempt.
import type { InterferenceKind } from '../../target/interference.js';
import type { RuleId } from '../../../contract/rules/catalogue.js';
import type { What } from '../../target/promises.js';
import type { DeviatingPath, Silence } from '../../verdict/verdict.js';

export interface Notes {
  readonly observations: readonly StepObservation[];
  readonly disturbances: readonly { readonly by: InterferenceKind; readonly detail: string }[];
  /** The latest moment that the target announced for a new try. */
  readonly announcedUntil: number;
  /** When the last request was sent. */
  readonly lastSentAt: number;
  /** A command ended without having been carried out, and what follows may rest on it. */
  readonly inVain: boolean;
  observe(observation: StepObservation): void;
  endedInVain(): void;
  disturbed(by: InterferenceKind, detail: string): void;
  announced(until: number): void;
  sent(at: number): void;
}

export function createNotes(startedAt: number): Notes {
  const observations: StepObservation[] = [];
  const disturbances: { by: InterferenceKind; detail: string }[] = [];
  let announcedUntil = startedAt;
  let lastSentAt = startedAt;
  let inVain = false;
  return {
    observations,
    disturbances,
    get announcedUntil() {
      return announcedUntil;
    },
    get lastSentAt() {
      return lastSentAt;
    },
    get inVain() {
      return inVain;
    },
    endedInVain: () => void (inVain = true),
    observe: (observation) => void observations.push(observation),
    disturbed: (by, detail) => void disturbances.push({ by, detail }),
    announced: (until) => void (announcedUntil = Math.max(announcedUntil, until)),
    sent: (at) => void (lastSentAt = at),
  };
}

// What a step that checks something came to, and what may have spoiled it.

/** What a step that checks something came to. */
export interface StepObservation {
  /** `line 14: refresh plant via events`. */
  readonly where: string;
  readonly rules: readonly RuleId[];
  readonly result: 'held' | 'deviated' | 'spoiled' | 'undecided';
  readonly expected: string;
  readonly actual: string;
  readonly exchanges: readonly number[];
  /** Of what did not hold: earlier exchanges that the step refers to. */
  readonly refersTo?: readonly number[];
  /** Of what did not hold: events that it speaks of, by their `seq`. */
  readonly frames?: readonly number[];
  readonly silence?: Silence;
  readonly paths?: readonly DeviatingPath[];
  /** What spoiled it. */
  readonly by?: InterferenceKind;
  /** The request that was to be granted, and that it spoiled. */
  readonly asked?: What;
  /** Interference that counts as a deviation when it stands. */
  readonly insist: readonly InterferenceKind[];
  readonly confirm: boolean;
}
