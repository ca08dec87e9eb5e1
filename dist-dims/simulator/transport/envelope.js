// Writes an outcome as the envelope of the interface, for both channels.
import { SUCCESS } from '../../contract/error-codes.js';
import { JSON_LIMITS } from '../limits/limits.js';
/** The fields of an envelope with data that are JSON already; the channel puts its own fields around them. */
export function successFields(data) {
    return `"code":"${SUCCESS}","message":"OK","data":${data}`;
}
/** The data of a reply with a command. */
export function commandData(dialect, command) {
    return `{"command":${dialect.command.write(command)}}`;
}
export function refusalContent(refusal, dialect) {
    const { code, status } = dialect.error(refusal.code);
    return { code, status, message: refusal.message, data: refusalData(refusal) };
}
function refusalData(refusal) {
    if (refusal.requiredScope !== undefined)
        return { requiredScope: refusal.requiredScope };
    if (refusal.retryAfterSeconds !== undefined)
        return { retryAfterSeconds: refusal.retryAfterSeconds };
    return {};
}
/** The refusal for a bug of the simulator; the details go to `onBug` and not to the client. */
export function serviceFailed() {
    return { code: 'INTERNAL_ERROR', message: 'The service failed.' };
}
/** Of one request; the others are usually their consequence. */
const MOST_PROBLEMS = 5;
/** A refusal for input that does not fit the dialect; the message names the places, never the content. */
export function malformed(mismatches) {
    const problems = mismatches.slice(0, MOST_PROBLEMS);
    const places = problems.map(({ pointer, expected }) => `${pointer || 'the body'}: expected ${expected}`);
    return { code: 'INVALID_REQUEST', message: places.join('; '), problems };
}
/** A refusal for JSON that is none, or that is beyond a limit. */
export function unreadable(what, why) {
    return { code: 'INVALID_REQUEST', message: `The ${what} ${UNREADABLE[why]}.` };
}
const UNREADABLE = {
    syntax: 'is not JSON',
    depth: `nests deeper than ${JSON_LIMITS.depth} levels`,
    values: `has more than ${JSON_LIMITS.values} values`,
};
