import type { RuleId } from '../../../contract/rules/catalogue.js';
import type { Read, YamlDocument } from '../../../document/yaml-document.js';
import type { ScenarioCase } from '../scenario.js';
import type { ScenarioFile } from './file-schema.js';
import type { Row } from './matrix.js';
import { type StepsSource } from './parse-steps.js';
export interface CaseContext {
    readonly id: string;
    readonly rules: readonly RuleId[];
    readonly row: Row;
    readonly include: StepsSource['include'];
    /** Whether the title, as it is written, speaks of the matrix. */
    readonly titleNamesRow: boolean;
}
export declare function parseCase(document: YamlDocument, file: ScenarioFile, context: CaseContext): Read<ScenarioCase>;
