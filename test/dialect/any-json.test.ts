// Whatever JSON comes: it is read, or it is said where it does not fit, what was expected, what came, and which line
// of the dialect says so. Nothing is thrown.
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SHAPE_NAMES } from '../../src/contract/schemas/shapes.js';
import type { Decoded, Dialect } from '../../src/dialect/dialect.js';
import type { Draw } from './random/draw.js';
import { drawDialect } from './random/random-dialect.js';
import { drawValue } from './random/random-value.js';
import { dialectOf } from './read-dialect.js';

const FOLDER = 'fixtures/dialects/gallery';
const GALLERY = readdirSync(FOLDER).filter((name) => name.endsWith('.yaml'));

const anyJson = (): fc.Arbitrary<unknown> => fc.jsonValue({ maxDepth: 4 });
const nat = (max: number): fc.Arbitrary<number> => fc.nat(max);

function expectExplained(decoded: Decoded<unknown>): void {
  if (decoded.ok) return;
  expect(decoded.mismatches.length).toBeGreaterThan(0);
  for (const { pointer, expected, actual, declaredAt } of decoded.mismatches) {
    expect(pointer).toMatch(/^\/at(\/|$)/);
    expect(expected).not.toBe('');
    expect(actual).not.toBe('');
    expect(declaredAt).toMatch(/^dialect\.yaml:\d+:\d+$/);
  }
}

function readAll(dialect: Dialect, wire: unknown): void {
  for (const shape of SHAPE_NAMES) expectExplained(dialect.shapes[shape].decode(wire, '/at'));
  expectExplained(dialect.command.decode(wire, '/at'));
  expectExplained(dialect.executeRequest.decode(wire, '/at'));
}

/** The same data with one part of them, anywhere, put into something else. */
function spoilt(draw: Draw, wire: unknown): unknown {
  if (typeof wire !== 'object' || wire === null || draw(nat, 3) === 0) return draw(anyJson);
  if (Array.isArray(wire)) {
    const at = draw(nat, Math.max(0, wire.length - 1));
    return wire.map((each, index) => (index === at ? spoilt(draw, each) : (each as unknown)));
  }
  const entries = Object.entries(wire);
  const at = draw(nat, Math.max(0, entries.length - 1));
  return Object.fromEntries(
    entries.map(([name, each], index) => [name, index === at ? spoilt(draw, each) : (each as unknown)]),
  );
}

describe('any JSON', { timeout: 60_000 }, () => {
  it.each(GALLERY)('is read or explained by %s', (file) => {
    const dialect = dialectOf(readFileSync(`${FOLDER}/${file}`, 'utf8'));
    fc.assert(
      fc.property(anyJson(), (wire) => readAll(dialect, wire)),
      { numRuns: 30, endOnFailure: true },
    );
  });

  it('is read or explained by any dialect, also where it is nearly right', () => {
    const property = fc.property(fc.gen(), (draw) => {
      const { text, plans } = drawDialect(draw);
      const dialect = dialectOf(text);
      readAll(dialect, draw(anyJson));
      for (const shape of SHAPE_NAMES) {
        const codec = dialect.shapes[shape] as { encode(value: unknown): unknown };
        const wire: unknown = JSON.parse(JSON.stringify(codec.encode(drawValue(draw, shape, plans))));
        for (const _ of [1, 2, 3]) expectExplained(dialect.shapes[shape].decode(spoilt(draw, wire), '/at'));
      }
    });
    fc.assert(property, { numRuns: 15, endOnFailure: true });
  });
});
