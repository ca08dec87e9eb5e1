import type { Counterexample } from './search-port.js';
/** @param seed of the search that found it. */
export declare function counterexampleYaml({ finding, program, index }: Counterexample, seed: number): string;
/** `idempotency.after-lost-response` of program 17: `idempotency-after-lost-response-17.yaml`. */
export declare function counterexampleName({ finding, index }: Counterexample): string;
