// A run without a target: a simulator of its own in this process, in virtual time unless a speed is asked for.
import { accepted, type Result } from '../../document/diagnostic.js';
import { createScaledClock, createSystemClock } from '../../kernel/machine-clock.js';
import {
  type InProcess,
  type InProcessOptions,
  openInProcess,
  openOn,
} from '../../lab/in-process/open-in-process.js';
import { DEFAULT_PORT } from '../addresses.js';
import type { Io } from '../io.js';
import { loadService } from '../load/variants.js';
import { optionWords } from '../options.js';
import { portRefused } from '../open-port.js';
import { restrictionOf, type RunOptions } from './run-options.js';
import type { FoundTarget } from './found-target.js';

const LOOPBACK = '127.0.0.1';

/** Real time counts `speed` times on the run's clock; a busy machine may pause for a second or two. */
const REAL_PATIENCE = 3000;
const LEAST_PATIENCE = 10_000;

export async function embeddedTarget(options: RunOptions, io: Io): Promise<Result<FoundTarget>> {
  const service = await embeddedService(options, io.cwd);
  if (!service.ok) return service;
  const { speed, sockets = false } = options;
  const restriction = restrictionOf(options);
  const inProcess: InProcessOptions = service.value;
  const how: InProcessOptions = {
    ...inProcess,
    over: sockets || speed !== undefined ? 'sockets' : 'calls',
    contained: true,
    journal: false,
    // Each report takes secrets out of what it shows.
    cleansLater: true,
    secrets: io.secrets,
    ...(restriction && { restriction }),
  };
  // A line to copy names them; what a password of the fleet has in common with them gives nothing away.
  io.secrets.open(inProcess.defects ?? []);
  const same = optionWords(options, ['fleet', 'dialect', 'defect', 'variant']);
  const facts = {
    repeatArguments: [...same, ...optionWords(options, ['sockets', 'speed'])],
    curl: { baseUrl: `http://${LOOPBACK}:${DEFAULT_PORT}`, before: ['conform', 'serve', ...same].join(' ') },
    inProcess,
  };
  try {
    if (speed !== undefined) return accepted({ ...facts, open: (await openAtSpeed(speed, how)).open, speed });
    const { open: opened, clock } = await openInProcess(how);
    const open = { ...opened, close: () => clock.runUntil(opened.close()) };
    return accepted({ ...facts, open, speed: 1, virtual: clock });
  } catch (error) {
    return portRefused(error, LOOPBACK, 0);
  }
}

function openAtSpeed(speed: number, how: InProcessOptions): Promise<Pick<InProcess, 'open'>> {
  const clock = speed === 1 ? createSystemClock() : createScaledClock(speed);
  return openOn(clock, how, { patience: Math.max(LEAST_PATIENCE, REAL_PATIENCE * speed) });
}

// The simulator of a run without a target, by the names that the command line gives. Any thread can make the same
// one of the same names.

export async function embeddedService(
  names: Parameters<typeof loadService>[0] & { readonly seed?: number },
  cwd: string,
): Promise<Result<InProcessOptions & Required<Pick<InProcessOptions, 'declared'>>>> {
  const loaded = await loadService(names, cwd);
  if (!loaded.ok) return loaded;
  const { fleet, declared, dialect, defects, faults, styles, shared } = loaded.value;
  return accepted({
    fleet: fleet.spec,
    declared,
    dialect,
    defects: defects.map(({ id }) => id),
    faults,
    edges: styles.map(({ edge }) => edge),
    shared,
    ...(names.seed === undefined ? {} : { seed: names.seed }),
  });
}
