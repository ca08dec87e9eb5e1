import type { ScenarioCase } from '../scenario/scenario.js';
import type { BoundClient } from '../scenario/engine/execution-context.js';
import type { BoundDevice } from '../scenario/view/bound-device.js';
import type { Profile } from '../profile/profile.js';
import { type ProgramFacts } from './facts.js';
import { type Program } from './program.js';
export declare function caseOf(program: Program, id: string): ScenarioCase;
export declare function boundDevices({ devices }: ProgramFacts): ReadonlyMap<string, BoundDevice>;
export declare function boundClients({ clients }: ProgramFacts, profile: Profile): ReadonlyMap<string, BoundClient>;
