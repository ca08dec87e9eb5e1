import type { CheckResult } from '../verdict/verdict.js';
import { type Property } from './properties.js';
import type { SearchResult } from './search-port.js';
export interface ResultContext {
    readonly seed: number;
    readonly strict: boolean;
    readonly startedAt: number;
    readonly endedAt: number;
}
export declare function resultsOf(properties: readonly Property[], search: SearchResult, context: ResultContext): readonly CheckResult[];
export declare function skippedProperty(property: Property, reason: string, at: number): CheckResult;
export declare function brokenOff(property: Property, at: number): CheckResult;
