import { describe, expect, it } from 'vitest';
import { createBench, input, relay, setJog, setRelays } from './bench.js';

describe('a relay', () => {
  it('switches at the end of the control time, and not a millisecond earlier', async () => {
    const { clock, device, story } = createBench({ relays: [relay()] });
    void device.perform(setRelays([1, 'on']));
    await clock.advance(249);
    expect(device.peripherals().relays).toEqual([{ index: 1, on: false }]);
    expect(story()).toEqual([]);
    await clock.advance(1);
    expect(device.peripherals().relays).toEqual([{ index: 1, on: true }]);
    expect(story()).toEqual(['250 relay 1 on']);
  });

  it('emits nothing when it is told to be what it is', async () => {
    const { device, run, story } = createBench({ relays: [relay()] });
    await run(device.perform(setRelays([1, 'off'])));
    await run(device.perform(setRelays([1, 'on'])));
    await run(device.perform(setRelays([1, 'on'])));
    expect(story()).toEqual(['500 relay 1 on']);
    expect(device.physical().executions).toBe(3);
  });

  it('shares one event with the others of the same act, and names only those that changed', async () => {
    const { device, run, log } = createBench({ relays: [relay(), relay(), relay()] });
    await run(device.perform(setRelays([3, 'on'], [2, 'off'], [1, 'on'])));
    expect(log.map(({ event }) => event)).toEqual([
      {
        kind: 'state-changed',
        changes: [
          { kind: 'relay', index: 1 },
          { kind: 'relay', index: 3 },
        ],
        peripherals: device.peripherals(),
      },
    ]);
  });

  it('takes the last word when one act names it twice', async () => {
    const { device, run, story } = createBench({ relays: [relay()] });
    await run(device.perform(setRelays([1, 'on'], [1, 'off'])));
    expect(story()).toEqual([]);
    expect(device.physical().relays[0]?.switchedTimes).toBe(2);
  });

  it('refuses an index that does not exist before any other relay moves', async () => {
    const { clock, device } = createBench({ relays: [relay()] });
    await expect(device.perform(setRelays([1, 'on'], [2, 'on']))).rejects.toThrow('does not exist');
    await expect(device.perform(setJog(0, 100))).rejects.toThrow('does not exist');
    expect(clock.pending()).toEqual([]);
  });
});

describe('a jog', () => {
  it('lasts the jog duration to the millisecond', async () => {
    const { clock, device, story } = createBench({ relays: [relay({ jogDuration: 500 })] });
    void device.perform(setRelays([1, 'jog']));
    await clock.advance(749);
    expect(device.peripherals().relays[0]?.on).toBe(true);
    await clock.advance(1);
    expect(device.peripherals().relays[0]?.on).toBe(false);
    expect(story()).toEqual(['250 relay 1 on', '750 relay 1 off']);
    expect(clock.pending()).toEqual([]);
  });

  it('keeps the duration it began with when that is changed meanwhile', async () => {
    const { clock, device, run, story } = createBench({ relays: [relay({ jogDuration: 500 }), relay()] });
    await run(device.perform(setRelays([1, 'jog'])));
    await run(device.perform(setJog(1, 100)));
    await clock.advance(1000);
    await run(device.perform(setRelays([1, 'jog'])));
    await clock.advance(1000);
    expect(story()).toEqual(['250 relay 1 on', '750 relay 1 off', '1650 relay 1 on', '1750 relay 1 off']);
    expect(device.config().relays).toEqual([
      { index: 1, jogDuration: 100 },
      { index: 2, jogDuration: 500 },
    ]);
  });

  it('begins anew when it is jogged again', async () => {
    const { clock, device, run, story } = createBench({ relays: [relay({ jogDuration: 500 })] });
    await run(device.perform(setRelays([1, 'jog'])));
    await run(device.perform(setRelays([1, 'jog'])));
    await clock.advance(1000);
    expect(story()).toEqual(['250 relay 1 on', '1000 relay 1 off']);
  });

  it.each([
    ['on', ['250 relay 1 on']],
    ['off', ['250 relay 1 on', '500 relay 1 off']],
  ] as const)('ends when the relay is switched %s', async (action, expected) => {
    const { clock, device, run, story } = createBench({ relays: [relay({ jogDuration: 500 })] });
    await run(device.perform(setRelays([1, 'jog'])));
    await run(device.perform(setRelays([1, action])));
    expect(clock.pending()).toEqual([]);
    expect(story()).toEqual(expected);
  });

  it('of a relay that is on ends with the relay off', async () => {
    const { clock, device, run, story } = createBench({ relays: [relay({ jogDuration: 500 })] });
    await run(device.perform(setRelays([1, 'on'])));
    await run(device.perform(setRelays([1, 'jog'])));
    await clock.advance(500);
    expect(story()).toEqual(['250 relay 1 on', '1000 relay 1 off']);
  });
});

describe('a wire from a relay to an input', () => {
  it('moves the input after the debounce time, in an event of its own', async () => {
    const { clock, device, story } = createBench({
      relays: [relay({ wiredTo: { input: 2, inverted: false } })],
      digitalInputs: [input(), input({ debounce: 20 })],
    });
    void device.perform(setRelays([1, 'on']));
    await clock.advance(269);
    expect(story()).toEqual(['250 relay 1 on']);
    await clock.advance(1);
    expect(story()).toEqual(['250 relay 1 on', '270 digitalInput 2 on']);
  });

  it('makes an inverted input active while the contact is open, from the start', async () => {
    const { clock, device, run, story } = createBench({
      relays: [relay({ wiredTo: { input: 1, inverted: true } })],
      digitalInputs: [input({ debounce: 0 })],
    });
    expect(device.peripherals().digitalInputs).toEqual([{ index: 1, active: true }]);
    await run(device.perform(setRelays([1, 'on'])));
    await clock.advance(0);
    expect(story()).toEqual(['250 relay 1 on', '250 digitalInput 1 off']);
  });

  it('moves two inputs of one act in one event', async () => {
    const { clock, device, run, story } = createBench({
      relays: [1, 2].map((index) => relay({ wiredTo: { input: index, inverted: false } })),
      digitalInputs: [input(), input()],
    });
    await run(device.perform(setRelays([1, 'on'], [2, 'on'])));
    await clock.advance(20);
    expect(story()).toEqual(['250 relay 1 on, relay 2 on', '270 digitalInput 1 on, digitalInput 2 on']);
  });
});
