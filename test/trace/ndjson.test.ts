// A trace as a file, written and read again.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseNdjson, type StoredTrace, toNdjson } from '../../src/trace/ndjson.js';
import type { TraceEntry, TraceRecord } from '../../src/trace/record.js';

const HEAD = '{"format":"conform-trace/1"}';
const TRACE = '{"trace":"a/b","dropped":0}';
const EVENT = '{"seq":0,"at":12.5,"kind":"event","connection":"w","topic":"x"}';

const message = (...lines: readonly string[]): unknown => {
  const read = parseNdjson(lines.join('\n'), 'x.ndjson');
  return read.ok ? read.value : read.problems.map(({ line, message: words }) => `${line}: ${words}`);
};

const word = fc.string({ minLength: 1, maxLength: 8 });
const exchange = fc.nat(9);
const channel = fc.constantFrom('rest' as const, 'ws' as const);
const entries: fc.Arbitrary<unknown> = fc.oneof(
  fc.record(
    {
      kind: fc.constant('request'),
      exchange,
      channel,
      what: word,
      client: word,
      requestId: word,
      headers: fc.constant({ accept: 'application/json' }),
      operation: fc.constant({ name: 'device.rs485.baudRate.set', params: { baudRate: -1 } }),
      body: fc.jsonValue(),
    },
    { requiredKeys: ['kind', 'exchange', 'channel', 'what'] },
  ),
  fc.record({ kind: fc.constant('reply'), exchange, channel, body: fc.jsonValue() }),
  fc.record({
    kind: fc.constant('broken'),
    exchange,
    reason: fc.constantFrom('cut', 'reset', 'refused', 'timeout'),
    detail: word,
  }),
  fc.record({
    kind: fc.constant('connection'),
    connection: word,
    state: fc.constantFrom('opening', 'open', 'refused', 'closed'),
  }),
  fc.record({
    kind: fc.constant('event'),
    connection: word,
    topic: word,
    data: fc.jsonValue(),
  }),
  fc.record({
    kind: fc.constant('stray'),
    connection: word,
    text: fc.string(),
    detail: word,
  }),
  fc.record({
    kind: fc.constant('step'),
    scenario: word,
    step: word,
    attempt: fc.nat(3),
  }),
);
const entry = entries as fc.Arbitrary<TraceEntry>;
const stored: fc.Arbitrary<StoredTrace> = fc.record({
  name: fc.string(),
  dropped: fc.nat(),
  records: fc
    .array(fc.tuple(entry, fc.double({ noNaN: true, noDefaultInfinity: true })))
    .map((all) => all.map(([each, at], seq): TraceRecord => ({ ...each, seq, at }))),
});

describe('a trace in a file', () => {
  it('is what it was, once it is read again', () => {
    fc.assert(
      fc.property(fc.array(stored, { maxLength: 3 }), (traces) => {
        const plain: unknown = JSON.parse(JSON.stringify(traces));
        expect(parseNdjson(toNdjson(traces), 'x')).toEqual({ ok: true, value: plain });
      }),
      { numRuns: 100, seed: 1 },
    );
  });

  it('may have empty lines and the line ends of Windows, and fields that this version does not know', () => {
    const more = EVENT.replace('}', ',"later":1}');
    expect(message(`${HEAD}\r`, '', `${TRACE}\r`, `${more}\r`, '')).toMatchObject([
      { name: 'a/b', records: [{ topic: 'x', later: 1 }] },
    ]);
  });

  it.each<[string, readonly string[], string]>([
    ['is empty', [''], '1: the file is empty'],
    ['begins otherwise', [TRACE], '1: no trace: the first line of one is {"format":"conform-trace/1"}'],
    [
      'is no NDJSON at all',
      ['title: x'],
      '1: no trace: the first line of one is {"format":"conform-trace/1"}',
    ],
    [
      'is of another version',
      ['{"format":"conform-trace/2"}'],
      '1: the format is conform-trace/2, and this program reads conform-trace/1',
    ],
    ['has a record outside of a trace', [HEAD, EVENT], '2: a record before any trace begins'],
    ['is cut off', [HEAD, TRACE, EVENT.slice(0, 20)], '3: the line is not JSON; perhaps it is cut off'],
    [
      'has a record of an unknown kind',
      [HEAD, TRACE, EVENT.replace('event', 'odd')],
      '3: kind: none that a record of a trace has',
    ],
    [
      'has a record without a field',
      [HEAD, TRACE, EVENT.replace('topic', 'tropic')],
      '3: topic: Invalid input: expected string, received undefined',
    ],
    [
      'counts what was dropped below nothing',
      [HEAD, '{"trace":"a","dropped":-1}'],
      '2: dropped: Too small: expected number to be >=0',
    ],
  ])('that %s is refused, with the line', (_, lines, problem) => {
    expect(message(...lines)).toEqual([problem]);
  });

  it('with nothing right in it is given up after twenty lines', () => {
    expect(message(HEAD, TRACE, ...Array.from({ length: 100 }, () => '{'))).toHaveLength(20);
  });
});
