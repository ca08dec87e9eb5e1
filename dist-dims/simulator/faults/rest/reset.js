/** @param reply what would have been sent; tests look at it. */
export function reset(reply = { status: 500, headers: {}, body: '' }) {
    return { ...reply, delivery: { kind: 'reset' } };
}
