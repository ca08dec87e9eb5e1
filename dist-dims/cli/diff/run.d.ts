import { type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
export declare function compareReports(beforeName: string, afterName: string, json: boolean, io: Io): ExitCode;
