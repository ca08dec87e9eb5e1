import type { Problem } from '../../document/problem.js';
import type { FleetSpec } from './fleet-spec.js';
import type { LoadText } from './schema/signals.js';
export type ParsedFleet = {
    readonly ok: true;
    readonly fleet: FleetSpec;
} | {
    readonly ok: false;
    readonly problems: readonly Problem[];
};
/** @param load gives the text of a CSV file that a replay names; without it, only inline CSV is known. */
export declare function parseFleet(text: string, fileName: string, load?: LoadText): ParsedFleet;
