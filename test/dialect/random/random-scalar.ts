// A random way to write a scalar: every encoding, every set of words, with and without text around it.
import { z } from 'zod';
import { wireKindOf } from '../../../src/contract/schemas/scalars.js';
import { chance, type Draw, drawNumbers, drawText, drawWords, escaped, pick } from './draw.js';
import type { FieldPlan } from './plan.js';

export interface DrawnScalar {
  readonly text: string;
  /** What the values have to keep to. */
  readonly field: Partial<FieldPlan>;
}

/** The placeholder for `path`, such as `$relay.on(AN|AUS)` or `K${relay.index}`. */
export function drawScalar(
  draw: Draw,
  path: string,
  schema: z.core.$ZodType,
  optional: boolean,
): DrawnScalar {
  const modifiers = drawModifiers(draw, schema);
  const mark = optional ? '?' : '';
  const body = chance(draw, 2) ? `${path}${mark}${modifiers}` : `${path}${modifiers}${mark}`;
  const field = {
    ...(modifiers === ':number' && wireKindOf(schema) === 'identifier' ? { numeral: true } : {}),
    ...(modifiers.startsWith(':x') ? { decimals: 3 } : {}),
  };
  const fitsText = !body.includes('}') && !modifiers.includes('array');
  if (!fitsText || !chance(draw, 4)) return { text: `$${body}`, field };
  return { text: `${escaped(drawText(draw))}\${${body}}${escaped(drawText(draw))}`, field };
}

function drawModifiers(draw: Draw, schema: z.core.$ZodType): string {
  switch (wireKindOf(schema)) {
    case 'identifier':
      return pick(draw, ['', '', ':number']);
    case 'index':
      return pick(draw, ['', ':string']);
    case 'bytes':
      return pick(draw, BYTES);
    case 'duration':
      return pick(draw, DURATIONS);
    case 'timestamp':
      return pick(draw, MOMENTS);
    case 'commandStatus':
      return '';
    default:
      return drawPlainModifiers(draw, schema);
  }
}

const BYTES = [
  ...['', ':hex', ':HEX', ':hexSpaced', ':HEXSpaced', ':hexColon', ':HEXColon'],
  ...[':base64', ':base64url', ':array', ':text'],
];
const DURATIONS = [
  ...['', ':ms', ':s', ':string', ':s:string', ':string:ms', ':us', ':tenths', ':hundredths', ':min'],
  ...[':h', ':tenths:string', ':iso'],
];
const MOMENTS = [
  ...['', ':iso', ':isoBasic', ':isoLocal', ':isoSpace', ':ms', ':s', ':us', ':s:string', ':string:ms'],
];

function drawPlainModifiers(draw: Draw, schema: z.core.$ZodType): string {
  if (schema instanceof z.ZodNumber) return pick(draw, ['', ':string', ':x1000', ':x0.1', ':x10:string']);
  const count = schema instanceof z.ZodBoolean ? 2 : schema instanceof z.ZodEnum ? schema.options.length : 0;
  if (count === 0 || chance(draw, 3)) return '';
  if (chance(draw, 3)) return `(${drawNumbers(draw, count).join('|')}):number`;
  return `(${drawWords(draw, count).join(pick(draw, ['|', ' | ']))})`;
}
