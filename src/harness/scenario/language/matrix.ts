// Rows of a matrix: one combination of values each, put in where the file says `${matrix.name}`.
import type { Path, YamlDocument } from '../../../document/yaml-document.js';
import { isObject } from '../../../kernel/json.js';
import { bareReference, follow, referencesIn, wholeReference } from './reference.js';
import { show } from './show.js';

export interface MatrixRow {
  /** The end of the check's id: `rest,on`; empty without a matrix. */
  readonly label: string;
  readonly values: Readonly<Record<string, unknown>>;
}

export type Matrix = Readonly<Record<string, readonly unknown[]>>;

/** How many rows a matrix has, without building them. */
export function rowCount(matrix: Matrix): number {
  return Object.values(matrix).reduce((count, values) => count * values.length, 1);
}

/** Every value with every other, the last name varying fastest. */
export function rowsOf(matrix: Matrix): readonly MatrixRow[] {
  let rows: Record<string, unknown>[] = [{}];
  for (const [name, values] of Object.entries(matrix))
    rows = rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value })));
  return rows.map((values) => ({ label: Object.values(values).map(labelOf).join(','), values }));
}

/** The document with the row's values put in, without the matrix. Places stay those of the file. */
export function fillIn(document: YamlDocument, row: MatrixRow): YamlDocument {
  if (!isObject(document.value)) return document;
  const { matrix: _, ...rest } = document.value;
  return { ...document, value: fill(rest, row) };
}

/** Every place that speaks of the matrix: the name after `matrix.`, empty when there is none, and all that is written. */
export function matrixUses(
  value: unknown,
  path: Path = [],
): readonly { readonly path: Path; readonly name: string }[] {
  if (typeof value === 'string')
    return referencesIn(value)
      .filter(({ root }) => root === 'matrix')
      .map((reference) => ({ path, name: reference.path[0] ?? '' }));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => matrixUses(inner, [...path, key]));
}

function fill(value: unknown, { values }: MatrixRow): unknown {
  const ofMatrix = (text: string): unknown => follow(values, bareReference(text).path);
  const walk = (inner: unknown): unknown => {
    if (typeof inner === 'string') {
      const whole = wholeReference(inner);
      if (whole?.root === 'matrix') return ofMatrix(whole.text);
      return inner.replace(/\$\{\s*(matrix(?:\.[\w-]+)+)\s*\}/g, (_, text: string) => {
        const found = ofMatrix(text);
        return typeof found === 'string' ? found : show(found);
      });
    }
    if (Array.isArray(inner)) return inner.map(walk);
    if (isObject(inner))
      return Object.fromEntries(Object.entries(inner).map(([key, each]) => [key, walk(each)]));
    return inner;
  };
  return walk(value);
}

/** Ids are typed on command lines: letters, digits, dots and dashes only. */
function labelOf(value: unknown): string {
  const named = isObject(value) ? (value['label'] ?? Object.values(value)[0]) : value;
  const text = Array.isArray(named) ? named.map(String).join('+') : show(named);
  return text.replaceAll(/[^\w.+-]+/g, '-').replaceAll(/^-+|-+$/g, '');
}
