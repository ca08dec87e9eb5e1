// The events of one connection about the state of one device, and the channels that they speak of.
import { stateChanged } from '../../contract/schemas/message.js';
import { groupBy } from './group-by.js';
import { perView } from './per-view.js';
/** Only events that fit the dialect: of others nobody knows what they name. */
export const stateEventsOf = perView(({ events }) => {
    const groups = groupBy(events.filter(hasDevice), ({ connection, deviceId }) => JSON.stringify([connection, deviceId]));
    return [...groups.values()].flatMap((group) => {
        const [first] = group;
        if (!first)
            return [];
        const { connection, deviceId } = first;
        const undisturbed = !group.some(({ topic }) => /^device\.(connection|power)\./.test(topic));
        const changed = group.flatMap(readStateEvent);
        return changed.length === 0 ? [] : [{ connection, deviceId, changed, undisturbed }];
    });
});
/** The same, of all connections together. */
export function stateEventsAbout(deviceId, view) {
    return stateEventsOf(view).flatMap((each) => (each.deviceId === deviceId ? each.changed : []));
}
function hasDevice(event) {
    return event.deviceId !== undefined;
}
function readStateEvent(record) {
    if (record.topic !== 'device.state.changed' || record.mismatches?.length)
        return [];
    const parsed = stateChanged.safeParse(record.data);
    if (!parsed.success)
        return [];
    const { changes, peripherals } = parsed.data;
    const named = new Set(changes.map(({ kind, index }) => `${kind} ${index}`));
    return [{ record, named, state: channelsOf(peripherals) }];
}
/** The channels that `changes` can name, by the words for them. */
function channelsOf({ relays, digitalInputs }) {
    return new Map([
        ...relays.map(({ index, on }) => [`relay ${index}`, on]),
        ...digitalInputs.map(({ index, active }) => [`digitalInput ${index}`, active]),
    ]);
}
