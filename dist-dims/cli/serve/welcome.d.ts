import type { Dialect } from '../../dialect/dialect.js';
import type { Paint } from '../../report/paint.js';
import type { Defect } from '../../simulator/defects/defect.js';
import type { ChosenCertificate } from './choose-certificate.js';
import type { LoadedFleet } from '../load/fleet.js';
export interface Welcome {
    readonly url: string;
    readonly fleet: LoadedFleet;
    readonly dialect: Dialect;
    readonly defects: readonly Defect[];
    /** What is different about it. */
    readonly variants: readonly string[];
    readonly speed: number;
    readonly control: {
        readonly url: string;
        readonly token: string;
    } | undefined;
    /** The plan of what goes wrong. */
    readonly faults: string | undefined;
    /** With HTTPS. */
    readonly certificate: ChosenCertificate | undefined;
    /** What a run has to be given so that it knows the same names. */
    readonly names: {
        readonly fleet?: string;
        readonly dialect: string;
    };
}
export declare function welcome(seen: Welcome, paint: Paint): string;
