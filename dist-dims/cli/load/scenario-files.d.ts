import type { Result } from '../../document/complaint.js';
export declare function bundledFiles(): string[];
/** Names on the command line: files and folders of scenarios, and what must be ids or globs then. */
export interface Named {
    readonly files: readonly string[];
    readonly ids: readonly string[];
}
export declare function sortNames(names: readonly string[], cwd: string): Result<Named>;
