import { type Read } from '../../document/yaml-document.js';
import type { Scenario } from './scenario.js';
export interface ParseOptions {
    /** The text of an included fragment, by its path as the scenario writes it; undefined when there is none. */
    readonly include?: (path: string) => string | undefined;
}
/** @param file path under which problems are reported; `<area>/<name>` of it is the scenario's id. */
export declare function parseScenario(text: string, file: string, options?: ParseOptions): Read<Scenario>;
