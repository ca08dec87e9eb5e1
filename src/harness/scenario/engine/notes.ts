// What is written down in the course of an attempt.
import type { Disturbance, Observation } from './observation.js';

export interface Notes {
  readonly observations: readonly Observation[];
  readonly disturbances: readonly { readonly by: Disturbance; readonly detail: string }[];
  /** The latest moment that the target announced for a new try. */
  readonly announcedUntil: number;
  /** When the last request was sent. */
  readonly lastSentAt: number;
  observe(observation: Observation): void;
  disturbed(by: Disturbance, detail: string): void;
  announced(until: number): void;
  sent(at: number): void;
}

export function createNotes(startedAt: number): Notes {
  const observations: Observation[] = [];
  const disturbances: { by: Disturbance; detail: string }[] = [];
  let announcedUntil = startedAt;
  let lastSentAt = startedAt;
  return {
    observations,
    disturbances,
    get announcedUntil() {
      return announcedUntil;
    },
    get lastSentAt() {
      return lastSentAt;
    },
    observe: (observation) => void observations.push(observation),
    disturbed: (by, detail) => void disturbances.push({ by, detail }),
    announced: (until) => void (announcedUntil = Math.max(announcedUntil, until)),
    sent: (at) => void (lastSentAt = at),
  };
}
