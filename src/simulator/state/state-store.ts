// A folder of state as the simulator uses it.
import type { Clock } from '../../kernel/clock.js';
import type { StateBook } from './state-book.js';

/** Whether a fault holds the link or the power of a device, or an API client: that is no state that is kept. */
export type IsHeld = (what: 'link' | 'power' | 'client', key: string) => boolean;

export interface StateStore {
  readonly book: StateBook;
  /** Starts on this folder before this one. */
  readonly lives: number;
  /** Of a secret: tells it again, and nothing else. */
  digest(secret: string): string;
  /** Nothing is held when absent. */
  readonly isHeld?: IsHeld;
  /** Called once, when the simulator begins: from now on the time is written with each batch, and while nothing happens. */
  keepTime(clock: Clock): void;
  /** Writes what is left, and gives the folder free. */
  close(): Promise<void>;
}
