import { restRequest } from '../target/driver/rest-call.js';
import { wsRequest } from '../target/driver/ws-call.js';
/** Over REST where it can go there: the other channel says the same in other words. */
export function messageOf(dialect, call) {
    if (call.name === 'frame' || call.name === 'ping')
        return { kind: 'frame', text: wsRequest(dialect, call, 'r').text };
    const { method, path, headers, body } = restRequest(dialect, call, NOBODY);
    return { kind: 'http', method, path, headers, ...(body === undefined ? {} : { body }) };
}
const NOBODY = { clientId: '', clientSecret: '', scopes: [] };
