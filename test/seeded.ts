// Properties draw the same cases at each run of the tests: what chance finds once in thousands of runs must not fail
// the build of somebody who has changed something else. FAST_CHECK_SEED draws others, to look for it on purpose.
import fc from 'fast-check';

const { FAST_CHECK_SEED = '1' } = process.env;

fc.configureGlobal({ seed: Number(FAST_CHECK_SEED) });
