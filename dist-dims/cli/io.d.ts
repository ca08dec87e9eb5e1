import { type Secrets } from '../output/secrets.js';
import { type Outlet } from './outlet.js';
export interface Io {
    readonly out: Outlet;
    readonly err: Outlet;
    /** What nothing that is written may show. */
    readonly secrets: Secrets;
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly cwd: string;
}
export declare function processIo(): Io;
/** Resolves when everything written has left the process. */
export declare function drained(): Promise<void>;
