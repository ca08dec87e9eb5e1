import type { Result } from '../../document/complaint.js';
import type { Io } from '../io.js';
import { type List } from './list.js';
export declare function listScenarios(io: Io): Promise<Result<List>>;
