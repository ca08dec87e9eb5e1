// The revisions of the interface, the oldest first. What has been released of one never changes: a rule that is added,
// says something else or is withdrawn gets a row here, so that who judges by an older revision is told what it was told.
import type { RuleId } from './catalogue.js';
import type { Rule } from './rule.js';

export interface Revision {
  /** The month in which it was written down. */
  readonly id: string;
  /** Rules that are in force from here on; those that no row names were from the first. */
  readonly adds?: readonly RuleId[];
  /** Rules that are not in force any more. */
  readonly withdraws?: readonly RuleId[];
  /** Rules that say something else from here on, as they were before. */
  readonly changes?: Readonly<Partial<Record<RuleId, Pick<Rule, 'basis' | 'sentence'>>>>;
  /** Bundled variants of the simulator that do as services did before it. */
  readonly before?: readonly string[];
}

export const REVISIONS: readonly Revision[] = [{ id: '2026-11' }];
