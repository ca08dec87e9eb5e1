import type { Problem } from '../../document/problem.js';
import type { YamlDocument } from '../../document/yaml-document.js';
import type { DeviceEntry, ProfileSpec } from './fleet-spec.js';
import type { DeviceFile } from './schema/fleet-file.js';
export declare function resolveDevices(document: YamlDocument, files: readonly DeviceFile[], profiles: ReadonlyMap<string, ProfileSpec>, problems: Problem[]): DeviceEntry[];
