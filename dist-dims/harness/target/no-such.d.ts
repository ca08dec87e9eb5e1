import type { Dialect } from '../../dialect/dialect.js';
import type { Call } from './call.js';
/** Whether the identifier, as it stands on the wire, is one of those that exist nowhere. */
export declare function isNoSuch(id: string): boolean;
/** The same call with identifiers that the dialect can write. */
export declare function writable({ identifiers }: Dialect, call: Call): Call;
