import { type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import type { SchemaName } from './names.js';
export declare function printSchema(name: SchemaName, io: Io): Promise<ExitCode>;
