import type { Problem } from '../../document/problem.js';
import type { YamlDocument } from '../../document/yaml-document.js';
import type { ClientSpec, DeviceEntry } from './fleet-spec.js';
import type { FleetFile } from './schema/fleet-file.js';
export declare function resolveClients(document: YamlDocument, clients: FleetFile['clients'], devices: readonly DeviceEntry[], problems: Problem[]): ClientSpec[];
