import { expect, test } from 'vitest';
import { boundNames } from '../../../src/harness/run/run-planned.js';

test('names stand for a device with its channels, and for a client of the profile', () => {
  const plant = {
    name: 'plant',
    deviceId: 'bench-01',
    profileName: 'bench',
    relays: { lamp: 1 },
    outside: { 'beyond-the-last': 9 },
    inputs: { door: 2 },
    sensors: { heat: 'temperature' },
  };
  const operator = { name: 'operator', profileName: 'switcher', clientId: 'app.switcher', scopes: [] };
  expect(boundNames(new Map([['plant', plant]]), new Map([['operator', operator]]))).toEqual([
    {
      name: 'plant',
      kind: 'device',
      id: 'bench-01',
      channels: { 'relays.lamp': 1, 'inputs.door': 2, 'sensors.heat': 'temperature' },
    },
    { name: 'operator', kind: 'client', id: 'switcher', channels: {} },
  ]);
});
