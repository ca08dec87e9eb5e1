import { influencesIn } from './device/influence-slot.js';
import { composeInfluences } from './device/influences.js';
import { createFaultEngine } from './faults/engine/create-fault-engine.js';
import { interceptAccess } from './intercept-access.js';
import { refusalReply } from './transport/rest/handle.js';
/** Give its places to the fleet and to the simulator; then `attach` the simulator. */
export function createFaults({ clock, random, dialect, journal }) {
    const ids = random.stream('fault-request-id');
    const interception = { current: undefined };
    const influences = { current: undefined };
    const engine = createFaultEngine({
        clock,
        random,
        dialect,
        journal,
        composeInfluences,
        refusalReply: (refusal) => refusalReply(refusal, dialect, ids),
        interception,
        influences,
    });
    return {
        ...engine,
        influencesFor: (device) => influencesIn(influences, device),
        interception,
        decoration: interceptAccess(interception),
    };
}
