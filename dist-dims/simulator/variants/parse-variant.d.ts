import { type Read } from '../../document/yaml-document.js';
import type { KnownNames } from '../faults/plan/known-names.js';
import type { FleetSpec } from '../fleet/fleet-spec.js';
import type { Variant } from './variant.js';
/** The fleet that a variant changes; variants of one service are read one upon the other. */
export interface VariantBase {
    readonly fleet: FleetSpec;
    /** The names that faults may use with a fleet. */
    readonly namesOf: (fleet: FleetSpec) => KnownNames;
}
/** @param file what problems call the file. */
export declare function parseVariant(text: string, file: string, base: VariantBase): Read<Variant>;
