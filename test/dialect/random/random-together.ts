// Where scalars lie: each for itself, as a key, in several places, or several in one word or text.
import { z } from 'zod';
import { wireKindOf } from '../../../src/contract/schemas/scalars.js';
import { chance, type Draw, drawWords, pick } from './draw.js';
import type { FieldPlan, Presence } from './plan.js';
import { drawScalar } from './random-scalar.js';
import type { Tree } from './sample-tree.js';

/** A part of a sample that has no place yet; one with a fixed name has its place. */
export interface Part {
  readonly fixedName?: string | undefined;
  readonly tree: Tree;
}

/** A scalar that may lie anywhere. */
export interface Loose {
  readonly name: string;
  readonly path: readonly string[];
  readonly schema: z.core.$ZodType;
  readonly presence: Presence;
}

interface Laid {
  readonly parts: Part[];
  readonly plan: Map<string, FieldPlan>;
}

function isChoice(schema: z.core.$ZodType): boolean {
  return schema instanceof z.ZodBoolean || (schema instanceof z.ZodEnum && !wireKindOf(schema));
}

export function drawTogether(draw: Draw, loose: readonly Loose[]): Laid {
  const laid: Laid = { parts: [], plan: new Map() };
  const left = [...loose];
  for (let each = left.shift(); each; each = left.shift()) {
    const { name, presence, schema } = each;
    laid.plan.set(name, { presence });
    if (presence === 'never') continue;
    const other = left.find((candidate) => isPair(each, candidate));
    if (
      other &&
      (schema instanceof z.ZodLiteral || other.schema instanceof z.ZodLiteral || chance(draw, 3))
    ) {
      left.splice(left.indexOf(other), 1);
      laid.plan.set(other.name, { presence: other.presence });
      laid.parts.push(part(combination(draw, [each, other])));
      continue;
    }
    if (schema instanceof z.ZodLiteral) {
      laid.plan.set(name, { presence: 'never' });
      continue;
    }
    const second = left.find((candidate) => candidate.presence !== 'never' && !isTrueOrNothing(candidate));
    if (second && presence === 'always' && isClosed(schema) && chance(draw, 4)) {
      left.splice(left.indexOf(second), 1);
      laid.plan.set(second.name, { presence: second.presence });
      laid.parts.push(part(sharedText(draw, each, second)));
      continue;
    }
    layAlone(draw, each, laid);
  }
  return laid;
}

function isTrueOrNothing({ schema }: Loose): boolean {
  return schema instanceof z.ZodLiteral;
}

/** Two fields that one word can tell. */
function isPair(one: Loose, other: Loose): boolean {
  const tellable = ({ schema, presence }: Loose): boolean =>
    schema instanceof z.ZodLiteral ? presence === 'maybe' : isChoice(schema) && presence === 'always';
  return tellable(one) && tellable(other);
}

function part(text: string): Part {
  return { tree: { kind: 'text', text } };
}

function dotted({ path }: Loose): string {
  return path.join('.');
}

function combination(draw: Draw, fields: readonly Loose[]): string {
  const count = fields.reduce((product, { schema }) => product * valuesOf(schema), 1);
  const words = drawWords(draw, count);
  return `$${fields.map(dotted).join('+')}(${words.join('|')})`;
}

function valuesOf(schema: z.core.$ZodType): number {
  return schema instanceof z.ZodEnum ? schema.options.length : 2;
}

/** Values that never have a sign of the text between. */
function isClosed(schema: z.core.$ZodType): boolean {
  return isChoice(schema) || schema instanceof z.ZodNumber || wireKindOf(schema) === 'index';
}

function sharedText(draw: Draw, one: Loose, other: Loose): string {
  const words = isChoice(one.schema) ? `(${['r', 'd', 'jj'].slice(0, valuesOf(one.schema)).join('|')})` : '';
  const between =
    words !== '' && wireKindOf(other.schema) === 'index'
      ? pick(draw, ['', '/'])
      : pick(draw, ['#', ' ; ', '~']);
  const mark = other.presence === 'maybe' ? '?' : '';
  return `${pick(draw, ['', '<'])}\${${dotted(one)}${words}}${between}\${${dotted(other)}${mark}}${pick(draw, ['', '>'])}`;
}

function layAlone(draw: Draw, each: Loose, laid: Laid): void {
  const { name, schema, presence } = each;
  const optional = presence === 'maybe';
  if (isChoice(schema) && chance(draw, 4)) {
    laid.parts.push(...inPlaces(draw, each).map(part));
    return;
  }
  if (isChoice(schema) && !optional && chance(draw, 4)) {
    const words = ['"x"', '7', 'false'].slice(0, valuesOf(schema) - 1);
    laid.parts.push(part(`$${dotted(each)}(absent|${words.join('|')}):json`));
    return;
  }
  const { text, field } = drawScalar(draw, dotted(each), schema, optional);
  laid.plan.set(name, { presence, ...field });
  const keyed = !optional && !text.includes(':array') && chance(draw, 6);
  const tree: Tree = keyed
    ? { kind: 'map', key: text, value: { kind: 'literal', value: 1 } }
    : { kind: 'text', text };
  laid.parts.push({ tree });
}

/** The same choice twice: neither place tells all of it. */
function inPlaces(draw: Draw, each: Loose): string[] {
  const count = valuesOf(each.schema);
  const optional = each.presence === 'maybe';
  // A place that is left out when there is no value cannot be left out for a value.
  const [first, nothing] = optional ? ['true', '"z"'] : ['null', pick(draw, ['"z"', 'absent'])];
  const rough = Array.from({ length: count }, (_, at) => (at === 0 ? first : '7'));
  const fine = Array.from({ length: count }, (_, at) => (at === 0 ? nothing : at === 1 ? '"a"' : '"b"'));
  return [rough, fine].map((words) => `$${dotted(each)}${optional ? '?' : ''}(${words.join('|')}):json`);
}
