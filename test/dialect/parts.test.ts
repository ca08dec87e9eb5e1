// A value that is written in parts has the bytes of one that is written whole, in every dialect that ships.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DeviceList } from '../../src/contract/schemas/device.js';
import { dialectOf, textOf } from './read-dialect.js';

const device = fc.record(
  {
    deviceId: fc.stringMatching(/^[1-9]\d{0,8}$/),
    name: fc.string(),
    online: fc.boolean(),
    powered: fc.boolean(),
  },
  { requiredKeys: ['deviceId', 'name', 'online', 'powered'] },
);

function listOf(some: readonly DeviceList['devices'][number][], count: number): DeviceList {
  return {
    devices: Array.from({ length: count }, (_, at) => ({ profileId: 'io', ...some[at % some.length]! })),
  };
}

describe.each(['default', 'scrambled'] as const)('a device list in the dialect %s', (name) => {
  const { deviceList } = dialectOf(textOf(name)).shapes;

  it('has the same bytes in parts as in one go, whatever its length', () => {
    const count = fc.constantFrom(0, 1, 2, 499, 500, 501, 1000, 1001);
    fc.assert(
      fc.property(fc.array(device, { minLength: 1, maxLength: 5 }), count, (some, length) => {
        const list = listOf(some, length);
        const walked = function* walked() {
          yield* list.devices;
        };
        const parts = [...deviceList.parts({ ...list, devices: walked() }, () => list)];
        expect(parts.join('')).toBe(deviceList.write(list));
        expect(JSON.parse(parts.join(''))).toEqual(deviceList.encode(list));
      }),
      { numRuns: 40 },
    );
  });

  it('is never made all at once', () => {
    const list = listOf([{ deviceId: '1', name: 'n', online: true, powered: true }], 5000);
    let made = 0;
    const walked = function* walked() {
      for (const each of list.devices) {
        made++;
        yield each;
      }
    };
    const most: number[] = [];
    let before = 0;
    for (const _ of deviceList.parts({ ...list, devices: walked() }, () => list)) {
      most.push(made - before);
      before = made;
    }
    expect(Math.max(...most)).toBeLessThanOrEqual(500);
  });
});
