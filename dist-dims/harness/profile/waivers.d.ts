import type { Problem } from '../../document/problem.js';
import type { YamlDocument } from '../../document/yaml-document.js';
import type { Waiver } from './profile.js';
import type { ProfileFile } from './profile-schema.js';
export declare function readWaivers(document: YamlDocument, { waivers }: ProfileFile, problems: Problem[]): readonly Waiver[];
