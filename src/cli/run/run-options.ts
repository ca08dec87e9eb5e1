// What `conform run` can be told, as the command line gives it.

/** What decides which target is checked. */
export interface TargetOptions {
  readonly target?: string;
  readonly dialect?: string;
  readonly fleet?: string;
  readonly speed?: number;
  readonly seed?: number;
  readonly defect?: readonly string[];
  readonly variant?: readonly string[];
  /** The control plane of the simulator that is checked, and its token. */
  readonly control?: string;
  readonly controlToken?: string;
}

export interface RunOptions extends TargetOptions {
  readonly rule?: readonly string[];
  readonly strict?: boolean;
  readonly actuate: boolean;
  readonly report?: readonly string[];
  readonly junit?: string;
  readonly anyway?: boolean;
  readonly jobs?: number;
  readonly verbose?: boolean;
}
