// Checks a YAML document against a zod schema and says what is wrong in words, at the place in the file.
import { accepted } from './diagnostic.js';
import type * as z from 'zod';
import { defined } from '../kernel/defined.js';
import { closest, didYouMean } from '../kernel/did-you-mean.js';
import type { Problem } from './problem.js';
import type { Path, ReadResult, YamlDocument } from './yaml-document.js';

/** Objects of the schema should be strict: an unknown key is then reported, with the key it comes nearest to. */
export function validate<S extends z.ZodType>(document: YamlDocument, schema: S): ReadResult<z.output<S>> {
  const parsed = schema.safeParse(document.value);
  if (parsed.success) return accepted(parsed.data);
  const problems = parsed.error.issues.flatMap((issue) => problemsOf(document, schema, issue, []));
  return { ok: false, problems: problems.toSorted((a, b) => a.line - b.line || a.column - b.column) };
}

/** A problem at the value at `path`. */
export function problemAt(document: YamlDocument, path: Path, message: string, hint?: string): Problem {
  return { ...document.placeOf(path), message, ...defined({ hint }) };
}

/** A problem at a name that is not known, with the nearest known one as a hint. */
export function unknownName(
  document: YamlDocument,
  path: Path,
  what: string,
  name: string,
  known: Iterable<string>,
): Problem {
  const names = [...known];
  return problemAt(document, path, `unknown ${what} "${name}"`, didYouMean(name, names));
}

function problemsOf(
  document: YamlDocument,
  schema: z.ZodType,
  issue: z.core.$ZodIssue,
  base: Path,
): Problem[] {
  const path = [...base, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(schema, path);
    return issue.keys.map((key) => ({
      ...document.placeOfKey([...path, key]),
      message: `unknown key "${key}"${at(path)}`,
      ...defined({ hint: didYouMean(key, known) }),
    }));
  }
  if (issue.code === 'invalid_union') {
    const nearest = nearestBranch(issue.errors);
    if (nearest) return nearest.flatMap((inner) => problemsOf(document, schema, inner, path));
  }
  if (issue.code === 'invalid_value') {
    const given = String(valueAt(document.value, path));
    const allowed = issue.values.map(String);
    const message = `${name(path)} is ${quoteOrMissing(given)}; expected ${allowed.map((word) => `"${word}"`).join(', ')}`;
    const near = closest(given, allowed);
    const hint = near === undefined ? undefined : `Did you mean "${near}"?`;
    return [{ ...document.placeOf(path), message, ...defined({ hint }) }];
  }
  // A schema's own message says better what is missing than its type does.
  const ownMessage = !issue.message.startsWith('Invalid input');
  if (issue.code === 'invalid_type' && !ownMessage && valueAt(document.value, path) === undefined) {
    return [{ ...document.placeOf(path), message: `${name(path)} is missing; expected ${issue.expected}` }];
  }
  return [{ ...document.placeOf(path), message: `${name(path)}: ${lowerFirst(issue.message)}` }];
}

/** The branch of a union that got furthest is the one that the writer meant. */
function nearestBranch(
  branches: readonly (readonly z.core.$ZodIssue[])[],
): readonly z.core.$ZodIssue[] | undefined {
  const depth = (issues: readonly z.core.$ZodIssue[]): number =>
    Math.max(0, ...issues.map((issue) => issue.path.length + (issue.code === 'unrecognized_keys' ? 1 : 0)));
  return branches.toSorted((a, b) => depth(b) - depth(a) || a.length - b.length)[0];
}

/** The keys of the object schemas at `path`, as far as the schema can be followed; of a union, all branches count. */
function knownKeys(schema: z.ZodType, path: Path): string[] {
  let candidates = branchesOf(schema);
  for (const part of path) candidates = candidates.flatMap((each) => branchesOf(step(each, part)));
  return [
    ...new Set(candidates.flatMap(({ _zod: { def } }) => (isObjectDef(def) ? Object.keys(def.shape) : []))),
  ];
}

type Def = z.core.$ZodTypeDef & Record<string, unknown>;

function isObjectDef(def: z.core.$ZodTypeDef): def is z.core.$ZodObjectDef {
  return def.type === 'object';
}

/** What stands behind optional, default, pipe and union. */
function branchesOf(schema: z.core.$ZodType | undefined): z.core.$ZodType[] {
  if (!schema) return [];
  const def = schema._zod.def as Def;
  if (def.type === 'union') return (def['options'] as z.core.$ZodType[]).flatMap(branchesOf);
  const inner = def['innerType'] ?? (def.type === 'pipe' ? def['in'] : undefined);
  return inner ? branchesOf(inner as z.core.$ZodType) : [schema];
}

function step(schema: z.core.$ZodType, part: PropertyKey): z.core.$ZodType | undefined {
  const def = schema._zod.def as Def;
  if (isObjectDef(def)) return def.shape[String(part)];
  if (def.type === 'array') return def['element'] as z.core.$ZodType;
  if (def.type === 'record') return def['valueType'] as z.core.$ZodType;
  return undefined;
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, part) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<PropertyKey, unknown>)[part] : undefined,
    value,
  );
}

const quoteOrMissing = (given: string): string => (given === 'undefined' ? 'missing' : `"${given}"`);
const name = (path: Path): string => (path.length === 0 ? 'the file' : path.map(String).join('.'));
const at = (path: Path): string => (path.length === 0 ? '' : ` in ${name(path)}`);
const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
