// Random lives of a device beside a model of ten lines: what it reports, and whether its events explain it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Peripherals } from '../../../src/contract/schemas/device.js';
import type { ChannelChange } from '../../../src/contract/schemas/message.js';
import type { DeviceSpec } from '../../../src/simulator/device/schema/profile.js';
import { type Bench, createBench, input, relay, setRelays } from './bench.js';

const RELAYS = 3;
const SPEC: Partial<DeviceSpec> = {
  relays: [
    relay({ jogDuration: 700, wiredTo: { input: 1, inverted: false } }),
    relay({ bootState: 'last' }),
    relay({ bootState: 'on' }),
  ],
  digitalInputs: [input({ debounce: 20 }), input({ debounce: 20, bounce: { edges: 4, within: 15 } })],
};

type Act =
  | { readonly kind: 'set'; readonly index: number; readonly action: 'on' | 'off' | 'jog' }
  | { readonly kind: 'input'; readonly active: boolean }
  | { readonly kind: 'link' | 'power'; readonly up: boolean }
  | { readonly kind: 'wait'; readonly ms: number };

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    kind: fc.constant('set' as const),
    index: fc.integer({ min: 1, max: RELAYS }),
    action: fc.constantFrom('on', 'off', 'jog'),
  }),
  fc.record({ kind: fc.constant('input' as const), active: fc.boolean() }),
  fc.record({ kind: fc.constantFrom('link' as const, 'power' as const), up: fc.boolean() }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 5000 }) }),
);

async function live({ clock, device }: Bench, acts: readonly Act[], settle: boolean): Promise<void> {
  for (const each of acts) {
    if (each.kind === 'set') void device.perform(setRelays([each.index, each.action]));
    if (each.kind === 'input') device.stimuli.setInput(2, each.active);
    if (each.kind === 'link') device.stimuli[each.up ? 'restoreLink' : 'dropLink']();
    if (each.kind === 'power') device.stimuli[each.up ? 'restorePower' : 'cutPower']();
    if (each.kind === 'wait') await clock.advance(each.ms);
    if (settle) await clock.advance(10_000);
  }
}

interface Model {
  readonly relays: boolean[];
  second: boolean;
  powered: boolean;
  linked: boolean;
}

/** What a device reports that had all the time it wanted after each act. */
function expected(acts: readonly Act[]): Model {
  const model: Model = { relays: [false, false, true], second: false, powered: true, linked: true };
  for (const each of acts) {
    if (each.kind === 'set' && model.powered && model.linked)
      model.relays[each.index - 1] = each.action === 'on';
    if (each.kind === 'input') model.second = each.active;
    if (each.kind === 'link') model.linked = each.up;
    if (each.kind !== 'power' || each.up === model.powered) continue;
    model.powered = each.up;
    if (each.up) Object.assign(model.relays, [false, model.relays[1], true]);
  }
  return model;
}

function discrete({ relays, digitalInputs }: Peripherals): boolean[] {
  return [...relays.map(({ on }) => on), ...digitalInputs.map(({ active }) => active)];
}

function placeOf({ kind, index }: ChannelChange): number {
  return kind === 'relay' ? index - 1 : RELAYS + index - 1;
}

function differences(from: readonly boolean[], to: readonly boolean[]): number[] {
  return to.flatMap((state, at) => (state === from[at] ? [] : [at]));
}

describe('whatever happens to a device', () => {
  it('reports in the end what a tiny model says', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 12 }), async (acts) => {
        const bench = createBench(SPEC);
        await live(bench, acts, true);
        const model = expected(acts);
        expect(bench.device.isOnline()).toBe(model.powered && model.linked);
        if (!model.powered) return;
        expect(discrete(bench.device.peripherals())).toEqual([
          ...model.relays,
          model.relays[0],
          model.second,
        ]);
      }),
      { numRuns: 100 },
    );
  });

  it('leaves events that explain every change, and only name channels that changed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 40 }), async (acts) => {
        const bench = createBench(SPEC);
        let known = discrete(bench.device.peripherals());
        await live(bench, acts, false);
        await bench.clock.advance(10_000);
        for (const { event } of bench.log) {
          if (event.kind !== 'state-changed') continue;
          const next = discrete(event.peripherals);
          expect(event.changes.map(placeOf)).toEqual(differences(known, next));
          known = next;
        }
        const online = bench.device.isOnline();
        expect(online ? discrete(bench.device.peripherals()) : known).toEqual(known);
      }),
      { numRuns: 200 },
    );
  });

  it('goes online and offline in turn, and loses power no more often than it gets it back and once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 40 }), async (acts) => {
        const bench = createBench(SPEC);
        await live(bench, acts, false);
        await bench.clock.advance(10_000);
        const kinds = bench.log.map(({ event }) => event.kind);
        const links = kinds.filter((kind) => kind === 'online' || kind === 'offline');
        expect(links).toEqual(links.map((_, at) => (at % 2 === 0 ? 'offline' : 'online')));
        expect(bench.device.isOnline()).toBe(links.length % 2 === 0);
        const lost = kinds.filter((kind) => kind === 'power-lost').length;
        const restored = kinds.filter((kind) => kind === 'power-restored').length;
        expect(lost - restored).toBeLessThanOrEqual(1);
      }),
      { numRuns: 100 },
    );
  });

  it('is the same again for the same seed and the same acts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 40 }), fc.nat(), async (acts, seed) => {
        const logs = await Promise.all(
          [1, 2].map(async () => {
            const bench = createBench(
              {
                ...SPEC,
                rs485: {
                  baudRate: 9600,
                  parity: 'none',
                  stopBits: 1,
                  peripherals: [{ kind: 'chatty', data: '01', interval: 900 }],
                },
              },
              { seed },
            );
            await live(bench, acts, false);
            return JSON.stringify(bench.log);
          }),
        );
        expect(logs[1]).toBe(logs[0]);
      }),
      { numRuns: 50 },
    );
  });

  it('leaves no timer behind once all is done', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 40 }), async (acts) => {
        const bench = createBench(SPEC);
        await live(bench, acts, false);
        await bench.clock.advance(10_000);
        expect(bench.clock.pending()).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });
});
