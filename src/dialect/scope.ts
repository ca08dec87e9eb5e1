// What the placeholders of a sample may speak of: the fields of a shape, or of one element of a list.
import type * as z from 'zod';
import { closest } from '../kernel/did-you-mean.js';
import { exampleOfList, type Field, fieldAt, keyOf, listsOf, missingFrom, pathsOf } from './schema-facts.js';
import type { Canonical, DecodeRun, Node } from './node.js';
import {
  isBroken,
  type Placeholder,
  placeholdersOf,
  type Position,
  type ReportProblem,
  type Sample,
} from './sample.js';
import type { ShapeName } from '../contract/schemas/shapes.js';
import type { Feature } from '../contract/features.js';
import type { ScalarCodec } from './scalar-codec.js';

export type ShapeScope = ReturnType<typeof createScope>;

/** Looks at the value as far as it was read, and adds what follows from several places, or from a missing one. */
type Finisher = (into: Canonical, run: DecodeRun) => void;

/** One field or list that is shown in several places, none of which says all. */
export interface Together {
  /** Called once, when all places are known. */
  close(report: ReportProblem): Finisher;
}

export interface ResolvedField extends Field {
  /** From the scope's object to the field; empty for the element itself. */
  readonly path: readonly string[];
}

/** @param sample all that the scope shows. */
export function createScope(schema: z.ZodObject, title: string, sample: Sample, word?: string) {
  const names = placeholdersOf(sample).map(({ name }) => name);
  return {
    schema,
    /** What a placeholder starts with when the scope is an element: `relay`. */
    word,
    /** How problems call it: `the shape device`, `a relay`. */
    title,
    /** Path, joined by dots -> where it is shown. */
    shown: new Map<string, Position>(),
    /** Paths that a misspelt placeholder probably meant. */
    meant: new Set<string>(),
    /** Names that the sample shows more than once. */
    repeated: new Set(names.filter((name, at) => names.indexOf(name) < at)),
    /** What is told by several places together, by the path of the field or list, joined by dots. */
    together: new Map<string, Together>(),
    /** What is left to do when all that the sample shows has been read. */
    finishers: [] as Finisher[],
  };
}

/** The field that the placeholder names; what is wrong with it is reported. */
export function resolveField(
  scope: ShapeScope,
  placeholder: Placeholder,
  report: ReportProblem,
): ResolvedField | undefined {
  const found = lookUp(scope, placeholder, report);
  if (found) markShown(scope, found.path, placeholder.name, placeholder.at, report);
  return found;
}

/** The same without taking down that it is shown. */
export function lookUp(
  scope: ShapeScope,
  placeholder: Placeholder,
  report: ReportProblem,
): ResolvedField | undefined {
  const { word } = scope;
  const path = word === undefined ? placeholder.path : placeholder.path.slice(1);
  const field = word === undefined || word === placeholder.path[0] ? fieldAt(scope.schema, path) : undefined;
  if (!field) {
    reportUnknown(scope, placeholder, report);
    return undefined;
  }
  return { ...field, path };
}

/** Takes down that the path is shown here; a field is shown once, and not within an object that is shown. */
export function markShown(
  scope: ShapeScope,
  path: readonly string[],
  name: string,
  at: Position,
  report: ReportProblem,
): void {
  const key = path.join('.');
  for (const [other, where] of scope.shown) {
    if (other !== key && !covers(other, key) && !covers(key, other)) continue;
    const what = other === key ? 'twice' : 'twice, once within the other';
    report(at, `${name} is shown ${what}`, `It is shown in line ${where.line} already.`);
    return;
  }
  scope.shown.set(key, at);
}

/** Reports every field that values of the scope always have and that the sample does not show. */
function reportMissing(scope: ShapeScope, at: Position, report: ReportProblem): void {
  const paths = [...scope.shown.keys(), ...scope.meant];
  const isShown = (path: readonly string[], partly: boolean): boolean => {
    const key = path.join('.');
    return paths.some((other) => other === key || covers(other, key) || (partly && covers(key, other)));
  };
  const lists = listsOf(scope.schema);
  for (const path of missingFrom(scope.schema, isShown)) {
    const list = lists.find((each) => each.path.join('.') === path.join('.'));
    const what = list ? `its ${path.at(-1)}` : nameOf(scope, path);
    const hint = list ? `For example ${exampleOfList(list)}` : 'Every value has it.';
    report(at, `${scope.title} does not show ${what}`, hint);
  }
}

function reportUnknown(scope: ShapeScope, placeholder: Placeholder, report: ReportProblem): void {
  const { name, at } = placeholder;
  const list =
    scope.word === undefined && listsOf(scope.schema).find(({ word }) => word === placeholder.path[0]);
  if (list) {
    scope.meant.add(list.path.join('.'));
    const key = keyOf(list.word);
    const keyed = key === undefined ? '' : `, or under the key "$${list.word}.${key}"`;
    report(at, `${name} stands for one element of a list`, `Use it within [ … ]${keyed}.`);
    return;
  }
  const known = pathsOf(scope.schema).map((path) => nameOf(scope, path));
  const near = closest(name, known);
  if (near !== undefined) scope.meant.add(withoutWord(scope, near));
  const hint = near === undefined ? `Known: ${known.join(', ')}.` : `Did you mean ${near}?`;
  report(at, `${scope.title} has no ${name}`, hint);
}

function nameOf(scope: ShapeScope, path: readonly string[]): string {
  return `$${[...(scope.word === undefined ? [] : [scope.word]), ...path].join('.')}`;
}

function withoutWord(scope: ShapeScope, name: string): string {
  return name.slice(scope.word === undefined ? 1 : scope.word.length + 2);
}

/** True when the field at `inner` lies within the object at `outer`; the empty path holds everything. */
function covers(outer: string, inner: string): boolean {
  return outer !== inner && (outer === '' || inner.startsWith(`${outer}.`));
}

// What the compilers of the parts of a sample share. They reach one another through it, so that none imports another.

/** What the dialect says once for all its shapes. */
export interface ScalarSettings {
  readonly indexBase: 0 | 1;
  readonly statuses: ScalarCodec;
  readonly without: ReadonlySet<Feature>;
}

/** What has a value always takes no mark that it may be absent. */
export function neverAbsent({ report }: Compiler, isMarked: boolean, at: Position, what: string): void {
  if (isMarked) report(at, `${what} is never absent`, 'Leave the ? out.');
}

export interface Compiler {
  readonly report: ReportProblem;
  readonly settings: ScalarSettings;
  /** `file:line:column`, as mismatches quote it. */
  placeOf(at: Position): string;
  /** The compiled sample of another shape of the same dialect. */
  nodeOf(shape: ShapeName): Node;
  /**
   * Compiles a part of a sample. `omissible` says that the part around it can do without it, as an object can
   * do without a field and a list cannot do without an element.
   */
  compile(sample: Sample, scope: ShapeScope, omissible: boolean): Node;
}

// Ends the compilation of all that a scope shows: what is missing is reported, and what several places tell together
// is put together after each of them was read.

export function finishScope(node: Node, scope: ShapeScope, sample: Sample, { report }: Compiler): Node {
  // A part that could not be read may have shown anything.
  if (!isBroken(sample)) reportMissing(scope, sample.at, report);
  const finishers = [...scope.finishers, ...[...scope.together.values()].map((each) => each.close(report))];
  if (finishers.length === 0) return node;
  return {
    ...node,
    decode: (wire, into, run) => {
      node.decode(wire, into, run);
      for (const finish of finishers) finish(into, run);
    },
  };
}
