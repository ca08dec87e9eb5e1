import { interferenceIn, mayComeFromOthers } from '../target/interference.js';
import { viewTrace } from '../judge/trace-view.js';
const TELLING = /^device\.(state|connection|power|rs485)\./;
export function signsOfOthers(records) {
    const { answered, events, stimuli } = viewTrace(records);
    const refusals = answered.flatMap(({ request, reply }) => {
        const by = interferenceIn(reply);
        if (!by || !mayComeFromOthers(by.kind))
            return [];
        return `${reply.code ?? reply.status ?? ''} for ${request.what} of ${request.deviceId ?? 'no device'}`;
    });
    const told = events
        .filter(({ topic }) => TELLING.test(topic))
        .map(({ topic, deviceId }) => `${topic} of ${deviceId ?? 'no device'}`);
    const looks = stimuli.filter(({ name }) => name === 'executions');
    const counted = looks.flatMap((before) => {
        const after = looks.findLast((each) => each.deviceId === before.deviceId);
        return after && after.detail !== before.detail
            ? [`${before.deviceId ?? 'a device'} carried out operations`]
            : [];
    });
    return [...new Set([...refusals, ...told, ...counted])];
}
