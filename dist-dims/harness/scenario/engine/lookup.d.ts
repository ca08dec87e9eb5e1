import { type Reference, type Resolved } from '../language/reference.js';
import type { ExecutionContext } from './execution-context.js';
export declare function lookUp(context: ExecutionContext, { root, path }: Reference): unknown;
export declare function resolve(context: ExecutionContext, value: unknown): Resolved;
/** The text that a text with references stands for; undefined when it leads nowhere. */
export declare function resolveText(context: ExecutionContext, written: string): string | undefined;
