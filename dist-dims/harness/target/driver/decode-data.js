// The `data` of a successful reply in canonical terms, as far as the shape is known and fits.
import { accessToken } from '../../../contract/schemas/access.js';
import { unreachable } from '../../../kernel/assert.js';
import { inShort } from './words.js';
const AT = '/data';
export function decodeData(dialect, call, data) {
    const decoded = decode(dialect, call, data);
    if (!decoded)
        return { data, mismatches: [] };
    return decoded.ok
        ? { data: decoded.value, mismatches: [] }
        : { data, mismatches: shielded(call, decoded.mismatches) };
}
function decode(dialect, call, data) {
    const { shapes } = dialect;
    switch (call.name) {
        case 'createToken':
            return decodeToken(data);
        case 'listDevices':
            return shapes.deviceList.decode(data, AT);
        case 'refresh':
            return shapes.deviceDetail.decode(data, AT);
        case 'readConfig':
            return shapes.deviceConfig.decode(data, AT);
        case 'listProfiles':
            return shapes.profileList.decode(data, AT);
        case 'readCommand':
        case 'operate':
            return decodeCommand(dialect, data);
        case 'addDevice':
            return shapes.deviceAdded.decode(data, AT);
        case 'createTicket':
            return shapes.ticket.decode(data, AT);
        case 'removeDevice':
        case 'changePassword':
        case 'ping':
        case 'http':
        case 'frame':
            return undefined;
        default:
            return unreachable(call);
    }
}
/** The fields of a token are fixed by the interface, so no dialect has a say in them. */
function decodeToken(data) {
    const parsed = accessToken.safeParse(data);
    if (parsed.success)
        return { ok: true, value: parsed.data };
    const mismatches = parsed.error.issues.map(({ path, message }) => ({
        pointer: [AT, ...path.map(String)].join('/'),
        expected: message.replace(/^Invalid \w+: expected /, '').replace(/, received .*$/, ''),
        actual: inShort(path.reduce((inner, key) => inner?.[key], data)),
        declaredAt: 'the interface',
    }));
    return { ok: false, mismatches };
}
function decodeCommand(dialect, data) {
    const decoded = dialect.command.decode(data?.command, `${AT}/command`);
    return decoded.ok ? { ok: true, value: { command: flat(decoded.value) } } : decoded;
}
/** With `operation` and `params` side by side, as the interface has them. */
function flat({ operation, result, ...rest }) {
    return {
        ...rest,
        operation: operation.name,
        params: operation.params,
        ...(result === undefined ? {} : { result }),
    };
}
/** What came in the place of a token or ticket may be one all the same: say of which kind it is, not what. */
function shielded(call, mismatches) {
    if (call.name !== 'createToken' && call.name !== 'createTicket')
        return mismatches;
    return mismatches.map((mismatch) => ({ ...mismatch, actual: kindOf(mismatch.actual) }));
}
function kindOf(json) {
    if (json.startsWith('"'))
        return 'another text';
    if (json.startsWith('{'))
        return 'an object';
    return json.startsWith('[') ? 'a list' : json;
}
