// Routes about API clients: their quotas, tokens and tickets.
import { z } from 'zod';
import { QUOTA_CLASSES } from '../../../contract/endpoints.js';
import { json, refused, route } from '../route.js';
export const clientRoutes = [
    route({
        method: 'GET',
        path: '/clients',
        summary: 'The API clients: permissions, whether they are disabled, and what is left of their quotas',
        handle: (_, context) => json({
            clients: context.installation.simulator.fleet.clients.map((each) => view(context, each.clientId)),
        }),
    }),
    route({
        method: 'GET',
        path: '/clients/{clientId}',
        summary: 'One API client',
        handle: ({ parameters: { clientId = '' } }, context) => forClient(context, clientId, () => undefined),
    }),
    route({
        method: 'PATCH',
        path: '/clients/{clientId}',
        summary: 'Disables an API client, or enables it again',
        body: z.strictObject({ disabled: z.boolean() }),
        handle: ({ parameters: { clientId = '' }, body }, context) => forClient(context, clientId, () => {
            const { journal, simulator } = context.installation;
            const name = body.disabled ? 'disable-client' : 'enable-client';
            journal.note({ kind: 'stimulus', name, parameters: { clientId }, outcome: 'applied' });
            simulator.ports.access.setDisabled(clientId, body.disabled);
        }),
    }),
    route({
        method: 'POST',
        path: '/clients/{clientId}/expire-tokens',
        summary: 'Makes the access tokens of an API client worthless',
        handle: ({ parameters: { clientId = '' } }, context) => forClient(context, clientId, () => expireTokens(context, clientId)),
    }),
    route({
        method: 'POST',
        path: '/expire-tokens',
        summary: 'Makes all access tokens worthless',
        handle: (_, context) => {
            expireTokens(context, undefined);
            return json({ expired: true });
        },
    }),
    route({
        method: 'GET',
        path: '/tickets',
        summary: 'Tickets that have not been used: whose they are, and when they expire',
        handle: (_, { installation: { simulator, clock } }) => json({
            tickets: simulator.ports.tickets
                .open()
                .map(({ clientId, expiresAt }) => ({ clientId, expiresIn: expiresAt - clock.now() })),
        }),
    }),
    route({
        method: 'DELETE',
        path: '/tickets',
        summary: 'Makes all open tickets worthless',
        handle: (_, { installation: { simulator, journal } }) => {
            journal.note({ kind: 'stimulus', name: 'expire-tickets', outcome: 'applied' });
            simulator.ports.tickets.expireAll();
            return json({ expired: true });
        },
    }),
];
function expireTokens({ installation: { journal, simulator } }, clientId) {
    const parameters = clientId === undefined ? {} : { clientId };
    journal.note({ kind: 'stimulus', name: 'expire-tokens', parameters, outcome: 'applied' });
    simulator.ports.access.expireTokens(clientId);
}
function forClient(context, clientId, act) {
    if (!context.installation.simulator.ports.access.look(clientId))
        return refused(404, `There is no API client ${clientId}.`, {
            hint: 'GET /control/v1/clients lists them.',
        });
    act();
    return json(view(context, clientId));
}
function view({ installation: { simulator } }, clientId) {
    const { access, quotas } = simulator.ports;
    const { scopes = [], disabled = false } = access.look(clientId) ?? {};
    return {
        clientId,
        scopes,
        disabled,
        quotas: Object.fromEntries(QUOTA_CLASSES.map((each) => [each, quotas.level(clientId, each)])),
    };
}
