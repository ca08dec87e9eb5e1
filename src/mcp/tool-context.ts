// What the tools of one server share.
import type { Io } from '../cli/io.js';
import type { RunShelf } from './run-shelf.js';
import type { SimulatorShelf } from './simulator-shelf.js';

/** A server that the one who started this program has described in a file. */
export interface AllowedTarget {
  readonly name: string;
  /** Absolute path of its profile. */
  readonly path: string;
}

export interface ToolContext {
  readonly io: Io;
  readonly targets: readonly AllowedTarget[];
  /** Checks may change what the profiles list; otherwise all targets are read only. */
  readonly allowChanges: boolean;
  readonly simulators: SimulatorShelf;
  readonly runs: RunShelf;
  /** Aborts when the program is to end. */
  readonly ending: AbortSignal;
}
