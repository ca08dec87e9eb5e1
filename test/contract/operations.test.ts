import { describe, expect, it } from 'vitest';
import { type Endpoint, ENDPOINTS, endpointOf, OPERATING_ENDPOINTS } from '../../src/contract/endpoints.js';
import {
  type Operation,
  OPERATION_NAMES,
  operationFacts,
  touchesOf,
  waitOf,
} from '../../src/contract/operations.js';

const facts = OPERATION_NAMES.map((name) => ({ name, ...operationFacts(name) }));

describe('an operation', () => {
  it('names its parameters, its result and its bodies among its own shapes', () => {
    for (const { shapes, params, result, bodies = {} } of facts) {
      const named = [params, ...(result ? [result] : []), ...Object.keys(bodies)];
      expect(Object.keys(shapes).toSorted()).toEqual(named.toSorted());
    }
  });

  it('has no shape of the name of another', () => {
    const names = facts.flatMap(({ shapes }) => Object.keys(shapes));
    expect(new Set(names).size).toBe(names.length);
  });

  it('has one endpoint that stays, and each of its bodies is taken by an endpoint whose path names a relay', () => {
    for (const { name, bodies = {} } of facts) {
      const own = OPERATING_ENDPOINTS.filter((each) => ENDPOINTS[each].operation === name).map(
        (each): Endpoint => ENDPOINTS[each],
      );
      expect(own.filter(({ deprecated }) => !deprecated)).toHaveLength(1);
      expect(own.flatMap(({ body }) => body ?? [])).toEqual(Object.keys(bodies));
      for (const { path, body } of own) expect(path.includes('{index}')).toBe(body !== undefined);
    }
  });
});

describe('the endpoint of an operation', () => {
  it('is the one that is planned for removal only where that is asked for and exists', () => {
    expect(endpointOf('device.relay.set')).toBe('relays.set');
    expect(endpointOf('device.relay.set', { deprecated: true })).toBe('relays.set-one');
    expect(endpointOf('device.rs485.transceive', { deprecated: true })).toBe('rs485.transceive');
  });
});

describe('what an operation does', () => {
  const CASES: readonly [Operation, ReturnType<typeof touchesOf>, number][] = [
    [
      { name: 'device.relay.set', params: { relays: [{ index: 2, action: 'jog' }] } },
      [{ kind: 'relay', index: 2, to: 'jog' }],
      0,
    ],
    [
      { name: 'device.rs485.transceive', params: { data: 'ff', timeout: 300 } },
      [{ kind: 'rs485', data: 'ff' }],
      300,
    ],
    [{ name: 'device.rs485.baudRate.set', params: { baudRate: 9600 } }, [{ kind: 'baudRate', to: 9600 }], 0],
    [
      { name: 'device.relay.jogConfig.set', params: { index: 3, duration: 700 } },
      [{ kind: 'jogDuration', index: 3, to: 700 }],
      0,
    ],
  ];
  it.each(CASES)('follows from its parameters: %o', (operation, touches, waits) => {
    expect(touchesOf(operation)).toEqual(touches);
    expect(waitOf(operation)).toBe(waits);
  });
});
