// What a step that checks something came to, and what may have spoiled it.
import type { RuleId } from '../../../contract/rules/catalogue.js';
import type { InterferenceKind } from '../../target/interference.js';
import type { What } from '../../target/promises.js';

/** What a step that checks something came to. */
export interface StepObservation {
  /** `line 14: refresh plant via events`. */
  readonly where: string;
  readonly rules: readonly RuleId[];
  readonly result: 'held' | 'deviated' | 'spoiled' | 'undecided';
  readonly expected: string;
  readonly actual: string;
  readonly exchanges: readonly number[];
  /** What spoiled it. */
  readonly by?: InterferenceKind;
  /** The request that was to be granted, and that it spoiled. */
  readonly asked?: What;
  /** Interference that counts as a deviation when it stands. */
  readonly insist: readonly InterferenceKind[];
  readonly confirm: boolean;
}
