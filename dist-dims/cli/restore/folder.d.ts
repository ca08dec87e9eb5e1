import type { Io } from '../io.js';
/** @param given by `--restore-dir`. */
export declare function restoreFolder(given: string | undefined, { env, cwd }: Pick<Io, 'env' | 'cwd'>): string;
/** The same for all addresses that are surely the same server. */
export declare function serverName(baseUrl: string): string;
export declare const RESTORE_SUFFIX = ".restore.json";
/** @param by the path of the profile, or the fleet of a simulator. */
export declare function restoreFileName(baseUrl: string, by: string): string;
export declare function lockName(baseUrl: string): string;
