import type { Problem } from '../../document/problem.js';
import type { YamlDocument } from '../../document/yaml-document.js';
import type { ManagedDevice } from './profile.js';
import type { Environment } from './clients.js';
import type { ProfileFile } from './profile-schema.js';
export declare function readManagement(document: YamlDocument, { management, devices }: ProfileFile, environment: Environment, problems: Problem[]): ManagedDevice | undefined;
