// Which connections a fault acts on: those that are open when it begins, those opened while it lasts, or both.
import { z } from 'zod';
export const CONNECTION_CHOICES = ['open', 'new', 'all'];
export function connectionChoice(byDefault) {
    return z
        .enum(CONNECTION_CHOICES)
        .default(byDefault)
        .describe('Those open when the fault begins, new ones while it lasts, or all of these');
}
/** Each connection is an occasion. */
export function onConnections(site, choice, hit) {
    const meet = (connection) => {
        const firing = site.fire({
            what: `connection ${connection.id} of ${connection.clientId}`,
            connection: connection.id,
        });
        if (firing)
            hit(connection, firing);
    };
    return {
        begin: () => {
            if (choice !== 'new')
                for (const connection of site.connections())
                    meet(connection);
        },
        connected: (connection) => {
            if (choice !== 'open')
                meet(connection);
        },
    };
}
