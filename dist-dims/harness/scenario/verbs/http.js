// `http: POST /svc/v1/auth/token` sends a request spelled out by hand, for malformed input.
import { z } from 'zod';
import { ENDPOINT_NAMES, ENDPOINTS } from '../../../contract/endpoints.js';
import { requesting } from '../language/modifiers.js';
import { defineRequest } from './request-verb.js';
const LINE = /^(GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS) (\/\S*)$/;
/** What a server has to have for the endpoints with this path, with this method. */
function featuresOfPath(line) {
    const [, method = '', path = ''] = LINE.exec(line) ?? [];
    return ENDPOINT_NAMES.flatMap((name) => {
        const endpoint = ENDPOINTS[name];
        const pattern = new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}(?:\\?|$)`);
        return endpoint.feature && endpoint.method === method && pattern.test(path) ? [endpoint.feature] : [];
    });
}
export const http = defineRequest({
    name: 'http',
    summary: 'Sends an HTTP request as written, in the names of the wire.',
    schema: z.strictObject({
        http: z.string().regex(LINE, 'expected a method and a path, as in GET /svc/v1/devices'),
        headers: z.record(z.string(), z.string()).optional(),
        body: z.unknown().optional().describe('a text goes out as it is, anything else as JSON'),
        ...requesting,
    }),
    channels: ['rest'],
    capabilitiesOf: ({ http: line }) => featuresOfPath(line),
    request: ({ http: line, headers, body }) => {
        const [, method = 'GET', path = '/'] = LINE.exec(line) ?? [];
        return {
            call: {
                name: 'http',
                method,
                path,
                ...(headers ? { headers } : {}),
                ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
            },
        };
    },
});
