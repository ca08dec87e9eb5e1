// What a text frame is: a request, something malformed that can still be answered, or neither.
import { wsRequest } from '../../../contract/schemas/message.js';
import { jsonIn } from '../../../kernel/json.js';
import { readJson } from '../../../kernel/json-limits.js';
import { JSON_LIMITS } from '../../limits/limits.js';
import { malformed, unreadable } from '../envelope.js';
const UNREADABLE = { kind: 'unreadable' };
const onlyId = wsRequest.pick({ requestId: true });
export function readFrame(dialect, text) {
    const read = readJson(text, JSON_LIMITS);
    if (!read.ok)
        return read.why === 'syntax' ? UNREADABLE : answerable(jsonIn(text), unreadable('frame', read.why));
    const decoded = dialect.shapes.wsRequest.decode(read.value);
    if (decoded.ok)
        return { kind: 'request', request: decoded.value };
    return answerable(read.value, malformed(decoded.mismatches));
}
/** Looks at nothing of the frame but its outermost fields. */
function answerable(wire, refusal) {
    const id = onlyId.safeParse(wire);
    return id.success ? { kind: 'answerable', requestId: id.data.requestId, refusal, wire } : UNREADABLE;
}
