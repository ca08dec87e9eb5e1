import type { Path, YamlDocument } from '../../../document/yaml-document.js';
import type { Step } from '../verbs/verb.js';
import { type Checker, type Names } from './names.js';
export interface StepsSource {
    readonly document: YamlDocument;
    /** Where the list of steps stands. */
    readonly path: Path;
    readonly steps: readonly unknown[];
    /** The steps of an included fragment; undefined, with a complaint, when there are none. */
    readonly include: (path: string, check: Checker) => Omit<StepsSource, 'include' | 'depth'> | undefined;
    /** Of steps inside of steps, and of includes inside of includes. */
    readonly depth: number;
}
/** @param apart the steps run at once: they take `at` and `times`, and do not see each other's captures. */
export declare function parseSteps(source: StepsSource, names: Names, apart?: boolean): readonly Step[];
