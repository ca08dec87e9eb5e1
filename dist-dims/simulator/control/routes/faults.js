// Routes about faults.
import { z } from 'zod';
import { json, refused, route } from '../route.js';
export const faultRoutes = [
    route({
        method: 'GET',
        path: '/faults',
        summary: 'The faults that have been ordered: waiting, active, and the last that have ended',
        handle: (_, { installation }) => json({ faults: installation.faults.list() }),
    }),
    route({
        method: 'POST',
        path: '/faults',
        summary: 'Orders one fault',
        body: z.looseObject({ fault: z.string() }),
        handle: ({ body }, { installation: { faults } }) => {
            const ordered = faults.order(body);
            if (!ordered.ok)
                return unreadable(ordered.problems, false);
            return json(faults.list().find(({ id }) => id === ordered.value) ?? { id: ordered.value }, 201);
        },
    }),
    route({
        method: 'POST',
        path: '/faults/plan',
        summary: 'Orders all faults of a plan (YAML or JSON), or none when something is wrong with it',
        body: z.string(),
        text: true,
        handle: ({ body }, { installation: { faults } }) => {
            const applied = faults.apply(body, 'plan');
            return applied.ok ? json({ ids: applied.value }, 201) : unreadable(applied.problems, true);
        },
    }),
    route({
        method: 'DELETE',
        path: '/faults',
        summary: 'Ends all faults',
        handle: (_, { installation: { faults } }) => {
            const cleared = faults.list().map(({ id }) => id);
            faults.clearAll();
            return json({ cleared });
        },
    }),
    route({
        method: 'DELETE',
        path: '/faults/{id}',
        summary: 'Ends one fault',
        handle: ({ parameters: { id = '' } }, { installation }) => installation.faults.clear(id)
            ? json({ cleared: [id] })
            : refused(404, `There is no fault ${id}.`, { hint: 'GET /control/v1/faults lists them.' }),
    }),
];
/** @param placed whether the lines and columns of the problems are places in the client's own text. */
function unreadable(problems, placed) {
    return {
        kind: 'refused',
        status: 422,
        problems: problems.map(({ line, column, message, hint }) => ({
            message: placed ? `line ${line}, column ${column}: ${message}` : message,
            ...(hint === undefined ? {} : { hint }),
        })),
    };
}
