import type { Problem } from '../../document/problem.js';
import type { Path, YamlDocument } from '../../document/yaml-document.js';
export interface Named {
    readonly path: Path;
    /** In words: `deviceId of bench`. */
    readonly what: string;
    readonly value: unknown;
}
export declare function reportRepeats(problems: Problem[], document: YamlDocument, values: readonly Named[]): void;
