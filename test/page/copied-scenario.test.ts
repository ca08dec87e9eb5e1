// What is copied as a scenario means what was on the wire: our own parser reads it, and what it says is what was sent.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { resolveReferences } from '../../src/harness/scenario/language/reference.js';
import { parseScenario } from '../../src/harness/scenario/parse-scenario.js';
import { scenarioOf, stepOf } from '../../src/page/live/traffic/copied-text.js';

type Entry = Parameters<typeof stepOf>[0];
type Wire = NonNullable<Parameters<typeof stepOf>[1]>;
type Step = Readonly<Record<string, unknown>>;

const odd = fc.constantFrom(
  '$',
  '$x',
  '$$x',
  'a ${b.c}',
  '${b}',
  "it's",
  '"',
  '\\',
  '# x',
  ': ',
  'null',
  'true',
  'on',
  '',
  'ü\n',
  '- a',
  '{',
  '&a',
  '*b',
  '1',
);
const text = fc.oneof(odd, fc.string({ maxLength: 12 }));
const plain = fc.stringMatching(/^[a-z][a-z0-9-]{0,6}$/);
const relay = fc.record({
  index: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.constantFrom(0, -1, 1.5, '1', null)),
  action: fc.oneof(fc.constantFrom('on', 'off', 'jog'), text),
});
const count = fc.oneof(fc.integer({ min: 1, max: 100_000 }), fc.constantFrom(0, -5, 0.5, '9600', null));
const operation = fc.oneof(
  fc.record({
    name: fc.constant('device.relay.set'),
    params: fc.record({ relays: fc.oneof(fc.array(relay, { maxLength: 3 }), fc.constant(7)) }),
  }),
  fc.record({
    name: fc.constant('device.rs485.transceive'),
    params: fc.record(
      { data: fc.oneof(fc.constantFrom('0102', 'FF', '0', ''), text), timeout: count },
      { requiredKeys: ['data'] },
    ),
  }),
  fc.record({ name: fc.constant('device.rs485.baudRate.set'), params: fc.record({ baudRate: count }) }),
  fc.record({
    name: fc.constant('device.relay.jogConfig.set'),
    params: fc.record({ index: count, duration: count }),
  }),
);
const exchange = fc.record({
  operation: fc.option(operation, { nil: undefined }),
  deviceId: text,
  key: fc.option(fc.constantFrom('k1', 'k2', '$k'), { nil: undefined }),
  client: fc.oneof(plain, fc.constantFrom('true', 'a b', "it's")),
  channel: fc.constantFrom('rest', 'ws'),
  sent: fc.option(fc.oneof(text, fc.dictionary(text, fc.oneof(text, fc.integer()))), { nil: undefined }),
  path: fc.constantFrom('/svc/v1/x', '/svc/v1/a?b=${c}', '/x#y', '/x: y', "/it's", '/x,{y}'),
  kept: fc.boolean(),
});
type Drawn = typeof exchange extends fc.Arbitrary<infer T> ? T : never;

const headers = { 'content-type': 'text/plain; x=$y', 'x-dollar': '$a' };

const entryOf = ({ operation: asked, deviceId, key, client, channel, path }: Drawn): Entry =>
  ({
    request: {
      ...{ channel, client, what: asked ? 'relays.set' : 'raw', method: 'POST', path },
      ...(asked && { operation: asked, deviceId }),
      ...(key !== undefined && { idempotencyKey: key }),
    },
    reply: { code: 'SUCCESS' },
  }) as unknown as Entry;

const wireOf = ({ sent, path, kept }: Drawn): Wire | undefined =>
  kept
    ? ({ method: 'POST', path, headers, ...(sent !== undefined && { sent }) } as unknown as Wire)
    : undefined;

/** What the language makes of a text. */
function said(value: unknown): unknown {
  const { value: resolved, missing } = resolveReferences(value, () => undefined);
  expect(missing).toEqual([]);
  return resolved;
}

/** The operation that a step asks for, in the terms of the wire. */
function askedIn(step: Step): unknown {
  if ('setRelays' in step) {
    const relays = Object.entries(step['relays'] as Step).map(([name, action]) => {
      return { index: Number(name.replace('relay', '')), action };
    });
    return { name: 'device.relay.set', params: { relays } };
  }
  const ms = (value: unknown): number => Number(String(value).replace('ms', ''));
  if ('transceive' in step) {
    const { timeout, data } = step;
    const params = { data: String(data), ...(timeout !== undefined && { timeout: ms(timeout) }) };
    return { name: 'device.rs485.transceive', params };
  }
  if ('setBaudRate' in step) return { name: 'device.rs485.baudRate.set', params: { baudRate: step['to'] } };
  const index = Number(String(step['relay']).replace('relay', ''));
  return { name: 'device.relay.jogConfig.set', params: { index, duration: ms(step['to']) } };
}

/** What a step says, in the terms of what was drawn. */
function meantBy(step: Step, { client, sent }: Drawn) {
  const isName = /^[a-z][a-z0-9-]*$/.test(client) && client !== 'true';
  const who = { isClient: isName ? step['client'] === client : /^client-\d$/.test(String(step['client'])) };
  const spelled = 'http' in step ? 'body' : 'frame' in step ? 'frame' : undefined;
  if (spelled === undefined) return { ...who, operation: askedIn(step) };
  const given = said(step[spelled]);
  const told = Object.entries((step['headers'] ?? {}) as Step).map(([name, value]) => [name, said(value)]);
  return {
    ...who,
    sent: typeof sent === 'object' ? (JSON.parse(String(given)) as unknown) : given,
    ...(spelled === 'body' && { line: step['http'], headers: Object.fromEntries(told) as unknown }),
  };
}

function drawnAs(step: Step, { operation: asked, sent, path }: Drawn) {
  if ('frame' in step) return { isClient: true, sent };
  return 'http' in step
    ? { isClient: true, sent, line: `POST ${path}`, headers }
    : { isClient: true, operation: asked };
}

test('a copied scenario is read by our parser, and says what was sent or that it cannot', () => {
  let copied = 0;
  fc.assert(
    fc.property(fc.array(exchange, { minLength: 1, maxLength: 4 }), (all) => {
      const wires = new Map(all.map((drawn) => [entryOf(drawn), wireOf(drawn)]));
      const written = scenarioOf([...wires.keys()], (entry) => wires.get(entry));
      const { steps } = parse(written) as { readonly steps: readonly Step[] | null };
      const lines = [...wires].map(([entry, wire]) => stepOf(entry, wire));
      const meant = all.filter((_, at) => !lines[at]?.startsWith('# Not copied'));
      expect(steps ?? []).toHaveLength(meant.length);
      meant.forEach((drawn, at) => {
        const step = steps?.[at] ?? {};
        expect(meantBy(step, drawn)).toEqual(drawnAs(step, drawn));
        expect([step['expect'], step['via']]).toEqual(['SUCCESS', drawn.channel === 'ws' ? 'ws' : undefined]);
      });
      copied += meant.length;
      if (!steps) return;
      const parsed = parseScenario(written, 'copied.yaml');
      expect(parsed.ok ? [] : parsed.problems).toEqual([]);
    }),
    { numRuns: 300 },
  );
  expect(copied).toBeGreaterThan(100);
});
