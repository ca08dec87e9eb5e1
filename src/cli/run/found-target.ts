// What the command line tells of the target of a run, and the target itself once it is open.
import type { Dialect } from '../../dialect/dialect.js';
import { accepted, refuseInput, type Result } from '../../document/diagnostic.js';
import type { Profile } from '../../harness/profile/profile.js';
import type { ControlAccess } from '../../harness/profile/stimuli/template.js';
import type { ReadingProof } from '../../probe/proof.js';
import type { OpenTarget } from '../../harness/run/open-target.js';
import type { VirtualClock } from '../../kernel/virtual-clock.js';
import type { InProcessOptions } from '../../lab/in-process/open-in-process.js';
import { isLoopbackUrl } from '../addresses.js';
import { controlToken } from '../control/client.js';
import type { Io } from '../io.js';
import type { TargetHold } from '../restore/hold-target.js';
import type { RunOptions } from './run-options.js';

/** What there is to know about a target before a run. */
export interface TargetFacts {
  readonly profile: Profile;
  readonly dialect: Dialect;
  /** Arguments of `conform run` that lead to the same target. */
  readonly repeatArguments: readonly string[];
  /** Where curl lines point to, and what has to be done before they work. */
  readonly curl: { readonly baseUrl: string; readonly before?: string };
  /** Profile and dialect fit by construction: what differs is the target's doing. */
  readonly vouchedFor: boolean;
  /** The dialect is the one that comes with conform: the target is said to be as the interface is written. */
  readonly asWritten?: boolean;
  /** How to get stimuli where there is no profile file to declare them in. */
  readonly noStimuli?: string;
  /** What of it was proven before. */
  readonly proof?: ReadingProof;
  /** Path of the profile file that describes it. */
  readonly profilePath?: string;
  /** Stops what was started for the run. */
  stop(): Promise<void>;
}

export interface FoundTarget extends Pick<TargetFacts, 'repeatArguments' | 'curl'> {
  readonly open: OpenTarget;
  /** How many times faster than the machine's clock the run's clock goes; 1 in virtual time. */
  readonly speed: number;
  /** The clock of a run in virtual time. */
  readonly virtual?: VirtualClock;
  /** The simulator of its own that is checked. */
  readonly inProcess?: InProcessOptions;
  /** Absent for a target that ends with this process. */
  readonly hold?: TargetHold;
}

// `--control URL` with its token, or the environment: the control plane of the simulator that is checked.

/** Undefined when there is none. */
export function controlAccess(
  options: RunOptions,
  io: Pick<Io, 'env' | 'cwd'>,
): Result<ControlAccess | undefined> {
  const place = options.control ?? io.env['CONFORM_CONTROL'];
  if (!place) return accepted(undefined);
  const found = controlToken(options.controlTokenFile, io);
  if (!found.ok) return found;
  const token = found.value;
  if (!token) return refuseInput('the token of the control plane is missing', HINT);
  const url = URL.canParse(place) ? new URL(place) : undefined;
  if (url?.protocol !== 'http:' || !isLoopbackUrl(url.hostname))
    return refuseInput(`--control ${place}: a control plane has an http address of this machine`, HINT);
  return accepted({ url: `${url.origin}${PREFIX}`, token });
}

const PREFIX = '/control/v1';
const HINT =
  'conform serve prints both, as CONFORM_CONTROL and CONFORM_CONTROL_TOKEN; --control-token-file FILE is taken, too.';
