import type { Statement } from '../language/modifiers.js';
import type { Checker } from '../language/names.js';
export declare function checkStatements(check: Checker, key: string, statements: Statement | readonly Statement[] | undefined): void;
