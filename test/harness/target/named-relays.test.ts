// A command for one relay switches the relay that it names, or another one each time.
import { expect, it } from 'vitest';
import type { Operation } from '../../../src/contract/schemas/command.js';
import { createNamedRelays, type NamedRelays } from '../../../src/harness/target/relay-effects.js';
import { relayName } from '../../../src/harness/target/registers.js';

const OFF = new Map([1, 2, 3].map((index) => [relayName(index), false]));
const on = (index: number): Map<string, boolean> => new Map([...OFF, [relayName(index), true]]);
const set = (...indices: readonly number[]): Operation => ({
  name: 'device.relay.set',
  params: { relays: indices.map((index) => ({ index, action: 'on' })) },
});

/** Switches relay 1 so many times, and reads these relays afterwards. */
function switched(relays: NamedRelays, times: number, then: ReadonlyMap<string, boolean>): void {
  for (let at = 0; at < times; at++) {
    relays.set('plant', set(1), OFF);
    relays.read('plant', then);
  }
}

it('are others where they changed in its place each time', () => {
  const relays = createNamedRelays();
  switched(relays, 5, on(2));
  expect(relays.areOthers()).toBe(false);
  switched(relays, 1, on(2));
  expect(relays.areOthers()).toBe(true);
});

it('are not others where the named one has changed more often than by chance', () => {
  const relays = createNamedRelays();
  switched(relays, 20, on(2));
  switched(relays, 4, on(1));
  expect([relays.areOthers(), relays.isProved()]).toEqual([false, true]);
});

it('are not told apart by a command for several, or where both have changed', () => {
  const relays = createNamedRelays();
  relays.set('plant', set(1, 2), OFF);
  relays.read('plant', on(3));
  switched(relays, 20, new Map([...on(1), [relayName(2), true]]));
  expect([relays.areOthers(), relays.isProved()]).toEqual([false, false]);
});

it('counts an event that names it once, however many connections it comes on', () => {
  const relays = createNamedRelays();
  for (let at = 0; at < 4; at++) {
    relays.set('plant', set(1), OFF);
    for (let copy = 0; copy < 2; copy++) relays.heard('plant', [{ kind: 'relay', index: 1 }], on(1));
    expect(relays.isProved()).toBe(at === 3);
  }
});
