import { type Requesting, type Statement } from '../language/modifiers.js';
import type { Step } from '../verbs/verb.js';
import { type Evaluation } from './evaluate.js';
import type { Halt, ExecutionContext, StepInWords } from './execution-context.js';
import type { View } from '../view/reply-view.js';
export type Checking = Pick<Requesting, 'rule' | 'provided' | 'insist' | 'confirm'>;
/** Notes the evaluation; undefined when it held, so that the scenario goes on. */
export declare function observe(context: ExecutionContext, step: Step, fields: Checking, evaluation: Evaluation, exchanges: readonly number[]): Halt | undefined;
export declare function whereIs(step: StepInWords): string;
/** Holds a view against fields with references in them. */
export declare function evaluateExpectation(context: ExecutionContext, expected: Readonly<Record<string, unknown>>, view: View, within?: Requesting['within']): Evaluation;
/** Whether each statement holds; the first that does not, in words. */
export declare function unmetCondition(context: ExecutionContext, statements: readonly Statement[]): string | undefined;
/** Exchanges behind the captures that a value refers to. */
export declare function exchangesBehind(context: ExecutionContext, value: unknown): readonly number[];
