// What `conform run` can be told, as the command line gives it.
import type { ShareOf } from '../../harness/property/program-share.js';
import type { Restriction } from '../../harness/profile/restriction.js';
import type { ShortFormat } from '../../report/format-names.js';

/** What decides which target is checked. */
export interface TargetOptions {
  readonly target?: string;
  /** In place of `target`: the text of a profile, for callers that have no file. */
  readonly profileText?: string;
  readonly dialect?: string;
  readonly fleet?: string;
  readonly speed?: number;
  /** The simulator of its own is checked over real sockets. */
  readonly sockets?: boolean;
  readonly seed?: number;
  readonly defect?: readonly string[];
  readonly variant?: readonly string[];
  /** The control plane of the simulator that is checked, and its token. */
  readonly control?: string;
  readonly controlToken?: string;
  /** Where it is kept what has to be put back. */
  readonly restoreDir?: string;
  readonly controlTokenFile?: string;
  /** False: nothing is switched. */
  readonly actuate?: boolean;
  /** Nothing is changed. */
  readonly readOnly?: boolean;
}

export interface RunOptions extends TargetOptions, Partial<Record<ShortFormat, string>> {
  readonly rule?: readonly string[];
  readonly strict?: boolean;
  readonly report?: readonly string[];
  readonly anyway?: boolean;
  readonly jobs?: number;
  /** The run ends in good order after so long, in ms of the machine. */
  readonly deadline?: number;
  /** Random programs at most. */
  readonly runs?: number;
  /** Time for random programs, in ms. */
  readonly time?: number;
  /** Place of the only random program that is to run. */
  readonly replay?: number;
  /** A folder for programs that show a breach. */
  readonly saveCounterexamples?: string;
  /** Random programs and nothing else, for so long in ms. */
  readonly soak?: number;
  /** The run ends in good order at the first failure. */
  readonly failFast?: boolean;
  /** One of so many parts of everything. */
  readonly shard?: ShareOf;
  /** A JSON report: what failed in it is run again. */
  readonly rerunFailed?: string;
  /** A file of failures that are known, and one that is written. */
  readonly baseline?: string;
  readonly writeBaseline?: string;
  /** Run again whenever what is run, or the target, has changed. */
  readonly watch?: boolean;
  /** The file of settings; false for none. */
  readonly config?: string | false;
  readonly verbose?: boolean;
  /** Serve a page on which the run can be watched. */
  readonly live?: boolean;
}

export function restrictionOf({ actuate, readOnly }: TargetOptions): Restriction | undefined {
  if (readOnly) return 'read-only';
  return actuate === false ? 'no-actuate' : undefined;
}
