import { type Result } from '../../document/complaint.js';
import type { Profile } from '../../harness/profile/profile.js';
import type { Io } from '../io.js';
export declare function loadProfile(name: string, io: Io): Result<Profile>;
