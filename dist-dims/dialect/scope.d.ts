import type { z } from 'zod';
import type { DecodeRun } from './decode-run.js';
import type { Canonical } from './node.js';
import type { Position, Report } from './problems.js';
import { type Placeholder, type Sample } from './sample.js';
import { type Field } from './schema-facts.js';
export interface Scope {
    readonly schema: z.ZodObject;
    /** What a placeholder starts with when the scope is an element: `relay`. */
    readonly word: string | undefined;
    /** How problems call it: `the shape device`, `a relay`. */
    readonly title: string;
    /** Path, joined by dots -> where it is shown. */
    readonly shown: Map<string, Position>;
    /** Paths that a misspelt placeholder probably meant. */
    readonly meant: Set<string>;
    /** Names that the sample shows more than once. */
    readonly repeated: ReadonlySet<string>;
    /** What is told by several places together, by the path of the field or list, joined by dots. */
    readonly together: Map<string, Together>;
    /** What is left to do when all that the sample shows has been read. */
    readonly finishers: Finisher[];
}
/** Looks at the value as far as it was read, and adds what follows from several places, or from a missing one. */
export type Finisher = (into: Canonical, run: DecodeRun) => void;
/** One field or list that is shown in several places, none of which says all. */
export interface Together {
    /** Called once, when all places are known. */
    close(report: Report): Finisher;
}
export interface Resolved extends Field {
    /** From the scope's object to the field; empty for the element itself. */
    readonly path: readonly string[];
}
/** @param sample all that the scope shows. */
export declare function createScope(schema: z.ZodObject, title: string, sample: Sample, word?: string): Scope;
/** The field that the placeholder names; what is wrong with it is reported. */
export declare function resolve(scope: Scope, placeholder: Placeholder, report: Report): Resolved | undefined;
/** The same without taking down that it is shown. */
export declare function lookUp(scope: Scope, placeholder: Placeholder, report: Report): Resolved | undefined;
/** Takes down that the path is shown here; a field is shown once, and not within an object that is shown. */
export declare function markShown(scope: Scope, path: readonly string[], name: string, at: Position, report: Report): void;
/** Reports every field that values of the scope always have and that the sample does not show. */
export declare function reportMissing(scope: Scope, at: Position, report: Report): void;
