// `--control URL --control-token T`, or the environment: the control plane of the simulator that is checked.
import type { ControlAccess } from '../../harness/profile/stimuli/declaration.js';
import { isLoopback } from '../loopback.js';
import { type Result, refuse } from '../../document/complaint.js';
import type { TargetOptions } from './run-options.js';

/** Undefined when there is none. */
export function controlAccess(
  options: TargetOptions,
  env: Readonly<Record<string, string | undefined>>,
): Result<ControlAccess | undefined> {
  const place = options.control ?? env['CONFORM_CONTROL'];
  const token = options.controlToken ?? env['CONFORM_CONTROL_TOKEN'];
  if (!place) return { ok: true, value: undefined };
  if (!token) return refuse('the token of the control plane is missing', HINT);
  const url = URL.canParse(place) ? new URL(place) : undefined;
  if (url?.protocol !== 'http:' || !isLoopback(url.hostname))
    return refuse(`--control ${place}: a control plane has an http address of this machine`, HINT);
  return { ok: true, value: { url: `${url.origin}${PREFIX}`, token } };
}

const PREFIX = '/control/v1';
const HINT = 'conform serve prints both. CONFORM_CONTROL and CONFORM_CONTROL_TOKEN are taken, too.';
