import { describe, expect, it } from 'vitest';
import { createBench, input, relay, setBaudRate, setJog, setRelays, specOf } from './bench.js';

const rs485 = { baudRate: 9600, parity: 'none', stopBits: 1, peripherals: [] } as const;

describe('an operation', () => {
  it.each([
    ['refresh', 400],
    ['control', 250],
    ['config', 150],
  ] as const)('of kind %s takes its time', async (kind, time) => {
    const { clock, device, run } = createBench({ relays: [relay()], rs485 });
    const work = {
      refresh: () => device.refresh(),
      control: () => device.perform(setRelays([1, 'on'])),
      config: () => device.perform(setJog(1, 70)),
    };
    const outcome = await run<{ kind: string }>(work[kind]());
    expect(outcome.kind).toBe('done');
    expect(clock.now()).toBe(time);
    expect(clock.pending()).toEqual([]);
  });

  it('that refreshes shows the state at its end', async () => {
    const { clock, device, run } = createBench({ digitalInputs: [input({ debounce: 0 })] });
    const refresh = device.refresh();
    await clock.advance(399);
    device.stimuli.setInput(1, true);
    expect(await run(refresh)).toMatchObject({
      kind: 'done',
      value: { digitalInputs: [{ index: 1, active: true }] },
    });
  });

  it('that configures emits nothing and is read back', async () => {
    const { device, run, story } = createBench({ relays: [relay(), relay()], rs485 });
    await run(device.perform(setJog(2, 1234)));
    await run(device.perform(setBaudRate(19_200)));
    expect(device.config()).toEqual({
      relays: [
        { index: 1, jogDuration: 500 },
        { index: 2, jogDuration: 1234 },
      ],
      baudRate: 19_200,
    });
    expect(story()).toEqual([]);
    expect(device.physical().executions).toBe(2);
  });

  it('is not counted when it only refreshes', async () => {
    const { device, run } = createBench({});
    await run(device.refresh());
    expect(device.physical().executions).toBe(0);
  });

  it('cannot reach a device that is offline', async () => {
    const { device, run, story } = createBench({ relays: [relay()] });
    device.stimuli.dropLink();
    expect(await run(device.refresh())).toEqual({ kind: 'unreachable' });
    expect(await run(device.perform(setRelays([1, 'on'])))).toEqual({ kind: 'unreachable' });
    expect(story()).toEqual(['0 offline']);
    expect(device.physical().executions).toBe(0);
  });

  it('takes longer by chance when the device jitters, within bounds and the same each time', async () => {
    const durations = async (seed: number): Promise<number[]> => {
      const { clock, device, run } = createBench({ timing: { ...specOf().timing, jitter: 100 } }, { seed });
      const times: number[] = [];
      for (let nth = 0; nth < 20; nth++) {
        const start = clock.now();
        await run(device.refresh());
        times.push(clock.now() - start);
      }
      return times;
    };
    const [first, again, other] = [await durations(1), await durations(1), await durations(2)];
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
    for (const time of first) expect(time).toBeGreaterThanOrEqual(400);
    for (const time of first) expect(time).toBeLessThan(500);
    expect(new Set(first).size).toBeGreaterThan(10);
  });
});

describe('a link that drops in the middle of an operation', () => {
  it('leaves the operation without an answer, though the device carries it out', async () => {
    const { clock, device, run, story } = createBench({ relays: [relay()] });
    const work = device.perform(setRelays([1, 'on']));
    await clock.advance(100);
    device.stimuli.dropLink();
    expect(await run(work)).toEqual({ kind: 'timeout' });
    expect(device.physical()).toMatchObject({ executions: 1, relays: [{ closed: true }] });
    await clock.advance(1000);
    device.stimuli.restoreLink();
    expect(story()).toEqual(['100 offline', '1250 online', '1250 relay 1 on']);
  });

  it('leaves no answer even when it is back before the end', async () => {
    const { clock, device, run } = createBench({});
    const work = device.refresh();
    await clock.advance(100);
    device.stimuli.dropLink();
    device.stimuli.restoreLink();
    expect(await run(work)).toEqual({ kind: 'timeout' });
  });
});

describe('a power cut in the middle of an operation', () => {
  it('leaves it undone when the device stops first', async () => {
    const { clock, device, run } = createBench({ relays: [relay()] });
    const work = device.perform(setRelays([1, 'on']));
    await clock.advance(49);
    device.stimuli.cutPower();
    expect(await run(work)).toEqual({ kind: 'timeout' });
    expect(device.physical()).toMatchObject({ executions: 0, relays: [{ closed: false }] });
  });

  it('does not disturb what is done within the hold-up time', async () => {
    const { clock, device, run } = createBench({ relays: [relay()] });
    const work = device.perform(setRelays([1, 'on']));
    await clock.advance(51);
    device.stimuli.cutPower();
    expect(await run(work)).toEqual({ kind: 'done', value: undefined });
  });
});
