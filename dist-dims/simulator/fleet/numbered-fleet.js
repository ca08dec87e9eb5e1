import { isNumeral } from '../../dialect/scalar-codec.js';
import { parseIdTemplate } from './id-template.js';
import { nameMatcher } from '../../pattern/glob.js';
/** Each entry of the file has a million numbers of its own. */
const EACH = 1_000_000;
export function fleetFor(dialect, fleet) {
    if (dialect.identifiers.device === 'text')
        return fleet;
    const numbers = fleet.devices.map(({ ids }, at) => numbersFor(ids, at));
    const renamed = (id) => {
        const at = fleet.devices.findIndex(({ ids }) => ids.placeOf(id) !== undefined);
        const place = fleet.devices[at]?.ids.placeOf(id);
        const number = place === undefined ? undefined : numbers[at]?.at(place);
        return number === undefined ? [] : [number];
    };
    // A pattern stands for identifiers that are not there any more.
    const seen = (text) => text.includes('*') ? matching(text, fleet, renamed) : renamed(text);
    const clientOf = (client) => client.devices === 'all' ? client : { ...client, devices: client.devices.flatMap(seen) };
    return {
        ...fleet,
        devices: fleet.devices.map((entry, at) => ({ ...entry, ids: numbers[at] ?? entry.ids })),
        clients: fleet.clients.map(clientOf),
    };
}
function numbersFor(ids, at) {
    if (isNumeral(ids.at(0)))
        return ids;
    const first = (at + 1) * EACH + 1;
    return parseIdTemplate(`{${first}..${first + ids.count - 1}}`) ?? ids;
}
function matching(pattern, { devices }, renamed) {
    const fits = nameMatcher([pattern]);
    const all = devices.flatMap(({ ids }) => Array.from({ length: ids.count }, (_, place) => ids.at(place)));
    return all.filter(fits).flatMap(renamed);
}
