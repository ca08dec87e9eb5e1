// A reader that knows a form of heartbeats reads every frame as one that knows none.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  createAlikePings,
  createFrameReader,
} from '../../../src/simulator/transport/websocket/read-frame.js';
import { DIALECTS, dialectNamed } from '../dialect-named.js';

const plain = fc.stringMatching(/^[\w-]{1,70}$/);
const anyText = fc.oneof(
  plain,
  fc.string({ maxLength: 12 }),
  fc.constantFrom('', ':', ',', 'a"b', '\\', 'data'),
);

describe.each(DIALECTS)('heartbeats in the %s dialect', (name) => {
  const dialect = dialectNamed(name);
  const pingText = (requestId: string, data: unknown): string =>
    JSON.stringify(dialect.shapes.wsRequest.encode({ topic: 'session.ping', requestId, data }));
  const frame = fc
    .record({ requestId: anyText, data: fc.constantFrom(undefined, {}, { data: 'data' }, { a: 'r-1' }) })
    .map(({ requestId, data }) => pingText(requestId, data));
  const mutated = fc
    .record({ text: frame, at: fc.nat(80), piece: fc.constantFrom('', '"', '}', '\\', ' ', 'x', ',"a":1') })
    .map(({ text, at, piece }) => text.slice(0, at) + piece + text.slice(at + 1));

  test('any frames one after the other are read as each by itself', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(frame, mutated), { maxLength: 8 }), (texts) => {
        const read = createFrameReader(dialect);
        for (const text of texts) expect(read(text)).toEqual(createFrameReader(dialect)(text));
      }),
      { numRuns: 60 },
    );
  });

  it('of the same form are known from the second on', () => {
    const pings = createAlikePings();
    const request = { topic: 'session.ping', requestId: 'r-1', data: {} };
    pings.learn(pingText('r-1', {}), request);
    expect(pings.read(pingText('another-2', {}))).toEqual({ ...request, requestId: 'another-2' });
    expect(pings.read(pingText('another-2', { more: 1 }))).toBeUndefined();
  });
});

it('learns no form from a frame in which the requestId stands twice, as a name, or behind an escape', () => {
  const twice = '{"a":"r-1","requestId":"r-1"}';
  const name = '{"r-1":1,"b":2}';
  const escape = '{"requestId":"x","\\u0072equestId":"r-1"}';
  for (const text of [twice, name, escape]) {
    const pings = createAlikePings();
    pings.learn(text, { topic: 'session.ping', requestId: 'r-1' });
    expect(pings.read(text.replaceAll('r-1', 'r-2'))).toBeUndefined();
    expect(pings.read(text)).toBeUndefined();
  }
});
