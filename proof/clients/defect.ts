// A named way to break a rule that binds clients.
import type { ClientRuleId } from '../../src/contract/rules/client.js';
import type { Differ } from './client-under-test.js';

export interface Defect {
  readonly id: string;
  readonly rule: ClientRuleId;
  /** Other rules that are broken by the same act. */
  readonly also?: readonly ClientRuleId[];
  /** What such a client does, in one sentence. */
  readonly summary: string;
  /** Days beside the calm one, where they are not those that say that they exercise the rule. */
  readonly days?: readonly string[];
  readonly instances?: number;
  readonly differ: Differ;
}

/** An odd client that is right. */
export interface Variant {
  readonly id: string;
  readonly summary: string;
  readonly instances?: number;
  readonly differ: Differ;
}
