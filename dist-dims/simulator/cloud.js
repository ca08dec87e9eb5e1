import { createRandom } from '../kernel/random.js';
import { createFaults } from './create-faults.js';
import { createFleet } from './fleet/create-fleet.js';
import { fleetFor } from './fleet/numbered-fleet.js';
import { settingsOf } from './settings.js';
import { createSimulator } from './simulator.js';
/**
 * @param network what its transports share with those of the clouds before and after it.
 * @param recorder watches the requests for the journal; none where nobody reads it.
 */
export function createCloud(options, journal, network, recorder) {
    const { dialect, clock, decorations, onBug } = options;
    const spec = fleetFor(dialect, options.fleet);
    const random = createRandom(options.seed ?? spec.seed);
    const faults = createFaults({ clock, random, dialect, journal });
    const fleet = createFleet(spec, {
        clock,
        random,
        influences: faults.influencesFor,
        witness: (deviceId, { act, ...detail }) => journal.note({ kind: 'physical', deviceId, act, detail }),
    });
    const simulator = createSimulator({
        fleet,
        clock,
        random,
        dialect,
        settings: settingsOf(spec.limits),
        network,
        interception: faults.interception,
        decorations: [
            ...(recorder ? [recorder.inner] : []),
            ...(decorations?.() ?? []),
            faults.decoration,
            ...(recorder ? [recorder.outer] : []),
        ],
        ...(onBug && { onBug }),
        ...(options.seededSecrets && { seededSecrets: true }),
    });
    for (const order of options.faults ?? [])
        faults.add(order);
    faults.attach(simulator);
    return {
        simulator,
        faults,
        dispose: () => {
            faults.clearAll();
            for (const device of fleet.made())
                device.dispose();
        },
    };
}
