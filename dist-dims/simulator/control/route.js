import { z } from 'zod';
/** Ties the schemas of a route to the function that gets what they have read. */
export function route(definition) {
    return definition;
}
export function json(value, status = 200) {
    return { kind: 'json', status, value };
}
export function refused(status, message, more = {}) {
    return { kind: 'refused', status, problems: [{ message, ...more }] };
}
/** A page of a list, for queries. */
export const page = {
    limit: z.coerce.number().int().min(1).max(1000).default(100),
    cursor: z.string().optional(),
};
