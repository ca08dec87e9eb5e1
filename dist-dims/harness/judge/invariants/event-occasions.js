// What might have given rise to an event that must not come: where none came, that speaks for the rule.
import { SUCCESS } from '../../../contract/error-codes.js';
import { judgement } from '../invariant.js';
import { relayHistory } from '../model/history.js';
import { isEntitled } from '../model/listeners.js';
import { CONFIG_OPERATIONS, ANALOG_STIMULI } from './event-causes.js';
/** @param listener of a connection on which no event of the device came without a cause. */
export function occasionsOn(listener, deviceId, intended, view, { eventPatience }) {
    const { connection, openedAt, lastSeen = Number.NEGATIVE_INFINITY } = listener;
    if (lastSeen < openedAt + eventPatience || !isEntitled(listener, deviceId, view))
        return [];
    const { writes } = relayHistory(deviceId, view);
    const heard = (at) => at >= openedAt && at + eventPatience <= lastSeen;
    const settings = intended.filter(({ deviceId: of, operation, uses }) => of === deviceId &&
        CONFIG_OPERATIONS.has(operation.name) &&
        uses.some(({ reply }) => reply?.code === SUCCESS && heard(reply.at)));
    const analog = view.stimuli.some((each) => each.deviceId === deviceId && ANALOG_STIMULI.has(each.name) && heard(each.at));
    const rules = [
        ['events.not-replayed', writes.some(({ certain, span }) => certain && span.to < openedAt)],
        ['events.not-for-config', settings.length > 0],
        ['events.not-for-analog', analog],
    ];
    const expected = `no event of ${deviceId} on ${connection} without a change`;
    return rules.flatMap(([rule, occasion]) => occasion ? [judgement(rule, true, expected, 'none came')] : []);
}
