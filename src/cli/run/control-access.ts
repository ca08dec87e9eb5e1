// `--control URL` with its token, or the environment: the control plane of the simulator that is checked.
import type { ControlAccess } from '../../harness/profile/stimuli/declaration.js';
import { controlToken } from '../control/control-token.js';
import type { Io } from '../io.js';
import { isLoopbackUrl } from '../loopback.js';
import { type Result, refuseInput } from '../../document/diagnostic.js';
import type { TargetOptions } from './run-options.js';

/** Undefined when there is none. */
export function controlAccess(
  options: TargetOptions,
  io: Pick<Io, 'env' | 'cwd'>,
): Result<ControlAccess | undefined> {
  const place = options.control ?? io.env['CONFORM_CONTROL'];
  if (!place) return { ok: true, value: undefined };
  const found = controlToken({ token: options.controlToken, file: options.controlTokenFile }, io);
  if (!found.ok) return found;
  const token = found.value;
  if (!token) return refuseInput('the token of the control plane is missing', HINT);
  const url = URL.canParse(place) ? new URL(place) : undefined;
  if (url?.protocol !== 'http:' || !isLoopbackUrl(url.hostname))
    return refuseInput(`--control ${place}: a control plane has an http address of this machine`, HINT);
  return { ok: true, value: { url: `${url.origin}${PREFIX}`, token } };
}

const PREFIX = '/control/v1';
const HINT =
  'conform serve prints both. CONFORM_CONTROL, CONFORM_CONTROL_TOKEN and CONFORM_CONTROL_TOKEN_FILE are taken, too.';
