import { type CloudOptions } from './cloud.js';
import type { Installation } from './control/installation.js';
import { type Secrets } from '../output/secrets.js';
import { type Journal } from './control/journal/journal.js';
import { type ControlPlane } from './control/server.js';
import { type ListenOptions } from './transport/server.js';
export interface StartOptions extends Omit<CloudOptions, 'seededSecrets'> {
    /** Ids of defects; unknown ones are a bug of the caller. They are nearer to the service than `decorations`. */
    readonly defects?: readonly string[];
    /** False: no socket, for callers of the service's own methods. Default: a free port of loopback. */
    readonly listen?: false | (ListenOptions & {
        readonly host?: string;
        readonly port?: number;
    });
    /** The control plane, on a port of its own on loopback. Default: none. */
    readonly control?: false | {
        readonly port?: number;
    };
    /** False: nobody is going to read the journal, and requests are not looked at for it. Default: true. */
    readonly journal?: boolean;
    /** Records that the journal keeps; 10,000 by default. */
    readonly journalCapacity?: number;
    /** Sees the journal from its very first record on. */
    readonly onJournal?: (journal: Journal) => void;
    /** Tokens, tickets and passwords are made known to it as they come; default: its own. */
    readonly secrets?: Secrets;
}
export interface RunningSimulator extends Installation {
    /** Undefined when it does not listen. */
    readonly url: string | undefined;
    readonly control: ControlPlane | undefined;
    close(): Promise<void>;
}
/** Rejects with a `ListenError`, or with the system's error when a port cannot be had. */
export declare function startSimulator(options: StartOptions): Promise<RunningSimulator>;
