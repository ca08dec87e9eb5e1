// An ordered fault as it is shown to people and programs.
import type { FaultEntry } from '../order.js';

export interface FaultStatus {
  readonly id: string;
  readonly type: string;
  /** Number of the order. */
  readonly mark: number;
  /** As it was written: ordering this again gives the same fault. */
  readonly order: FaultEntry;
  readonly state: 'waiting' | 'active' | 'ended';
  /** In words. */
  readonly begins: string;
  /** Ms until it begins; undefined when it has, or when the simulator has not started. */
  readonly startsIn: number | undefined;
  /** Ms until it ends; undefined when it is not active or lasts until it is cleared. */
  readonly endsIn: number | undefined;
  /** Whether the instances of a cluster have one count of it. */
  readonly isShared: boolean;
  /** How often it could have fired, and how often it did. */
  readonly occasions: number;
  readonly firings: number;
}
