import { type Feature } from '../contract/features.js';
import type { YamlDocument } from '../document/yaml-document.js';
import { type ErrorTable } from './error-table.js';
import type { DialectProblem } from './problems.js';
import { type ScalarCodec } from './scalar-codec.js';
export declare const SETTING_NAMES: readonly string[];
export interface Settings {
    readonly name: string;
    readonly indexBase: 0 | 1;
    readonly paging: {
        readonly limit: string;
        readonly cursor: string;
    };
    readonly statuses: ScalarCodec;
    readonly errors: ErrorTable;
    readonly without: ReadonlySet<Feature>;
}
/** Settings that are wrong are reported, and the usual ones stand in so that the shapes can be looked at. */
export declare function readSettings(document: YamlDocument, problems: DialectProblem[]): Settings;
