// How fast clocks run where sockets are real: a busy machine is taken for a slow server where they run too fast.

/** Seconds of the clock per second; the slow one for what the usual one leaves undecided. */
export const SPEEDS = { usual: 8, slow: 2 };
