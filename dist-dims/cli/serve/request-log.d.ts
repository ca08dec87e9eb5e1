import { type IsSecretName } from '../../output/secret-names.js';
import type { Decoration } from '../../simulator/decoration.js';
/** @param write takes one line, without its end. @param isSecret tells parameters by the names of the dialect. */
export declare function createRequestLog(write: (line: string) => void, isSecret: IsSecretName): Decoration;
