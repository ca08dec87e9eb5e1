import { createManualClock } from '../../kernel/manual-clock.js';
import { createRandom } from '../../kernel/random.js';
import { readFaultOrder } from '../../simulator/faults/plan/read-order.js';
import { createFleet } from '../../simulator/fleet/create-fleet.js';
import { fleetFileSchema } from '../../simulator/fleet/schema/fleet-file.js';
const { limits: limitsSchema } = fleetFileSchema(() => undefined).shape;
export function stageDay(day, base) {
    const limits = limitsSchema.safeParse(day.limits ?? {});
    if (!limits.success)
        return problem(`limits: ${limits.error.issues[0]?.message ?? 'not as expected'}`);
    const { limits: usual } = base;
    const quotas = { ...usual.quotas, ...limits.data?.quotas };
    const fleet = { ...base, limits: { ...usual, ...limits.data, quotas } };
    const client = fleet.clients.find(({ clientId }) => clientId === day.client);
    if (!client)
        return problem(`the fleet has no API client "${day.client}"`);
    const names = createFleet(fleet, { clock: createManualClock(), random: createRandom(0) });
    for (const [at, { when: _, ...entry }] of day.faults.entries()) {
        const order = readFaultOrder(entry, names);
        if (!order.ok)
            return problem(`faults[${at}]: ${order.problems[0]?.message ?? 'not as expected'}`);
    }
    const unknown = day.stimuli.find(({ device }) => !names.has(device));
    if (unknown)
        return problem(`the fleet has no device "${unknown.device}"`);
    return {
        ok: true,
        value: { day, fleet, credentials: { clientId: day.client, clientSecret: client.secret } },
    };
}
function problem(message) {
    return { ok: false, problems: [{ message }] };
}
