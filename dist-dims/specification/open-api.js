// The OpenAPI document (3.1) of the REST channel in a dialect, made from the contract.
import { ENDPOINT_NAMES, ENDPOINTS } from '../contract/endpoints.js';
import { componentsFor } from './components.js';
import { has } from './has.js';
import { infoOf } from './info.js';
import { openApiOperation } from './open-api-operation.js';
export function openApiDocument(dialect, about = {}) {
    const paths = {};
    const there = ENDPOINT_NAMES.filter((name) => has(dialect, ENDPOINTS[name]));
    for (const name of there) {
        const { method, path } = ENDPOINTS[name];
        paths[path] = { ...paths[path], [method.toLowerCase()]: openApiOperation(name, dialect) };
    }
    const groups = new Set(there.map((name) => name.split('.')[0]));
    return {
        openapi: '3.1.0',
        info: infoOf(dialect, about),
        servers: [{ url: about.serverUrl ?? '/' }],
        tags: [...groups].map((name) => ({ name })),
        paths,
        components: {
            schemas: componentsFor(paths, dialect),
            securitySchemes: {
                accessToken: {
                    type: 'http',
                    scheme: 'bearer',
                    description: `From POST ${ENDPOINTS['token.create'].path}.`,
                },
                ticket: {
                    type: 'apiKey',
                    in: 'query',
                    name: 'ticket',
                    description: `From POST ${ENDPOINTS['ticket.create'].path}; good for one connection.`,
                },
            },
        },
    };
}
