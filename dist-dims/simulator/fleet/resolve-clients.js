// The API clients of a fleet file, with the devices that they see.
import { closest } from '../../kernel/closest.js';
import { problemAt } from '../../document/validate.js';
import { parseIdTemplate } from './id-template.js';
import { createRoster } from './roster.js';
/** Among more ids than this, a suggestion for a mistyped one is not looked for. */
const MOST_SUGGESTIONS = 10_000;
export function resolveClients(document, clients, devices, problems) {
    const roster = createRoster(devices);
    return Object.entries(clients).map(([clientId, client]) => {
        if (client.devices === 'all')
            return { clientId, ...client, devices: 'all' };
        const seen = client.devices.flatMap((text, at) => {
            const ids = idsOf(text);
            const unknown = ids.find((id) => !id.includes('*') && !roster.find(id));
            if (unknown !== undefined) {
                problems.push(problemAt(document, ['clients', clientId, 'devices', at], `unknown device "${unknown}"`, hint(unknown, roster)));
            }
            return ids;
        });
        return { clientId, ...client, devices: seen };
    });
}
function idsOf(text) {
    const ids = parseIdTemplate(text);
    return ids ? Array.from({ length: ids.count }, (_, place) => ids.at(place)) : [text];
}
function hint(id, roster) {
    const near = roster.count > MOST_SUGGESTIONS
        ? undefined
        : closest(id, Array.from(roster.ids(), ([known]) => known));
    return near === undefined
        ? 'For devices that are added later, write a pattern such as "lab-*".'
        : `Did you mean "${near}"?`;
}
