// What is written down in the course of an attempt.
import type { InterferenceKind } from '../../target/interference.js';
import type { RuleId } from '../../../contract/rules/catalogue.js';
import type { What } from '../../target/promises.js';
import type { DeviatingPath, Silence } from '../../verdict/verdict.js';

export type Notes = ReturnType<typeof createNotes>;

export function createNotes(startedAt: number) {
  const observations: StepObservation[] = [];
  const disturbances: Disturbance[] = [];
  let announcedUntil = startedAt;
  let lastSentAt = startedAt;
  let inVain = false;
  return {
    observations: observations as readonly StepObservation[],
    disturbances: disturbances as readonly Disturbance[],

    /** The latest moment that the target announced for a new try. */
    get announcedUntil() {
      return announcedUntil;
    },

    /** When the last request was sent. */
    get lastSentAt() {
      return lastSentAt;
    },

    /** A command ended without having been carried out, and what follows may rest on it. */
    get inVain() {
      return inVain;
    },
    endedInVain: () => void (inVain = true),
    observe: (observation: StepObservation) => void observations.push(observation),
    disturbed: (by: InterferenceKind, detail: string) => void disturbances.push({ by, detail }),
    announced: (until: number) => void (announcedUntil = Math.max(announcedUntil, until)),
    sent: (at: number) => void (lastSentAt = at),
  };
}

interface Disturbance {
  readonly by: InterferenceKind;
  readonly detail: string;
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
