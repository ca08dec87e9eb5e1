import { z } from 'zod';
import { type Checker } from '../language/names.js';
import { type Reference } from '../language/reference.js';
import { type Requesting } from '../language/modifiers.js';
import { type Request } from '../engine/perform.js';
import { type ExecutionContext } from '../engine/execution-context.js';
import type { Path } from '../../../document/yaml-document.js';
import { type Captured, type Verb } from './verb.js';
export interface RequestVerb<F extends Requesting> extends Omit<Verb<F>, 'requests' | 'captures' | 'nested' | 'stimulus' | 'check' | 'run'> {
    /** The channels that carry the request; the first is the one where the step names none. */
    readonly channels: readonly ['rest' | 'ws', ...('rest' | 'ws')[]];
    /** The names that stand in the verb's own fields. */
    check?(fields: F, check: Checker): void;
    /** The request; references in the fields have been resolved. */
    request(fields: F, context: ExecutionContext): Omit<Request, 'usual'>;
}
export declare function defineRequest<F extends Requesting>(verb: RequestVerb<F>): Verb;
/** The modifiers of a request, as they stand. */
export declare function checkRequesting(fields: Requesting, check: Checker, channels: readonly ('rest' | 'ws')[]): void;
/** The reply to a request, where the step gives it a name. */
export declare function replyName({ as }: Pick<Requesting, 'as'>): Captured | undefined;
declare const CHECKS: readonly ['rule', 'within', 'provided', 'insist', 'confirm'];
type Checks = (typeof CHECKS)[number];
/** Fields that only mean something beside an expectation. */
export declare function checkChecking(fields: Partial<Record<Checks, unknown>>, check: Checker, checks: boolean): void;
export declare function checkExpectation(check: Checker, path: Path, expected: Record<string, unknown>, kind: 'reply' | 'connection' | 'event'): void;
/** A capture's time: `first.sentAt`. */
export declare function checkMoment(check: Checker, path: Path, { root, path: fields }: Reference): void;
export declare function checkClient(check: Checker, path: Path, client: string | undefined): void;
/** What a verb that takes no argument is written with: `ping:`. */
export declare const nothing: z.ZodOptional<z.ZodNull>;
export {};
