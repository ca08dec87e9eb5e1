import { expect, test } from 'vitest';
import { nameWords } from '../../src/report/result-words.js';
import type { BoundName } from '../../src/harness/verdict/verdict.js';

const plant: BoundName = {
  name: 'plant',
  kind: 'device',
  id: 't-6mxvt4a',
  channels: { 'relays.lamp': 1, 'relays.pump': 8 },
};

test('a device is told with the channels that its names stand for', () => {
  expect(nameWords({ names: [plant] })).toBe('plant is device t-6mxvt4a with relays.lamp 1, relays.pump 8');
});

test('a client is told by its name in the profile, and left out where that is the same', () => {
  const operator: BoundName = { name: 'operator', kind: 'client', id: 'switcher', channels: {} };
  const reader: BoundName = { name: 'reader', kind: 'client', id: 'reader', channels: {} };
  expect(nameWords({ names: [plant, operator, reader] })).toMatch(/; operator is client switcher$/);
  expect(nameWords({ names: [reader] })).toBeUndefined();
});

test('a property, which has no names, says nothing', () => {
  expect(nameWords({})).toBeUndefined();
});
