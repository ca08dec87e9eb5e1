/** From best to worst; `error` is the harness's own fault. */
export const VERDICTS = ['pass', 'skipped', 'waived', 'inconclusive', 'warn', 'fail', 'error'];
