import type { Problem } from '../../document/problem.js';
import type { YamlDocument } from '../../document/yaml-document.js';
import type { ClientProfile } from './profile.js';
import type { ProfileFile } from './profile-schema.js';
export type Environment = Readonly<Record<string, string | undefined>>;
export declare function readClients(document: YamlDocument, { clients, devices }: ProfileFile, environment: Environment, problems: Problem[]): Record<string, ClientProfile>;
