// A simulator and a target in one process, on a clock that jumps from timer to timer: a run that waits for
// minutes takes milliseconds, and the same seed gives the same run.
import { attemptAsync, containedClock, containedDriver, containedServer } from './contain.js';
import type { InProcessOptions } from './in-process-options.js';
import { createInProcessTransport } from '../../harness/target/in-process/create-in-process-transport.js';
import { createManualClock, type ManualClock } from '../../kernel/manual-clock.js';
import { type RunningSimulator, startSimulator } from '../../simulator/start-simulator.js';
import { fleetFor } from '../../simulator/fleet/numbered-fleet.js';
import { profileOfFleet } from '../fleet-profile.js';
import { DEFAULT_SEED } from '../default-seed.js';
import { openTarget, type OpenTarget } from '../../harness/run/open-target.js';
import { failedReply, simulatorServer } from './simulator-server.js';
import { inProcessDriver } from './stimuli-driver.js';

export interface InProcess {
  readonly open: OpenTarget;
  readonly running: RunningSimulator;
  readonly clock: ManualClock;
  /** What the simulator threw: bugs of ours. */
  readonly bugs: readonly unknown[];
}

/** Clock time at which every run in virtual time begins. */
const BEGINNING = Date.UTC(2026, 0, 1);
const URL = 'http://simulator.test';
const PATIENCE = 10_000;

/** All stimuli are on offer; what does them is in this process. */
const CONTROL = { url: 'http://control.test', token: 'none' };

export async function openInProcess(options: InProcessOptions): Promise<InProcess> {
  const { fleet, dialect, seed = DEFAULT_SEED, defects = [], faults = [] } = options;
  const { declared = fleet, decorations, shared = false, journal = true } = options;
  const { vouchedFor = true, contained = false, cleansLater = false } = options;
  const clock = createManualClock(BEGINNING);
  const bugs: unknown[] = [];
  const onBug = (error: unknown): unknown => bugs.push(error);
  const running = await startSimulator({
    fleet,
    dialect,
    clock: contained ? containedClock(clock, onBug) : clock,
    seed,
    listen: false,
    journal,
    defects,
    faults,
    ...(decorations && { decorations }),
    onBug,
  });
  const profile = options.profile ?? {
    ...profileOfFleet(fleetFor(dialect, declared), {
      name: URL,
      url: URL,
      patience: PATIENCE,
      control: CONTROL,
    }),
    ...(shared ? { shared } : {}),
  };
  const server = simulatorServer(() => running.simulator, clock);
  const drive = inProcessDriver(running);
  const open = openTarget({
    profile,
    dialect,
    clock,
    transport: createInProcessTransport(
      contained ? containedServer(server, failedReply(dialect), onBug) : server,
      clock,
    ),
    seed,
    vouchedFor,
    cleansLater,
    drive: contained ? containedDriver(drive, onBug) : drive,
    ...(options.restriction && { restriction: options.restriction }),
    stop: contained ? () => attemptAsync(running.close, onBug) : running.close,
  });
  return { open, running, clock, bugs };
}
