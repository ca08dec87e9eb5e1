import { resolveText } from './lookup.js';
/** A text that is nobody's token. */
const INVALID_TOKEN = 'conform-this-is-no-token';
/**
 * @param usual the channel of the verb where the step names none.
 * @returns undefined when the step authenticates with something that is no token.
 */
export function routeOf(context, fields, usual) {
    const via = fields.via ?? usual;
    const client = fields.client ?? defaultClient(context);
    if (via === 'ws')
        return { via: 'connection', connection: implicitConnection(context, client), client };
    if (via !== 'rest')
        return { via: 'connection', connection: via, client: context.connections.clientOf(via) ?? client };
    if (fields.authenticate === undefined)
        return { via: 'rest', client };
    const authentication = authenticationOf(context, fields.authenticate);
    return authentication && { via: 'rest', client, authentication };
}
export function defaultClient(context) {
    return [...context.clients.keys()][0] ?? '';
}
/** The connection that `via: ws` speaks of; opened when it is first used. */
export function implicitConnection(context, client) {
    return client === defaultClient(context) ? 'ws' : `ws of ${client}`;
}
/** Whether the request bears what some client may have been given. */
export function isAuthenticated(route) {
    if (route.via === 'connection' || route.authentication === undefined)
        return true;
    const { authentication } = route;
    return authentication.kind === 'bearer' && authentication.token !== INVALID_TOKEN;
}
function authenticationOf(context, written) {
    if (written === 'none')
        return { kind: 'none' };
    if (written === 'invalid')
        return { kind: 'bearer', token: INVALID_TOKEN };
    const token = resolveText(context, written);
    return token === undefined ? undefined : { kind: 'bearer', token };
}
