/** Stands in for a part that has a problem, so that the rest can be looked at. */
export const NOTHING = {
    optional: false,
    encode: () => undefined,
    write: () => undefined,
    describe: () => ({}),
    decode: () => undefined,
};
