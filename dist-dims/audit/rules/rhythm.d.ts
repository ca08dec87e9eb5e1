import type { Exchange } from '../traffic/traffic.js';
import type { Evidence } from './ruling.js';
/** The shortest usual time in ms from one to the next of the same; infinite when it was never done twice. */
export type Rhythm = (identity: string) => number;
/**
 * From the calm day, or where there is none from all that succeeded.
 * @param identityOf what counts as the same.
 */
export declare function rhythmOf({ days, calm }: Evidence, identityOf: (exchange: Exchange) => string): Rhythm;
