import type { RestOrigin } from '../../service/origin.js';
import type { Observation } from '../../transport/rest/observe.js';
import type { Issued } from './issued.js';
/** @param salt of this journal: digests of secrets say nothing outside of it. */
export declare function createObserve(now: () => number, tokens: Issued, salt: number): (observation: Observation) => Pick<RestOrigin, 'seen' | 'headers' | 'client'>;
