import { type ExitCode } from '../exit-codes.js';
import type { Io } from '../io.js';
import type { ListName } from './names.js';
export declare function printList(what: ListName, json: boolean, io: Io): Promise<ExitCode>;
