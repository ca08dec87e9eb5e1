import { Command } from 'commander';
import { type ExitCode, type Finish } from './exit-codes.js';
import type { Io } from './io.js';
/** @param words of the command line, without the name of the program. */
export declare function runCommandLine(words: readonly string[], io: Io): Promise<ExitCode>;
export declare function createProgram(io: Io, finish: Finish): Command;
