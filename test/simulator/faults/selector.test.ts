import { expect, test } from 'vitest';
import { createSelects, describeSelector } from '../../../src/simulator/faults/selector.js';

const profileOf = (deviceId: string): string => (deviceId.startsWith('plant') ? 'io' : 'mini');

test('what a selector leaves out is selected, and each key narrows it', () => {
  expect(createSelects({}, profileOf)({})).toBe(true);
  const selects = createSelects({ device: ['plant-*', 'mini-1'], client: ['operator'] }, profileOf);
  expect(selects({ deviceId: 'plant-7', clientId: 'operator' })).toBe(true);
  expect(selects({ deviceId: 'mini-1', clientId: 'operator' })).toBe(true);
  expect(selects({ deviceId: 'mini-2', clientId: 'operator' })).toBe(false);
  expect(selects({ deviceId: 'plant-7', clientId: 'reader' })).toBe(false);
  expect(selects({ deviceId: 'plant-7' })).toBe(false);
});

test('a profile selects the devices that have it, and nothing without a device', () => {
  const selects = createSelects({ profile: ['mini'] }, profileOf);
  expect([selects({ deviceId: 'mini-1' }), selects({ deviceId: 'plant-1' }), selects({})]).toEqual([
    true,
    false,
    false,
  ]);
});

test('the star is the only character that stands for others', () => {
  const selects = createSelects({ device: ['a.b-*'] }, profileOf);
  expect([selects({ deviceId: 'a.b-' }), selects({ deviceId: 'axb-1' })]).toEqual([true, false]);
});

test('routes and topics are compared as they are', () => {
  const selects = createSelects({ route: ['devices.list'], topic: ['device.power.lost'] }, profileOf);
  expect(selects({ route: 'devices.list', topic: 'device.power.lost' })).toBe(true);
  expect(selects({ route: 'devices.read', topic: 'device.power.lost' })).toBe(false);
});

test('a selector is described in words', () => {
  expect(describeSelector({})).toBe('everything');
  expect(describeSelector({ route: ['relays.set'], device: ['a', 'b'], client: ['operator'] })).toBe(
    'relays.set; a, b; client operator',
  );
});
