import { describe, expect, it } from 'vitest';
import { parsePattern } from '../../../src/simulator/device/pattern.js';
import { createBench, input } from './bench.js';

describe('a digital input', () => {
  it('is reported when the debounce time has passed, and not a millisecond earlier', async () => {
    const { clock, device, story } = createBench({ digitalInputs: [input({ debounce: 20 })] });
    expect(device.stimuli.setInput(1, true)).toBe(true);
    await clock.advance(19);
    expect(device.peripherals().digitalInputs[0]?.active).toBe(false);
    expect(device.physical().digitalInputs).toEqual([{ index: 1, active: true }]);
    await clock.advance(1);
    expect(device.peripherals().digitalInputs[0]?.active).toBe(true);
    expect(story()).toEqual(['20 digitalInput 1 on']);
  });

  it('is not reported when it goes back within the debounce time', async () => {
    const { clock, device, story } = createBench({ digitalInputs: [input({ debounce: 20 })] });
    device.stimuli.setInput(1, true);
    await clock.advance(19);
    device.stimuli.setInput(1, false);
    await clock.advance(1000);
    expect(story()).toEqual([]);
    expect(clock.pending()).toEqual([]);
  });

  it('is reported when it goes back just as the debounce time is over, and then again', async () => {
    const { clock, device, story } = createBench({ digitalInputs: [input({ debounce: 20 })] });
    device.stimuli.setInput(1, true);
    await clock.advance(20);
    device.stimuli.setInput(1, false);
    await clock.advance(20);
    expect(story()).toEqual(['20 digitalInput 1 on', '40 digitalInput 1 off']);
  });

  it('answers false for an input that does not exist', () => {
    const { device } = createBench({ digitalInputs: [input()] });
    expect(device.stimuli.setInput(0, true)).toBe(false);
    expect(device.stimuli.setInput(2, true)).toBe(false);
    expect(device.stimuli.driveInput(2, { edges: [1] })).toBe(false);
  });

  it('is reported once when it bounces within the debounce time', async () => {
    const bouncing = input({ debounce: 20, bounce: { edges: 6, within: 8 } });
    const { clock, device, story } = createBench({ digitalInputs: [bouncing] });
    device.stimuli.setInput(1, true);
    const raw: boolean[] = [];
    for (let step = 0; step < 800; step++) {
      raw.push(device.physical().digitalInputs[0]?.active ?? false);
      await clock.advance(0.01);
    }
    expect(raw).toContain(false);
    await clock.advance(100);
    expect(story()).toHaveLength(1);
    const at = Number(story()[0]?.split(' ')[0]);
    expect(at).toBeGreaterThan(20);
    expect(at).toBeLessThanOrEqual(28);
  });

  it('is reported at each bounce that outlasts the debounce time', async () => {
    const { clock, device, story } = createBench(
      { digitalInputs: [input({ debounce: 2 })] },
      { places: { bounce: () => [10, 20, 21, 22] } },
    );
    device.stimuli.setInput(1, true);
    await clock.advance(100);
    expect(story()).toEqual(['2 digitalInput 1 on', '12 digitalInput 1 off', '24 digitalInput 1 on']);
  });

  it('does not bounce when it is set to what it is', async () => {
    const { clock, device, story } = createBench(
      { digitalInputs: [input({ debounce: 0 })] },
      { places: { bounce: () => [1, 2] } },
    );
    device.stimuli.setInput(1, false);
    await clock.advance(100);
    expect(story()).toEqual([]);
  });

  it('ends where it was set, however odd the number of bounces', async () => {
    const { clock, device } = createBench(
      { digitalInputs: [input()] },
      { places: { bounce: () => [1, 2, 3] } },
    );
    device.stimuli.setInput(1, true);
    await clock.advance(100);
    expect(device.peripherals().digitalInputs[0]?.active).toBe(true);
  });
});

describe('a pattern', () => {
  it('moves the input at its edges for as long as somebody listens', async () => {
    const pattern = parsePattern('square 2s');
    const { clock, story } = createBench({
      digitalInputs: [input({ debounce: 20, ...(pattern && { pattern }) })],
    });
    await clock.advance(3500);
    expect(story()).toEqual(['1020 digitalInput 1 on', '2020 digitalInput 1 off', '3020 digitalInput 1 on']);
  });

  it('runs no timer while nobody listens, and shows the same', async () => {
    const digitalInputs = [input({ pattern: { edges: [300, 310, 700, 1000], repeat: 1000 } })];
    const heard = createBench({ digitalInputs });
    const unheard = createBench({ digitalInputs }, { listen: false });
    expect(unheard.clock.pending()).toEqual([]);
    for (let step = 0; step < 500; step++) {
      await heard.clock.advance(7);
      await unheard.clock.advance(7);
      expect(unheard.device.peripherals()).toEqual(heard.device.peripherals());
    }
    expect(unheard.clock.pending()).toEqual([]);
  });

  it('catches up at no cost after a year in which nobody looked', async () => {
    const year = 365 * 24 * 3_600_000;
    const { clock, device } = createBench(
      { digitalInputs: [input({ pattern: { edges: [10, 20], repeat: 20 }, debounce: 5 })] },
      { listen: false },
    );
    await clock.advance(year + 14);
    expect(device.peripherals().digitalInputs[0]?.active).toBe(false);
    await clock.advance(1);
    expect(device.peripherals().digitalInputs[0]?.active).toBe(true);
  });

  it('of explicit edges happens once', async () => {
    const { clock, device, story } = createBench({ digitalInputs: [input({ debounce: 0 })] });
    device.stimuli.driveInput(1, { edges: [5, 100, 300] });
    await clock.advance(1000);
    expect(story()).toEqual(['5 digitalInput 1 on', '100 digitalInput 1 off', '300 digitalInput 1 on']);
    expect(clock.pending()).toEqual([]);
  });

  it('ends when the input is set', async () => {
    const { clock, device, story } = createBench({
      digitalInputs: [input({ pattern: { edges: [100, 200], repeat: 200 }, debounce: 0 })],
    });
    await clock.advance(150);
    device.stimuli.setInput(1, false);
    await clock.advance(1000);
    expect(story()).toEqual(['100 digitalInput 1 on', '150 digitalInput 1 off']);
    expect(clock.pending()).toEqual([]);
  });

  it('that is faster than the debounce time is never reported', async () => {
    const { clock, story } = createBench({
      digitalInputs: [input({ pattern: { edges: [10, 20], repeat: 20 }, debounce: 20 })],
    });
    await clock.advance(1000);
    expect(story()).toEqual([]);
  });

  it.each([
    ['square 2s', { edges: [1000, 2000], repeat: 2000 }],
    ['pulse 100ms every 5s', { edges: [4900, 5000], repeat: 5000 }],
    ['square', undefined],
    ['square 0s', undefined],
    ['pulse 5s every 5s', undefined],
    ['sawtooth 2s', undefined],
  ])('is written as %j', (text, expected) => {
    expect(parsePattern(text)).toEqual(expected);
  });
});
