import type { Problem } from '../../document/problem.js';
import type { YamlDocument } from '../../document/yaml-document.js';
import type { ProfileFile } from './profile-schema.js';
export interface Addresses {
    readonly baseUrl: string;
    readonly websocketUrl: string;
}
/** Reports what is wrong into `problems`; the result counts only when there was nothing. */
export declare function readAddresses(document: YamlDocument, file: ProfileFile, problems: Problem[]): Addresses;
