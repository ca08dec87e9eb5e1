// A random way to write a scalar: every encoding, every set of words, with and without text around it.
import { z } from 'zod';
import { wireKindOf } from '../../../src/contract/schemas/scalars.js';
import { chance, type Draw, drawNumbers, drawText, drawWords, escaped, pick } from './draw.js';

/** The placeholder for `path`, such as `$relay.on(AN|AUS)` or `K${relay.index}`. */
export function drawPlaceholder(
  draw: Draw,
  path: string,
  schema: z.core.$ZodType,
  optional: boolean,
): string {
  const modifiers = drawModifiers(draw, schema);
  const mark = optional ? '?' : '';
  const body = chance(draw, 2) ? `${path}${mark}${modifiers}` : `${path}${modifiers}${mark}`;
  if (!chance(draw, 4) || body.includes('}')) return `$${body}`;
  return `${escaped(drawText(draw))}\${${body}}${escaped(drawText(draw))}`;
}

function drawModifiers(draw: Draw, schema: z.core.$ZodType): string {
  switch (wireKindOf(schema)) {
    case 'index':
      return pick(draw, ['', ':string']);
    case 'bytes':
      return pick(draw, ['', ':hex', ':HEX', ':base64', ':text']);
    case 'duration':
      return pick(draw, ['', ':ms', ':s', ':string', ':s:string', ':string:ms']);
    case 'timestamp':
      return pick(draw, ['', ':iso', ':ms', ':s', ':s:string', ':string:ms']);
    case 'commandStatus':
      return '';
    default:
      return drawPlainModifiers(draw, schema);
  }
}

function drawPlainModifiers(draw: Draw, schema: z.core.$ZodType): string {
  if (schema instanceof z.ZodNumber) return pick(draw, ['', ':string']);
  const count = schema instanceof z.ZodBoolean ? 2 : schema instanceof z.ZodEnum ? schema.options.length : 0;
  if (count === 0 || chance(draw, 3)) return '';
  if (chance(draw, 3)) return `(${drawNumbers(draw, count).join('|')}):number`;
  return `(${drawWords(draw, count).join(pick(draw, ['|', ' | ']))})`;
}
