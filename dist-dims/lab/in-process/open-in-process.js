import { createInProcessTransport } from '../../harness/target/in-process/create-in-process-transport.js';
import { createManualClock } from '../../kernel/manual-clock.js';
import { startSimulator } from '../../simulator/start-simulator.js';
import { fleetFor } from '../../simulator/fleet/numbered-fleet.js';
import { profileOfFleet } from '../fleet-profile.js';
import { DEFAULT_SEED } from '../default-seed.js';
import { openTarget } from '../../harness/run/open-target.js';
import { simulatorServer } from './simulator-server.js';
import { inProcessDriver } from './stimuli-driver.js';
/** Clock time at which every run in virtual time begins. */
const BEGINNING = Date.UTC(2026, 0, 1);
const URL = 'http://simulator.test';
const PATIENCE = 10_000;
/** All stimuli are on offer; what does them is in this process. */
const CONTROL = { url: 'http://control.test', token: 'none' };
export async function openInProcess(options) {
    const { fleet, dialect, seed = DEFAULT_SEED, defects = [], faults = [] } = options;
    const { declared = fleet, decorations, shared = false, journal = true } = options;
    const clock = createManualClock(BEGINNING);
    const bugs = [];
    const running = await startSimulator({
        fleet,
        dialect,
        clock,
        seed,
        listen: false,
        journal,
        defects,
        faults,
        ...(decorations && { decorations }),
        onBug: (error) => bugs.push(error),
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
    const open = openTarget({
        profile,
        dialect,
        clock,
        transport: createInProcessTransport(server, clock),
        seed,
        vouchedFor: true,
        drive: inProcessDriver(running),
        ...(options.restriction && { restriction: options.restriction }),
        stop: running.close,
    });
    return { open, running, clock, bugs };
}
