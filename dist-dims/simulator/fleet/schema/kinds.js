// What to say when the `kind` of a signal or a peripheral is none that there is.
import { closest } from '../../../kernel/closest.js';
/** For the `error` of a discriminated union; undefined leaves other mistakes to zod. */
export function unknownKind(kinds) {
    return ({ code, input }) => {
        if (code !== 'invalid_union')
            return undefined;
        const known = kinds.join(', ');
        const kind = typeof input === 'object' && input !== null && 'kind' in input ? input.kind : undefined;
        if (typeof kind !== 'string')
            return `needs a kind: ${known}`;
        const near = closest(kind, kinds);
        return `unknown kind "${kind}"; ${near === undefined ? `known: ${known}` : `did you mean "${near}"?`}`;
    };
}
