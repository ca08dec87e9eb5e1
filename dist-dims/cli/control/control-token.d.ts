import { type Result } from '../../document/complaint.js';
import type { Io } from '../io.js';
/**
 * The first of these that is there: the token as given, the file as given, CONFORM_CONTROL_TOKEN, and the file that
 * CONFORM_CONTROL_TOKEN_FILE names. Undefined when there is none.
 */
export declare function controlToken(given: {
    readonly token?: string | undefined;
    readonly file?: string | undefined;
}, { env, cwd }: Pick<Io, 'env' | 'cwd'>): Result<string | undefined>;
