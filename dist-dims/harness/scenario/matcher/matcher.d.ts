import type { Path } from '../../../document/yaml-document.js';
import { type Mismatch } from './keyword.js';
export type { Mismatch } from './keyword.js';
/** What is wrong with a matcher that somebody wrote. */
export interface MatcherProblem {
    readonly path: Path;
    readonly message: string;
    readonly hint?: string;
}
/** Where `actual` is not what the matcher says; references must be resolved before. */
export declare function match(matcher: unknown, actual: unknown, path?: string): readonly Mismatch[];
/** The matcher in words: `{ code: RATE_LIMITED, retryAfterSeconds: at least 0 }`. */
export declare function describe(matcher: unknown): string;
/** Everything that is wrong with a matcher as written; references may stand anywhere in it. */
export declare function checkMatcher(matcher: unknown, path?: Path): readonly MatcherProblem[];
