// What a run tells while it runs: enough for a live terminal to say what happens now and how long it will take.
import type { CheckResult, Verdict } from '../verdict/verdict.js';

/** Times are clock times in ms. */
export type Progress =
  | { readonly kind: 'run-started'; readonly at: number; readonly checks: number; readonly skipped: number }
  /** The target answered; the longest but one of a few round trips, in ms. */
  | { readonly kind: 'calibrated'; readonly at: number; readonly roundTrip: number }
  | {
      readonly kind: 'check-started';
      readonly at: number;
      readonly id: string;
      readonly title: string;
      /** Names of the leased devices in the profile. */
      readonly devices: readonly string[];
    }
  | {
      readonly kind: 'attempt-started';
      readonly at: number;
      readonly id: string;
      readonly attempt: number;
      readonly why?: string;
    }
  | { readonly kind: 'step-started'; readonly at: number; readonly id: string; readonly step: string }
  | {
      readonly kind: 'waiting';
      readonly at: number;
      readonly id: string;
      readonly until: number;
      readonly why: string;
    }
  | { readonly kind: 'check-ended'; readonly at: number; readonly result: CheckResult; readonly left: number }
  /** All checks have ended, and what is known now changes the verdict that an earlier `check-ended` told. */
  | {
      readonly kind: 'verdict-revised';
      readonly at: number;
      readonly result: CheckResult;
      readonly from: Verdict;
    }
  /** A random program has begun; `done` have ended. */
  | { readonly kind: 'program-started'; readonly at: number; readonly done: number; readonly doing: string }
  | { readonly kind: 'restoring'; readonly at: number }
  | { readonly kind: 'run-ended'; readonly at: number };

export type OnProgress = (progress: Progress) => void;
