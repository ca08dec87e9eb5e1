// For what cannot happen unless the program has a bug. Expected outcomes are unions, never assertions.
export class AssertionError extends Error {
    name = 'AssertionError';
}
export function assert(condition, message) {
    if (!condition)
        throw new AssertionError(message);
}
/** For the `default` of an exhaustive switch: the compiler proves that it is never reached. */
export function unreachable(value) {
    throw new AssertionError(`unexpected value ${JSON.stringify(value)}`);
}
