// Lines of a file of records: a journal as `serve --journal` writes it, or traces with their opening lines.
import { isObject, jsonIn } from '../../kernel/json.js';
import { recordIn } from '../../trace/ndjson.js';
export function readLine(text) {
    if (text.trim() === '')
        return { kind: 'nothing' };
    const value = jsonIn(text);
    if (value === undefined)
        return { kind: 'bad', message: 'the line is not JSON; perhaps it is cut off' };
    if (isObject(value) && !('kind' in value)) {
        const { format, trace, dropped } = value;
        if (typeof format === 'string')
            return { kind: 'nothing' };
        if (typeof trace === 'string')
            return { kind: 'opening', name: trace, dropped: typeof dropped === 'number' ? dropped : 0 };
    }
    // What went wrong inside of a simulator is not the client's.
    if (isObject(value) && value['kind'] === 'bug')
        return { kind: 'nothing' };
    const read = recordIn(value);
    return read.ok ? { kind: 'record', record: read.value } : { kind: 'bad', message: read.message };
}
