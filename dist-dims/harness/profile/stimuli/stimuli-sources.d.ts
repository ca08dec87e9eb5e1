import type { Problem } from '../../../document/problem.js';
import type { YamlDocument } from '../../../document/yaml-document.js';
import type { Environment } from '../clients.js';
export interface StimuliSources {
    readonly document: YamlDocument;
    readonly environment: Environment;
    readonly folder: string | undefined;
    /** Devices of the profile with the relays that may be switched. */
    readonly devices: Readonly<Record<string, {
        readonly relays: readonly number[];
    }>>;
    /** `tls.insecure`: secrets may travel in the open. */
    readonly insecure: boolean;
    readonly problems: Problem[];
}
