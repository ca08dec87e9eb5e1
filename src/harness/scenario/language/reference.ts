// References of the language: `$first.command.commandId` as a whole value, `${first.command.commandId}`
// inside of a text. `$$` at the beginning stands for a plain dollar sign.
import type { Path } from '../../../document/yaml-document.js';

export interface Reference {
  /** What it starts at: a capture, a device, a client or `run`. */
  readonly root: string;
  readonly path: readonly string[];
  /** As it is written, without `$` and braces. */
  readonly text: string;
}

const NAME = String.raw`[A-Za-z_][\w-]*(?:\.[\w-]+)*`;
const WHOLE = new RegExp(String.raw`^\$(?:(${NAME})|\{\s*(${NAME})\s*\})$`);
const INSIDE = new RegExp(String.raw`\$\{\s*(${NAME})\s*\}`, 'g');

/** The reference that a text consists of, if it is one. */
export function wholeReference(text: string): Reference | undefined {
  const match = WHOLE.exec(text);
  return match ? referenceOf(match[1] ?? match[2] ?? '') : undefined;
}

/** A place that speaks of nothing but references may leave the dollar sign out. */
export function bareReference(text: string): Reference {
  return referenceOf(text.replace(/^\$\{?\s*/, '').replace(/\s*\}$/, ''));
}

export function referencesIn(text: string): readonly Reference[] {
  if (text.startsWith('$$')) return [];
  const whole = wholeReference(text);
  if (whole) return [whole];
  return [...text.matchAll(INSIDE)].map((match) => referenceOf(match[1] ?? ''));
}

/** Every text in a value that holds references, with its path. */
export function* referencesOf(
  value: unknown,
  path: Path = [],
): Generator<{ reference: Reference; path: Path }> {
  if (typeof value === 'string') {
    for (const reference of referencesIn(value)) yield { reference, path };
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) yield* referencesOf(inner, [...path, key]);
  }
}

/**
 * Follows the path of a reference into a value; undefined when it leads nowhere. A field of a list is the list of
 * that field of its elements, without those that lack it.
 */
export function follow(value: unknown, path: readonly string[]): unknown {
  let current = value;
  for (const [at, part] of path.entries()) {
    if (Array.isArray(current) && !Object.hasOwn(current, part)) {
      const rest = path.slice(at);
      const found = current.map((element) => follow(element, rest)).filter((each) => each !== undefined);
      return found.length === 0 && current.length > 0 ? undefined : found;
    }
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, part)) return undefined;
    current = (current as Record<string, unknown>)[part];
  }
  return current;
}

export type Lookup = (reference: Reference) => unknown;

export interface ResolvedReference {
  readonly value: unknown;
  /** References that lead to nothing, as written. */
  readonly missing: readonly string[];
}

/** The value with every reference replaced by what it stands for. */
export function resolveReferences(value: unknown, lookup: Lookup): ResolvedReference {
  const missing: string[] = [];
  const found = (reference: Reference): unknown => {
    const target = lookup(reference);
    if (target === undefined) missing.push(`$${reference.text}`);
    return target;
  };
  const text = (written: string): unknown => {
    if (!written.includes('$')) return written;
    if (written.startsWith('$$')) return written.slice(1);
    const whole = wholeReference(written);
    if (whole) return found(whole);
    return written.replace(INSIDE, (_, name: string) => {
      const named = found(referenceOf(name));
      return typeof named === 'string' ? named : (JSON.stringify(named) ?? '');
    });
  };
  const walk = (inner: unknown): unknown => {
    if (typeof inner === 'string') return text(inner);
    if (Array.isArray(inner)) return inner.map(walk);
    if (typeof inner === 'object' && inner !== null)
      return Object.fromEntries(Object.entries(inner).map(([key, each]) => [key, walk(each)]));
    return inner;
  };
  return { value: walk(value), missing };
}

function referenceOf(text: string): Reference {
  const [root = '', ...path] = text.split('.');
  return { root, path, text };
}
