// Starts a simulator on a port, for `conform serve`, for a run without a target, and for library users.
import type { Clock } from '../../kernel/clock.js';
import { createRandom } from '../../kernel/random.js';
import type { Dialect } from '../../dialect/dialect.js';
import type { Decoration } from '../../simulator/decoration.js';
import { createFleet } from '../../simulator/fleet/create-fleet.js';
import type { FleetSpec } from '../../simulator/fleet/fleet-spec.js';
import { settingsOf } from '../../simulator/settings.js';
import { createSimulator, type Simulator } from '../../simulator/simulator.js';
import type { Listening } from '../../simulator/transport/server.js';
import { type Outcome, refuse } from '../complaints.js';
import { systemWords } from '../files.js';

/** Where `conform serve` listens when nothing else is said. */
export const DEFAULT_PORT = 7070;

export interface StartOptions {
  readonly fleet: FleetSpec;
  readonly dialect: Dialect;
  readonly clock: Clock;
  /** Default: the fleet's own. */
  readonly seed?: number;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly decorations?: readonly Decoration[];
}

export interface RunningSimulator extends Listening {
  readonly simulator: Simulator;
}

export async function startSimulator(options: StartOptions): Promise<Outcome<RunningSimulator>> {
  const { fleet: spec, clock, dialect, host, port, decorations = [] } = options;
  const random = createRandom(options.seed ?? spec.seed);
  const fleet = createFleet(spec, { clock, random });
  const settings = settingsOf(spec.limits);
  const simulator = createSimulator({ fleet, clock, random, dialect, settings, decorations });
  try {
    return { ok: true, value: { simulator, ...(await simulator.listen(host, port)) } };
  } catch (error) {
    return portRefused(error, host, port);
  }
}

function portRefused(error: unknown, host: string, port: number): ReturnType<typeof refuse> {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return refuse(
      `port ${port} of ${host} is taken`,
      'Take another one with --port N; --port 0 takes a free one.',
    );
  }
  if (code === 'EACCES')
    return refuse(`port ${port} needs privileges`, 'Take a port above 1023 with --port N.');
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return refuse(`${host} is no address of this machine`);
  return refuse(`cannot listen on port ${port} of ${host}: ${systemWords(error)}`);
}
