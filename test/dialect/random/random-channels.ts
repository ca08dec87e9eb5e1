// All channels of a kind in one scalar: a text of signs, or a mask of bits and their number.
import type { z } from 'zod';
import { chance, type Draw, pick } from './draw.js';
import type { FieldPlan } from './plan.js';
import type { Part } from './random-together.js';

/** @param truth the field that is true or false. */
export function drawChannels(
  draw: Draw,
  word: string,
  truth: string,
  element: z.ZodObject,
): { parts: Part[]; field: Partial<FieldPlan> } {
  const plan = new Map<string, FieldPlan>(
    Object.keys(element.shape).map((name) => [
      name,
      { presence: name === truth || name === 'index' ? 'always' : 'never' },
    ]),
  );
  const texts = chance(draw, 2)
    ? [`$${word}.${truth}:mask`, `$${word}:count`]
    : [`$${word}.${truth}${pick(draw, [':bits', ':bitsFromRight', ':bits(H|-)', '(^|]):bitsFromRight'])}`];
  const parts = texts.map((text): Part => ({ tree: { kind: 'text', text } }));
  return { parts, field: { element: plan, ordered: true } };
}
