import type { Problem } from '../../document/problem.js';
import type { YamlDocument } from '../../document/yaml-document.js';
import type { DeviceProfileEntry } from './profile.js';
import type { ProfileFile } from './profile-schema.js';
export declare function readDevices(document: YamlDocument, file: ProfileFile, problems: Problem[]): Record<string, DeviceProfileEntry>;
