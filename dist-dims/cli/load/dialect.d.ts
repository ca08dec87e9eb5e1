import type { Dialect } from '../../dialect/dialect.js';
import { type Result } from '../../document/complaint.js';
/** @param folder from which a path starts; the current folder when it is not given. */
export declare function loadDialect(name: string, cwd: string, folder?: string): Result<Dialect>;
