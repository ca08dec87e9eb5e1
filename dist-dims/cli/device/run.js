import { termsOf } from '../control/terms.js';
import { ask } from '../control/ask.js';
import { deviceText, fleetText } from './device-text.js';
export function listDevices(options, io) {
    const query = new URLSearchParams({ limit: String(options.limit) });
    if (options.cursor !== undefined)
        query.set('cursor', options.cursor);
    if (options.profile !== undefined)
        query.set('profile', options.profile);
    return ask(io, options, {
        ask: (client) => client.call('GET', `/devices?${query.toString()}`),
        show: ({ count, devices, nextCursor }) => fleetText(count, devices, nextCursor),
        terms: termsOf({ '?cursor': '--cursor', '?limit': '--limit', '?profile': '--profile' }),
    });
}
export function showDevice(id, options, io) {
    const path = `/devices/${encodeURIComponent(id)}`;
    return ask(io, options, { ask: (client) => client.call('GET', path), show: deviceText });
}
/** The arguments of `conform device` by their places in what it sends. */
const ARGUMENTS = termsOf({
    '{deviceId}': '<id>',
    '/index': '<index>',
    '/key': '<sensor>',
    '/value': '<value>',
    '/pattern': '<pattern>',
    '/data': '<hex>',
});
/** What nobody noticed ends with 2; what was so already does not: it can be said twice. */
export function stimulate(id, stimulus, options, io) {
    return ask(io, options, {
        ask: (client) => client.call('POST', `/devices/${encodeURIComponent(id)}/stimuli`, stimulus),
        show: ({ applied, why }) => `${id}: ${applied}${why === undefined ? '' : ` changed nothing: ${why}`}\n`,
        terms: ARGUMENTS,
        lost: ({ applied, effect, why = '' }) => effect === 'lost'
            ? {
                kind: 'words',
                message: `${id}: ${applied} had no effect: ${why}`,
                hint: `conform device show ${id} tells how it is.`,
            }
            : undefined,
    });
}
