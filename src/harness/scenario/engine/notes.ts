// What is written down in the course of an attempt.
import type { InterferenceKind } from '../../target/interference.js';
import type { StepObservation } from './observation.js';

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
