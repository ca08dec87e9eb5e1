// How long a jog lasts, where its duration is known.
import { expect, it } from 'vitest';
import { RELAY_RELATIONS } from '../../src/probe/relay-relations.js';
import type { SightedExchange, Sights } from '../../src/probe/sights.js';

const jogLasts = RELAY_RELATIONS.find(({ name }) => name === 'jog-lasts');

const setting = (duration: number, from: number, to: number): object => ({
  what: 'relays.jog-config',
  operation: { name: 'device.relay.jogConfig.set', params: { index: 1, duration } },
  ok: to !== Infinity,
  data: { commandId: `set-${from}`, status: 'succeeded' },
  ...{ from, to },
});

/** What is said of a jog at 30 s that was seen to last for 3 s. */
function judgedAfter(...settings: readonly object[]): readonly boolean[] {
  const jog = {
    what: 'relays.set',
    operation: { name: 'device.relay.set', params: { relays: [{ index: 1, action: 'jog' }] } },
    ok: true,
    data: { commandId: 'jog', status: 'succeeded' },
    ...{ from: 30_000, to: 30_100 },
  };
  const exchanges = [...settings, jog].map((each, id) => ({
    ...each,
    ...{ id, client: 'c', key: `k${id}`, deviceId: 'a' },
  })) as unknown as readonly SightedExchange[];
  const told = (at: number, on: boolean): object => ({
    at,
    topic: 'device.state.changed',
    data: {
      deviceId: 'a',
      changes: [{ kind: 'relay', index: 1 }],
      peripherals: { relays: [{ index: 1, on }], digitalInputs: [], analogInputs: [], sensors: [] },
    },
  });
  const events = [told(30_050, true), told(33_050, false)];
  const sights = { exchanges, events, acts: [], connections: [] } as unknown as Sights;
  return [...(jogLasts?.judge(sights) ?? [])].map(({ held }) => held);
}

it('holds a jog against the duration that was set last', () => {
  expect(judgedAfter(setting(500, 0, 100), setting(3000, 200, 300))).toEqual([true]);
  expect(judgedAfter(setting(3000, 0, 100), setting(500, 200, 300))).toEqual([false]);
});

it('says nothing where another duration may have been set meanwhile', () => {
  expect(judgedAfter(setting(500, 0, 200), setting(3000, 100, 300))).toEqual([]);
  expect(judgedAfter(setting(500, 200, 300), setting(3000, 29_990, 31_000))).toEqual([]);
  expect(judgedAfter(setting(500, 200, 300), setting(3000, 20_000, Infinity))).toEqual([]);
  expect(judgedAfter(setting(500, 200, 300), setting(3000, 10_000, Infinity))).toEqual([]);
  expect(judgedAfter(setting(500, 0, Infinity), setting(3000, 20_000, 20_100))).toEqual([true]);
});
