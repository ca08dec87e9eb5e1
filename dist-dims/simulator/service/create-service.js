import { ENDPOINTS } from '../../contract/endpoints.js';
import { publishDeviceEvents } from './device-events.js';
import { createManagement } from './management.js';
import { createOperating } from './operating.js';
import { rateLimited, refuse, success } from './outcome.js';
import { createReading } from './reading.js';
export function createService(parts) {
    const { access, quotas, tickets, events } = parts.ports;
    publishDeviceEvents(parts.devices, events, parts.clock, parts.random, parts.eventIds);
    const spend = (caller, quotaClass) => {
        const wait = quotas.waitFor(caller.clientId, quotaClass);
        if (wait !== undefined)
            return rateLimited(wait, 'The quota of this API client is used up.');
        quotas.take(caller.clientId, quotaClass);
        return success(undefined);
    };
    const permit = (caller, scope) => {
        const denial = scope && access.deny(caller, scope);
        return denial ? { ok: false, refusal: denial } : success(caller);
    };
    return {
        issueToken: (credentials) => {
            const wait = quotas.waitFor(credentials.clientId, 'token');
            if (wait !== undefined)
                return rateLimited(wait, 'Too many access tokens were asked for.');
            const issued = access.issueToken(credentials);
            // Only a known client is counted: names that somebody made up must not fill the books.
            if (issued.ok)
                quotas.take(credentials.clientId, 'token');
            return issued;
        },
        admit: (endpoint, accessToken) => {
            const caller = access.authenticate(accessToken);
            if (!caller.ok)
                return caller;
            const needed = ENDPOINTS[endpoint].access;
            return permit(caller.value, needed === 'none' || needed === 'token' || needed === 'ticket' ? undefined : needed);
        },
        admitMessage: (clientId, scope) => {
            const caller = access.stillEnabled(clientId);
            return caller.ok ? permit(caller.value, scope) : caller;
        },
        ...createReading(parts, spend),
        ...createOperating(parts),
        ...createManagement(parts, spend),
        issueTicket: (caller) => {
            const wait = tickets.waitFor(caller.clientId);
            if (wait !== undefined)
                return rateLimited(wait, 'This API client has too many unused tickets.');
            const counted = spend(caller, 'ticket');
            return counted.ok ? success(tickets.issue(caller.clientId)) : counted;
        },
        openConnection: (ticket) => openConnection(parts, ticket),
        spend,
        giveBack: (caller, quotaClass) => quotas.giveBack(caller.clientId, quotaClass),
        subscribe: (clientId, deliver) => events.subscribe({
            mayHear: (deviceId) => {
                const caller = access.stillEnabled(clientId);
                return caller.ok && caller.value.sees(deviceId);
            },
            deliver,
        }),
    };
}
function openConnection({ ports: { access, quotas, tickets }, connectionsOf, settings }, ticket) {
    const holder = ticket === undefined ? undefined : tickets.holder(ticket);
    const wait = holder === undefined ? undefined : quotas.waitFor(holder, 'connect');
    // A rejection consumes nothing: the ticket stays good.
    if (wait !== undefined)
        return rateLimited(wait, 'This API client has opened too many connections.');
    if (holder !== undefined && connectionsOf(holder) >= settings.maxConnectionsPerClient) {
        return rateLimited(1000, 'Too many connections of this API client are open.');
    }
    const clientId = ticket === undefined ? undefined : tickets.redeem(ticket);
    if (clientId === undefined)
        return refuse('TICKET_INVALID', 'The ticket is unknown, used or expired.');
    const caller = access.stillEnabled(clientId);
    if (caller.ok)
        quotas.take(clientId, 'connect');
    return caller;
}
