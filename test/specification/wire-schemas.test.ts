import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SHAPE_NAMES, type ShapeName } from '../../src/contract/schemas/shapes.js';
import type { Dialect } from '../../src/dialect/dialect.js';
import { dialectOf, textOf } from '../dialect/read-dialect.js';
import type { Draw } from '../dialect/random/draw.js';
import type { FieldPlan, Plan, Plans } from '../dialect/random/plan.js';
import { drawDialect } from '../dialect/random/random-dialect.js';
import { drawValue } from '../dialect/random/random-value.js';
import { createChecker } from './schema-checker.js';

const PATIENCE = 30_000;

function encoded(dialect: Dialect, shape: ShapeName, value: unknown): Record<string, unknown> {
  const codec = dialect.shapes[shape] as { encode(value: unknown): Record<string, unknown> };
  return JSON.parse(JSON.stringify(codec.encode(value))) as Record<string, unknown>;
}

/** What is said about the wire of each shape, and that nothing is said of it once it is spoilt. */
function check(dialect: Dialect, draw: Draw, plans: Plans, rounds: number): void {
  const checker = createChecker();
  for (const shape of SHAPE_NAMES) {
    const schema = dialect.shapes[shape].schema();
    for (let round = 0; round < rounds; round++) {
      const wire = encoded(dialect, shape, drawValue(draw, shape, plans));
      const faults = checker.faults(schema, wire);
      if (faults.length > 0)
        throw new Error(`${shape}: ${faults.join('; ')}\n${JSON.stringify([schema, wire])}`);
      expect(checker.faults(schema, { ...wire, 'a field of the next version': 1 }).length).toBe(
        schema['properties'] ? 0 : 1,
      );
      for (const name of (schema['required'] ?? []) as string[]) {
        const { [name]: _, ...rest } = wire;
        expect(checker.faults(schema, rest), `${shape} without ${name}`).not.toEqual([]);
      }
    }
    for (const wrong of [null, [], 'text', 7]) expect(checker.faults(schema, wrong)).not.toEqual([]);
  }
}

/** By which no two elements of a list are alike, wherever a dialect may write the list as an object. */
const KEYS: Readonly<Record<string, string>> = {
  relays: 'index',
  digitalInputs: 'index',
  analogInputs: 'index',
  sensors: 'key',
  devices: 'deviceId',
  profiles: 'profileId',
};

/** Values that have all that the contract knows. */
const whole = {
  get: (name: string): FieldPlan => ({
    presence: 'always',
    inner: whole,
    element: whole,
    ...(KEYS[name] === undefined ? {} : { key: KEYS[name] }),
  }),
} as unknown as Plan;
const everything = { get: () => whole } as unknown as Plans;

describe('the JSON Schema of a shape', { timeout: PATIENCE }, () => {
  it.each(['default', 'scrambled'] as const)(
    'takes all that the %s dialect writes, and nothing else',
    (name) => {
      const dialect = dialectOf(textOf(name));
      fc.assert(
        fc.property(fc.gen(), (draw) => check(dialect, draw, everything, 3)),
        { numRuns: 3, endOnFailure: true },
      );
    },
  );

  it('takes all that any dialect writes, and nothing else', () => {
    const property = fc.property(fc.gen(), (draw) => {
      const { text, plans } = drawDialect(draw);
      check(dialectOf(text), draw, plans, 2);
    });
    fc.assert(property, { numRuns: 12, endOnFailure: true, seed: 1172464879 });
  });
});
