import type { Io } from '../io.js';
import { type CheckOptions } from './check-file.js';
export declare function validateFiles(names: readonly string[], io: Io, options: CheckOptions): Promise<0 | 2>;
