// Whatever a dialect can carry comes back as it was: random values under random dialects.
import { deepStrictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS, OPERATING_ENDPOINTS } from '../../src/contract/endpoints.js';
import { type Operation, operationFacts } from '../../src/contract/operations.js';
import {
  type Codec,
  decodeOperationRequest,
  type Dialect,
  encodeOperationRequest,
} from '../../src/dialect/dialect.js';
import { SHAPE_NAMES, type ShapeName, SHAPES } from '../../src/contract/schemas/shapes.js';
import { parseDialect } from '../../src/dialect/parse-dialect.js';
import { problemText } from './read-dialect.js';
import type { Draw } from './random/draw.js';
import { drawDialect, type RandomDialect } from './random/random-dialect.js';
import { drawOperation, drawValue, sorted } from './random/random-value.js';
import { withUnknownFields } from './random/sample-tree.js';

function parsed({ text }: RandomDialect): Dialect {
  const result = parseDialect(text, 'random.yaml');
  if (result.ok) return result.value;
  throw new Error(`${result.problems.map(problemText).join('\n')}\n\n${text}`);
}

function decoded(codec: Codec<unknown>, wire: unknown): unknown {
  const result = codec.decode(wire);
  if (result.ok) return result.value;
  throw new Error(JSON.stringify([wire, result.mismatches], null, 2));
}

type MaybeWriting = Codec<unknown> & { readonly write?: (value: unknown) => string };

/** The content of the message as the other side gets it. */
function sent(codec: MaybeWriting, value: unknown): unknown {
  const wire = codec.encode(value);
  const text = JSON.stringify(wire);
  deepStrictEqual(JSON.parse(text), wire);
  // Twice: the second time what is remembered of the first, where the value is frozen.
  if (codec.write) for (const _ of [1, 2]) deepStrictEqual(JSON.parse(codec.write(value)), wire);
  return JSON.parse(text);
}

function frozen(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

type Check = (draw: Draw, random: RandomDialect, dialect: Dialect) => void;

/** Reading a dialect costs far more than what is done with it: few dialects, and all shapes of each. */
const RUNS = 20;
const PATIENCE = 60_000;

function assertForAll(check: Check): void {
  const property = fc.property(fc.gen(), (draw) => {
    const random = drawDialect(draw);
    check(draw, random, parsed(random));
  });
  // To shrink a dialect takes far too long; the seed is enough.
  fc.assert(property, { numRuns: RUNS, endOnFailure: true });
}

const codecOf = (dialect: Dialect, shape: ShapeName): Codec<unknown> => dialect.shapes[shape];

/** As an endpoint takes it whose path names the relay. */
function forOneRelay(operation: Operation): Operation {
  if (operation.name !== 'device.relay.set') return operation;
  return { ...operation, params: { relays: operation.params.relays.slice(0, 1) } };
}

describe('under any dialect', { timeout: PATIENCE }, () => {
  it('a value survives the way over the wire', () => {
    assertForAll((draw, { plans }, dialect) => {
      for (const shape of SHAPE_NAMES) {
        const value = drawValue(draw, shape, plans);
        expect(SHAPES[shape].safeParse(value).success).toBe(true);
        const codec = codecOf(dialect, shape);
        deepStrictEqual(
          sorted(decoded(codec, sent(codec, value)), shape, plans),
          sorted(value, shape, plans),
        );
        sent(codec, frozen(value));
      }
    });
  });

  it('fields that the dialect does not know are ignored', () => {
    assertForAll((draw, { plans, trees }, dialect) => {
      for (const shape of SHAPE_NAMES) {
        const value = drawValue(draw, shape, plans);
        const codec = codecOf(dialect, shape);
        const wire = withUnknownFields(sent(codec, value), trees.get(shape)!, trees);
        deepStrictEqual(sorted(decoded(codec, wire), shape, plans), sorted(value, shape, plans));
      }
    });
  });

  it('an operation survives in a request', () => {
    assertForAll((draw, { plans }, dialect) => {
      const codec = dialect.executeRequest as Codec<unknown>;
      const value = { ...drawValue(draw, 'executeRequest', plans), operation: drawOperation(draw, plans) };
      deepStrictEqual(decoded(codec, sent(codec, value)), value);
    });
  });

  it('an operation survives in the REST request of each of its endpoints', () => {
    assertForAll((draw, { plans }, dialect) => {
      for (const endpoint of OPERATING_ENDPOINTS) {
        const operation = forOneRelay(drawOperation(draw, plans, ENDPOINTS[endpoint].operation));
        const { body, index = '' } = encodeOperationRequest(dialect, endpoint, operation);
        const wire = { body: JSON.parse(JSON.stringify(body)) as unknown, index };
        deepStrictEqual(decodeOperationRequest(dialect, endpoint, wire), { ok: true, value: operation });
      }
    });
  });

  it('an operation and its result survive in a command', () => {
    assertForAll((draw, { plans }, dialect) => {
      const codec = dialect.command as Codec<unknown>;
      const { params: _, result, ...frame } = drawValue(draw, 'command', plans);
      const operation = drawOperation(draw, plans);
      const shape = result === undefined ? undefined : operationFacts(operation.name).result;
      const value = {
        ...frame,
        operation,
        ...(shape ? { result: drawValue(draw, shape, plans) } : {}),
      };
      deepStrictEqual(decoded(codec, sent(codec, value)), value);
    });
  });
});
