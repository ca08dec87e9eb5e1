// How long a command and its key are kept is not stated: for so long they are, or a client that gave up waiting for a
// reply could not repeat its request (interface: Idempotency-Key rules).

/** In ms. */
export const SURELY_KEPT = 30_000;
