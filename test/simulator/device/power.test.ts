import { describe, expect, it } from 'vitest';
import { type Bench, createBench, input, relay, setRelays } from './bench.js';

async function cutFor(bench: Bench, duration: number): Promise<void> {
  bench.device.stimuli.cutPower();
  await bench.clock.advance(duration);
  bench.device.stimuli.restorePower();
}

describe('a power cut', () => {
  it('is told at once; the device goes offline when the hold-up time is over', async () => {
    const { clock, device, story } = createBench({ power: { holdUp: 200, boot: 3000 } });
    device.stimuli.cutPower();
    expect(story()).toEqual(['0 power-lost']);
    expect(device.isPowered()).toBe(false);
    await clock.advance(199);
    expect(device.isOnline()).toBe(true);
    await clock.advance(1);
    expect(device.isOnline()).toBe(false);
    expect(story()).toEqual(['0 power-lost', '200 offline']);
  });

  it('shorter than the hold-up time costs two events and nothing else', async () => {
    const bench = createBench({ relays: [relay({ bootState: 'off' })], power: { holdUp: 200, boot: 3000 } });
    const { clock, device, story } = bench;
    await bench.run(device.perform(setRelays([1, 'on'])));
    await cutFor(bench, 199);
    await clock.advance(10_000);
    expect(story()).toEqual(['250 relay 1 on', '250 power-lost', '449 power-restored']);
    expect(device.physical().relays[0]?.closed).toBe(true);
  });

  it('without hold-up time takes the device offline at once', async () => {
    const { clock, device, story } = createBench({ power: { holdUp: 0, boot: 0 } });
    device.stimuli.cutPower();
    await clock.advance(0);
    expect(story()).toEqual(['0 power-lost', '0 offline']);
  });

  it('is followed by a boot that takes its time to the millisecond', async () => {
    const bench = createBench({ power: { holdUp: 200, boot: 3000 } });
    await cutFor(bench, 1000);
    await bench.clock.advance(2999);
    expect(bench.device.isOnline()).toBe(false);
    expect(bench.device.physical().powered).toBe(true);
    await bench.clock.advance(1);
    expect(bench.device.isOnline()).toBe(true);
    expect(bench.device.isPowered()).toBe(true);
    expect(bench.story()).toEqual(['0 power-lost', '200 offline', '4000 power-restored', '4000 online']);
    expect(bench.clock.pending()).toEqual([]);
  });

  it('during the boot begins the boot anew, and is not told', async () => {
    const bench = createBench({ power: { holdUp: 200, boot: 3000 } });
    await cutFor(bench, 1000);
    await bench.clock.advance(2999);
    await cutFor(bench, 1);
    await bench.clock.advance(3000);
    expect(bench.story()).toEqual(['0 power-lost', '200 offline', '7000 power-restored', '7000 online']);
  });

  it('that is repeated, or restored without need, does nothing', async () => {
    const { clock, device, story } = createBench({});
    device.stimuli.restorePower();
    device.stimuli.cutPower();
    await clock.advance(100);
    device.stimuli.cutPower();
    await clock.advance(100);
    expect(story()).toEqual(['0 power-lost', '200 offline']);
  });

  it.each([
    ['off', ['relay 1 off']],
    ['on', []],
    ['last', []],
  ] as const)('leaves a relay that was on and boots %s', async (bootState, expected) => {
    const bench = createBench({ relays: [relay({ bootState })] });
    await bench.run(bench.device.perform(setRelays([1, 'on'])));
    const before = bench.log.length;
    await cutFor(bench, 1000);
    expect(bench.device.physical().relays[0]?.closed).toBe(false);
    await bench.clock.advance(3000);
    expect(
      bench
        .story()
        .slice(before)
        .map((line) => line.replace(/^\d+ /, '')),
    ).toEqual(['power-lost', 'offline', 'power-restored', 'online', ...expected]);
    expect(bench.device.physical().relays[0]?.closed).toBe(bootState !== 'off');
  });

  it('is not survived by a jog, not even where the relay keeps its state', async () => {
    const bench = createBench({ relays: [relay({ bootState: 'last', jogDuration: 60_000 })] });
    await bench.run(bench.device.perform(setRelays([1, 'jog'])));
    await cutFor(bench, 1000);
    await bench.clock.advance(3000);
    expect(bench.story().at(-1)).toBe('4250 relay 1 off');
    expect(bench.clock.pending()).toEqual([]);
  });

  it('is not survived by what the inputs were: the device reads them as they are after its boot', async () => {
    const bench = createBench({ digitalInputs: [input({ debounce: 50 })] });
    bench.device.stimuli.cutPower();
    await bench.clock.advance(500);
    bench.device.stimuli.setInput(1, true);
    bench.device.stimuli.restorePower();
    await bench.clock.advance(3000);
    expect(bench.story().slice(2)).toEqual(['3500 power-restored', '3500 online', '3500 digitalInput 1 on']);
  });
});

describe('a link', () => {
  it('tells when it drops and when it is back, once each', () => {
    const { device, story } = createBench({});
    device.stimuli.restoreLink();
    device.stimuli.dropLink();
    device.stimuli.dropLink();
    device.stimuli.restoreLink();
    device.stimuli.restoreLink();
    expect(story()).toEqual(['0 offline', '0 online']);
  });

  it('lets the device report on its return what changed in between, and only that', async () => {
    const { clock, device, story } = createBench({ digitalInputs: [input(), input()] });
    device.stimuli.dropLink();
    device.stimuli.setInput(1, true);
    device.stimuli.setInput(2, true);
    await clock.advance(100);
    device.stimuli.setInput(2, false);
    await clock.advance(100);
    device.stimuli.restoreLink();
    expect(story()).toEqual(['0 offline', '200 online', '200 digitalInput 1 on']);
  });

  it('that is down while the power fails lets nothing be told until both are back', async () => {
    const { clock, device, story } = createBench({});
    device.stimuli.dropLink();
    device.stimuli.cutPower();
    await clock.advance(1000);
    device.stimuli.restorePower();
    await clock.advance(5000);
    expect(device.isOnline()).toBe(false);
    device.stimuli.restoreLink();
    expect(story()).toEqual(['0 offline', '6000 power-restored', '6000 online']);
  });

  it('that comes back within the hold-up time brings the bad news with it', async () => {
    const { clock, device, story } = createBench({ power: { holdUp: 500, boot: 0 } });
    device.stimuli.dropLink();
    device.stimuli.cutPower();
    await clock.advance(100);
    device.stimuli.restoreLink();
    await clock.advance(400);
    expect(story()).toEqual(['0 offline', '100 online', '100 power-lost', '500 offline']);
  });
});
