import type { Command } from 'commander';
import type { Finish } from '../exit-codes.js';
import type { Io } from '../io.js';
export declare function addRestoreCommand(program: Command, io: Io, finish: Finish): void;
