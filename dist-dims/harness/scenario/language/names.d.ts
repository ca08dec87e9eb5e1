import { type RuleId } from '../../../contract/rules/catalogue.js';
import type { Problem } from '../../../document/problem.js';
import type { Path, YamlDocument } from '../../../document/yaml-document.js';
import type { Needs } from '../needs.js';
import { type ViewKind } from '../view/fields.js';
/** What a name stands for. */
export type Named = ViewKind | 'device' | 'client';
export interface Names {
    readonly needs: Needs;
    readonly cited: readonly RuleId[];
    /** Rules that some step checks. */
    readonly checked: Set<RuleId>;
    readonly known: Map<string, Named>;
    readonly problems: Problem[];
    /** How many steps have been read. */
    readonly seen: {
        steps: number;
    };
}
export declare function createNames(needs: Needs, cited: readonly RuleId[]): Names;
/** Names for steps that do not see each other's captures: what they add is added to `names` later. */
export declare function branch(names: Names): Names;
/** What verbs look at while a step is read. Paths are those inside of the step. */
export interface Checker {
    readonly names: Names;
    problem(path: Path, message: string, hint?: string): void;
    /** Complains about a name that is not known, with the one that it comes nearest to. */
    known(path: Path, what: string, name: string, candidates: Iterable<string>): boolean;
    /** The same for a name that is a key: the last part of the path. */
    knownKey(path: Path, what: string, candidates: Iterable<string>): boolean;
}
export declare function createChecker(names: Names, document: YamlDocument, locate: (path: Path) => Path): Checker;
/** The names that stand for one of these. */
export declare function namesOf(names: Names, ...kinds: readonly Named[]): string[];
/** Gives a name its meaning; a connection may be opened again under its name. */
export declare function define(check: Checker, path: Path, name: string, kind: ViewKind): void;
/** The rules that a step checks: its own, else all that the scenario cites. */
export declare function checkRules(check: Checker, path: Path, own: readonly string[]): readonly RuleId[];
/** A reference must start at something known and go on with one of its fields. */
export declare function checkReference(check: Checker, path: Path, root: string, fields: readonly string[]): void;
