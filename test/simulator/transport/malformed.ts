// Requests and frames that are almost right, not right at all, or right by chance, for fuzzing.
import fc from 'fast-check';
import { ENDPOINT_NAMES, ENDPOINTS, type EndpointName } from '../../../src/contract/endpoints.js';
import type { Operation } from '../../../src/contract/schemas/command.js';
import { REQUEST_TOPICS } from '../../../src/contract/topics.js';
import type { Dialect } from '../../../src/dialect/dialect.js';
import type { RestRequest } from '../../../src/simulator/transport/rest/message.js';

const OPERATIONS: readonly Operation[] = [
  { name: 'device.relay.set', params: { relays: [{ index: 1, action: 'on' }] } },
  { name: 'device.rs485.transceive', params: { data: 'ee01', timeout: 100 } },
  { name: 'device.rs485.baudRate.set', params: { baudRate: 9600 } },
  { name: 'device.relay.jogConfig.set', params: { index: 1, duration: 500 } },
];

/** A body that the endpoint would take; undefined where it takes none. */
function goodBody({ shapes, operationParams }: Dialect, endpoint: EndpointName): unknown {
  switch (endpoint) {
    case 'token.create':
      return { clientId: 'reader', clientSecret: 'demo-reader-secret' };
    case 'relays.set':
      return operationParams('device.relay.set').encode({ relays: [{ index: 1, action: 'on' }] });
    case 'relays.set-one':
      return shapes.singleRelayBody.encode({ action: 'off' });
    case 'rs485.transceive':
      return operationParams('device.rs485.transceive').encode({ data: 'ee01', timeout: 100 });
    case 'rs485.baud-rate':
      return operationParams('device.rs485.baudRate.set').encode({ baudRate: 9600 });
    case 'relays.jog-config':
      return shapes.jogBody.encode({ duration: 500 });
    case 'devices.add':
      return shapes.deviceAddition.encode({ deviceId: 'added', profileId: 'mini-3', password: 'p' });
    case 'devices.password':
      return shapes.passwordChange.encode({ currentPassword: 'p', newPassword: 'q' });
    default:
      return undefined;
  }
}

const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    '__proto__',
    'constructor',
    'toString',
    '\0',
    '\ud800',
    '%',
    '../..',
    'x'.repeat(2000),
    '-1',
    '1e99',
  ),
);

const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  oddText,
  fc.constantFrom(null, -0, -1, 0.5, 1e308, 2 ** 53, '', [], {}, [[]], { __proto__: null }, 'AN', '00', true),
);

/** The value with one place in it replaced, removed or doubled. */
function spoiled(value: unknown): fc.Arbitrary<unknown> {
  const places = placesIn(value);
  return fc
    .record({
      place: fc.nat(places.length - 1),
      how: fc.constantFrom('replace', 'replace', 'remove', 'wrap', 'keep'),
      odd: oddValue,
    })
    .map(({ place, how, odd }) => {
      const path = places[place] ?? [];
      return at(value, path, (old) => (how === 'replace' ? odd : how === 'wrap' ? [old, old] : undefined));
    });
}

function placesIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...path, key]))];
}

function at(value: unknown, [key, ...rest]: readonly string[], change: (old: unknown) => unknown): unknown {
  if (key === undefined) return change(value);
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>;
  copy[key] = at(copy[key], rest, change);
  return copy;
}

/** JSON of the value, at times cut off or with a character too many. */
function spoiledText(value: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  return fc
    .record({ value, cut: fc.option(fc.nat(200), { freq: 5 }), extra: fc.option(oddText, { freq: 8 }) })
    .map(({ value: inner, cut, extra }) => {
      const text = JSON.stringify(inner) ?? '';
      return (cut === null ? text : text.slice(0, cut)) + (extra ?? '');
    });
}

function segment(good: string): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant(good) },
    { weight: 2, arbitrary: oddText.map((text) => encodeURIComponent(text.toWellFormed())) },
    { weight: 1, arbitrary: oddText },
  );
}

export function malformedRequest(dialect: Dialect, token: string): fc.Arbitrary<RestRequest> {
  const target = (endpoint: EndpointName): fc.Arbitrary<string> =>
    fc
      .record({
        // Were it removed, all that follows would only find it gone.
        deviceId: segment(endpoint === 'devices.remove' ? 'bench-12' : 'bench-01'),
        commandId: segment('cmd-1'),
        index: segment('1'),
        query: oddText,
      })
      .map(({ query, ...parameters }) => {
        const path = ENDPOINTS[endpoint].path.replace(
          /\{(\w+)\}/g,
          (_, name: string) => parameters[name as keyof typeof parameters],
        );
        return query === ''
          ? path
          : `${path}?${dialect.paging.limit}=${query}&${dialect.paging.cursor}=${query}&ticket=${query}`;
      });
  return fc.constantFrom(...ENDPOINT_NAMES).chain((endpoint) => {
    const body = goodBody(dialect, endpoint);
    const { method } = ENDPOINTS[endpoint];
    return fc.record({
      method: fc.oneof(
        { weight: 9, arbitrary: fc.constant<string>(method) },
        { weight: 1, arbitrary: oddText },
      ),
      target: fc.oneof({ weight: 9, arbitrary: target(endpoint) }, { weight: 1, arbitrary: oddText }),
      headers: fc.record(
        {
          authorization: fc.oneof(
            { weight: 9, arbitrary: fc.constant(`Bearer ${token}`) },
            { weight: 1, arbitrary: oddText },
          ),
          'content-type': fc.oneof(fc.constant('application/json'), oddText),
          'idempotency-key': oddText,
        },
        { requiredKeys: ['authorization'] },
      ),
      body: fc.oneof(
        { weight: 40, arbitrary: spoiledText(spoiled(body)) },
        { weight: 8, arbitrary: spoiledText(oddValue) },
        { weight: 8, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
        {
          weight: 1,
          arbitrary: fc.constantFrom('['.repeat(30_000), '{"a":'.repeat(10_000), `"${'x'.repeat(60_000)}"`),
        },
      ),
    });
  });
}

export function malformedFrame(dialect: Dialect): fc.Arbitrary<string> {
  const data = (topic: (typeof REQUEST_TOPICS)[number], operation: Operation): unknown => {
    if (topic === 'session.ping') return {};
    if (topic === 'device.state.get') return dialect.shapes.stateRequest.encode({ deviceId: 'bench-01' });
    return dialect.executeRequest.encode({ deviceId: 'bench-01', operation });
  };
  const good = fc
    .record({ topic: fc.constantFrom(...REQUEST_TOPICS), operation: fc.constantFrom(...OPERATIONS) })
    .map(({ topic, operation }) =>
      dialect.shapes.wsRequest.encode({ topic, requestId: 'r', data: data(topic, operation) }),
    );
  return fc.oneof(
    { weight: 6, arbitrary: spoiledText(good.chain(spoiled)) },
    { weight: 1, arbitrary: spoiledText(oddValue) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  );
}
