// What a program leaves behind on its devices, by its trace: one that does not answer well at the end may be stuck.
import { SUCCESS } from '../../contract/error-codes.js';
/** Why devices cannot simply be used again, by their names in the profile. */
export function doubtsAbout(devices, records, mark) {
    const last = lastAnswers(records);
    return new Map(devices.flatMap(({ profileName, entry: { deviceId } }) => {
        const answer = last.get(deviceId);
        if (answer === undefined || answer === SUCCESS)
            return [];
        return [[profileName, `still ${answer} at the end of program ${mark}`]];
    }));
}
/** The code of the reply to the last request about each device, or what became of the request instead. */
function lastAnswers(records) {
    const last = new Map();
    const answered = new Map();
    for (const record of records) {
        if (record.kind === 'reply' && !answered.has(record.exchange))
            answered.set(record.exchange, record.code ?? `${record.status ?? 'without a code'}`);
    }
    for (const record of records) {
        if (record.kind !== 'request' || record.deviceId === undefined)
            continue;
        last.set(record.deviceId, answered.get(record.exchange) ?? 'without an answer');
    }
    return last;
}
