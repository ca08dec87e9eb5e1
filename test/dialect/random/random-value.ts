// A random canonical value of a shape, within what a dialect shows of it.
import fc from 'fast-check';
import { z } from 'zod';
import { type Operation, OPERATION_NAMES, operationFacts } from '../../../src/contract/operations.js';
import { wireKindOf } from '../../../src/contract/schemas/scalars.js';
import { SHAPES, type ShapeName } from '../../../src/contract/schemas/shapes.js';
import { chance, type Draw, pick } from './draw.js';
import type { FieldPlan, Plan, Plans } from './plan.js';
import { groupOf } from '../../../src/dialect/schema-facts.js';

type Value = Record<string, unknown>;

export function drawValue(draw: Draw, shape: ShapeName, plans: Plans): Value {
  return drawObject(draw, SHAPES[shape], plans.get(shape)!, plans);
}

function drawObject(draw: Draw, schema: z.ZodObject, plan: Plan, plans: Plans): Value {
  const value: Value = {};
  for (const [name, declared] of Object.entries(schema.shape) as [string, z.core.$ZodType][]) {
    const field = plan.get(name)!;
    if (field.presence === 'never' || (field.presence === 'maybe' && chance(draw, 2))) continue;
    value[name] = drawField(
      draw,
      declared instanceof z.ZodOptional ? declared.unwrap() : declared,
      field,
      plans,
    );
  }
  return value;
}

function drawField(draw: Draw, schema: z.core.$ZodType, field: FieldPlan, plans: Plans): unknown {
  if (schema instanceof z.ZodArray) return drawList(draw, schema, field, plans);
  if (schema instanceof z.ZodObject) return drawObject(draw, schema, planOf(field.inner!, plans), plans);
  if (field.numeral) return String(draw(fc.nat));
  if (field.decimals !== undefined) return drawDecimal(draw, schema, field.decimals);
  return drawScalar(draw, schema);
}

/** A number that a factor leaves as it is. */
function drawDecimal(draw: Draw, schema: z.core.$ZodType, decimals: number): number {
  const whole = schema instanceof z.ZodNumber && !schema.safeParse(0.5).success;
  const number = draw(fc.integer, { min: 1, max: 1_000_000 });
  return whole ? number : number / 10 ** decimals;
}

function drawList(
  draw: Draw,
  schema: z.ZodArray,
  { element, key, ordered }: FieldPlan,
  plans: Plans,
): Value[] {
  // Every list may have one element; only some may have none.
  const least = schema.safeParse([]).success ? 0 : 1;
  const count = draw(fc.integer, { min: least, max: 5 });
  const plan = planOf(element!, plans);
  const values = Array.from({ length: count }, () =>
    drawObject(draw, schema.element as z.ZodObject, plan, plans),
  );
  if (ordered) return values.map((value, at) => ({ ...value, index: at + 1 }));
  // No channel of a device has two states.
  const own = key ?? (groupOf(schema) && ('index' in (values[0] ?? {}) ? 'index' : 'key'));
  if (own === undefined) return values;
  const seen = new Set<unknown>();
  return values.filter((value) => !seen.has(value[own]) && seen.add(value[own]));
}

function drawScalar(draw: Draw, schema: z.core.$ZodType): unknown {
  switch (wireKindOf(schema)) {
    case 'index':
      return draw(fc.integer, { min: 1, max: pick(draw, [9, 65_536]) });
    case 'bytes':
      return Buffer.from(draw(fc.uint8Array, { maxLength: 12 })).toString('hex');
    case 'duration':
      return draw(fc.nat, { max: 2 ** 31 - 1 });
    case 'timestamp':
      return draw(fc.maxSafeNat) % Date.UTC(9999, 0);
    default:
      return drawPlainScalar(draw, schema);
  }
}

function drawPlainScalar(draw: Draw, schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodBoolean) return draw(fc.boolean);
  if (schema instanceof z.ZodLiteral) return true;
  if (schema instanceof z.ZodEnum) return pick(draw, schema.options);
  if (schema instanceof z.ZodUnknown) return { any: draw(fc.string), thing: [null, draw(fc.nat)] };
  if (schema instanceof z.ZodNumber) {
    const whole = !schema.safeParse(0.5).success;
    if (whole) return draw(fc.integer, { min: 1, max: 1_000_000 });
    return draw(fc.double, { noNaN: true, noDefaultInfinity: true }) + 0;
  }
  return pick(draw, ['__proto__', '1', 'constructor', draw(drawString)]);
}

const drawString = (): fc.Arbitrary<string> => fc.string({ unit: 'binary', minLength: 1, maxLength: 20 });

/** An operation whose parameters the dialect can carry. */
export function drawOperation(draw: Draw, plans: Plans, name = pick(draw, OPERATION_NAMES)): Operation {
  return { name, params: drawValue(draw, operationFacts(name).params, plans) } as Operation;
}

/** The value with the lists that are written as objects in one order: an object has an order of its own. */
export function sorted(value: unknown, shape: ShapeName, plans: Plans): unknown {
  return sortedObject(value as Value, plans.get(shape)!, plans);
}

function sortedObject(value: Value, plan: Plan, plans: Plans): Value {
  const entries = Object.entries(value).map(([name, content]) => {
    const { inner, element, group, key = group } = plan.get(name)!;
    if (inner !== undefined) return [name, sortedObject(content as Value, planOf(inner, plans), plans)];
    if (element === undefined) return [name, content];
    const each = (content as Value[]).map((item) => sortedObject(item, planOf(element, plans), plans));
    const text = (item: Value): string => String(item[key!]);
    return [name, key === undefined ? each : each.toSorted((a, b) => (text(a) < text(b) ? -1 : 1))];
  });
  return Object.fromEntries(entries) as Value;
}

function planOf(plan: Plan | ShapeName, plans: Plans): Plan {
  return typeof plan === 'string' ? plans.get(plan)! : plan;
}
