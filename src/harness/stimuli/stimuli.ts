// What the harness can do that the interface cannot: the port that the rest of it sees.
import type { Peripherals } from '../../contract/schemas/device.js';
import type { Target } from '../target/target.js';
import type { Act, Acted } from '../profile/stimuli/act.js';
import type { RestoreRecord } from '../restore/record.js';
import type { Offers } from './offers.js';

export interface Stimuli {
  readonly offers: Offers;
  /** How a device was found: what is set there is set back to this. */
  noteInitial(deviceId: string, peripherals: Peripherals): void;
  /** What another run has left is to be undone, too. */
  adopt(left: RestoreRecord['stimuli']): void;
  /** For one attempt of a check. What it does is recorded into the trace of the target. */
  open(target: Target): StimuliSession;
  /**
   * Undoes what sessions have left; returns in words what could not be. May be called again.
   * @param tell is told in words of each thing that was undone.
   */
  undoAll(target: Target, signal?: AbortSignal, tell?: (words: string) => void): Promise<readonly string[]>;
  /** Drops what is still open. */
  close(): Promise<void>;
}

export interface StimuliSession {
  act(act: Act, signal: AbortSignal): Promise<Acted>;
  /** Undoes what the session has left behind, and waits until its devices are back; words as of `undoAll`. */
  undo(signal: AbortSignal): Promise<readonly string[]>;
  /** Waits once more, for this long in ms; the names of devices that were not back when all was undone, and are not yet. */
  lost(atMost: number, signal: AbortSignal): Promise<readonly string[]>;
}
