// The response that a transceive waited for is its result, and no event.
import { touchesOf } from '../../../contract/operations.js';
import { isObject } from '../../../kernel/json.js';
import { judgement } from '../invariant.js';
import { commandIn } from '../sightings.js';
import { intendedIn } from '../model/intended.js';
import { isSteady } from '../model/steady.js';
export const solicited = {
    name: 'solicited',
    alone: true,
    rules: ['events.not-for-solicited'],
    judge: (view) => {
        const intended = intendedIn(view);
        return view.answered.flatMap((exchange) => {
            const { deviceId, operation } = exchange.request;
            const { status, result } = commandIn(exchange.reply.data) ?? {};
            if (!operation || !usesLine(operation) || status !== 'succeeded' || !isObject(result))
                return [];
            if (deviceId === undefined || !isSteady(deviceId, view))
                return [];
            // A response that comes when nobody waits any more is unsolicited, and so is what was put on the line.
            const otherwise = view.stimuli.some(({ name }) => name === 'inject-rs485') ||
                intended.some((each) => usesLine(each.operation) && each.deviceId === deviceId && each.certainty !== 'surely');
            if (otherwise)
                return [];
            const event = view.events.find(({ topic, deviceId: of, data, at }) => topic === 'device.rs485.received' &&
                of === deviceId &&
                at >= exchange.span.from &&
                isObject(data) &&
                data['data'] === result['data']);
            const expected = `no device.rs485.received with the result of the transceive`;
            const actual = event ? `one on ${event.connection} with ${String(result['data'])}` : 'none';
            return [judgement('events.not-for-solicited', event === undefined, expected, actual, exchange.id)];
        });
    },
};
function usesLine(operation) {
    return touchesOf(operation).some(({ kind }) => kind === 'rs485');
}
