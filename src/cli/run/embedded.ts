// A run without a target: a simulator of its own, on a free port, on the clock of the run.
import type { Clock } from '../../kernel/clock.js';
import type { Result } from '../../document/diagnostic.js';
import { DEFAULT_PORT } from '../default-port.js';
import { openPort } from '../open-port.js';
import { embeddedService } from './embedded-service.js';
import { fleetFor } from '../../simulator/fleet/numbered-fleet.js';
import { profileOfFleet } from '../../lab/fleet-profile.js';
import type { TargetFacts } from './found-target.js';
import type { TargetOptions } from './run-options.js';

const LOOPBACK = '127.0.0.1';

/** Real time counts `speed` times on the run's clock; a busy machine may pause for a second or two. */
const REAL_PATIENCE = 3000;

export async function embeddedTarget(
  options: TargetOptions & { readonly speed: number },
  clock: Clock,
  cwd: string,
): Promise<Result<TargetFacts>> {
  const service = await embeddedService(options, cwd);
  if (!service.ok) return service;
  const { declared, shared, ...parts } = service.value;
  const started = await openPort({ ...parts, clock, host: LOOPBACK, port: 0, control: {} });
  if (!started.ok) return started;
  const { url, control } = started.value;
  const patience = Math.max(10_000, REAL_PATIENCE * options.speed);
  const same = sameSimulator(options);
  return {
    ok: true,
    value: {
      profile: {
        ...profileOfFleet(fleetFor(parts.dialect, declared), { name: 'a simulator', url, patience, control }),
        ...(shared && { shared }),
      },
      dialect: parts.dialect,
      repeatArguments: [...same, ...(options.speed === 10 ? [] : ['--speed', String(options.speed)])],
      curl: {
        baseUrl: `http://${LOOPBACK}:${DEFAULT_PORT}`,
        before: ['conform', 'serve', ...same].join(' '),
      },
      vouchedFor: true,
      ends: true,
      inProcess: service.value,
      stop: () => started.value.close(),
    },
  };
}

/** The options that make the same simulator, for `run` and for `serve`. */
function sameSimulator({ fleet, dialect, defect = [], variant = [] }: TargetOptions): string[] {
  return [
    ...(fleet === undefined ? [] : ['--fleet', fleet]),
    ...(dialect === undefined ? [] : ['--dialect', dialect]),
    ...defect.flatMap((id) => ['--defect', id]),
    ...variant.flatMap((name) => ['--variant', name]),
  ];
}
