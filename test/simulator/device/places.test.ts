import { describe, expect, it } from 'vitest';
import { BARE_DEVICE, type DevicePlaces } from '../../../src/simulator/device/places.js';
import type { Entry } from '../../../src/simulator/edge/edge.js';
import { surrounded } from '../../../src/simulator/edge/edges.js';
import type { PeripheralSpec } from '../../../src/simulator/device/schema/profile.js';
import { createBench, input, relay, setRelays, transceive } from './bench.js';

const echo: PeripheralSpec = { kind: 'echo', delay: 5, prefix: '' };
const rs485 = { baudRate: 10_000, parity: 'none', stopBits: 1, peripherals: [echo] } as const;

describe('an influence on the time of operations', () => {
  it('makes them slower', async () => {
    const { clock, device, run } = createBench({}, { places: { operationTime: (nominal) => nominal + 600 } });
    await run(device.refresh());
    expect(clock.now()).toBe(1000);
  });

  it('delays the first byte of a transceive', async () => {
    const { clock, device, run } = createBench(
      { rs485 },
      { places: { operationTime: (nominal, kind) => (kind === 'transceive' ? nominal + 300 : nominal) } },
    );
    expect(await run(device.perform(transceive('01')))).toMatchObject({ kind: 'done' });
    expect(clock.now()).toBe(300 + 1 + 5 + 1);
  });

  it('beyond the patience of the service makes them time out, and take effect later all the same', async () => {
    const { clock, device, run, story } = createBench(
      { relays: [relay()] },
      { places: { operationTime: () => 6000 } },
    );
    expect(await run(device.perform(setRelays([1, 'on'])))).toEqual({ kind: 'timeout' });
    expect(clock.now()).toBe(5000);
    expect(story()).toEqual([]);
    await clock.advance(1000);
    expect(story()).toEqual(['6000 relay 1 on']);
  });

  it('beyond that patience keeps a transceive from being sent', async () => {
    const { clock, device, run } = createBench({ rs485 }, { places: { operationTime: () => 7000 } });
    expect(await run(device.perform(transceive('01')))).toEqual({ kind: 'timeout' });
    expect(clock.now()).toBe(5000 + 1 + 1000);
    await clock.advance(10_000);
    expect(device.physical().executions).toBe(0);
  });
});

describe('a device that does not answer', () => {
  it('because it is deaf does nothing, and lets the service wait', async () => {
    const { clock, device, run } = createBench(
      { relays: [relay()] },
      { places: { answering: () => 'deaf' } },
    );
    expect(await run(device.perform(setRelays([1, 'on'])))).toEqual({ kind: 'timeout' });
    expect(clock.now()).toBe(5000);
    expect(await run(device.refresh())).toEqual({ kind: 'timeout' });
    expect(device.physical()).toMatchObject({ executions: 0, relays: [{ closed: false }] });
  });

  it('because it is mute does what it was told', async () => {
    const { clock, device, run, story } = createBench(
      { relays: [relay()] },
      { places: { answering: () => 'mute' } },
    );
    expect(await run(device.perform(setRelays([1, 'on'])))).toEqual({ kind: 'timeout' });
    expect(clock.now()).toBe(5000);
    expect(story()).toEqual(['250 relay 1 on']);
    expect(device.physical().executions).toBe(1);
  });
});

describe('a stuck relay', () => {
  it('is reported as it was told and stays as it is, and its wired input tells the truth', async () => {
    const { clock, device, run, story } = createBench(
      { relays: [relay({ wiredTo: { input: 1, inverted: false } })], digitalInputs: [input()] },
      { places: { contact: (_, __, closed) => closed } },
    );
    await run(device.perform(setRelays([1, 'on'])));
    await clock.advance(1000);
    expect(device.peripherals().relays).toEqual([{ index: 1, on: true }]);
    expect(device.physical().relays).toEqual([{ index: 1, closed: false, switchedTimes: 0 }]);
    expect(story()).toEqual(['250 relay 1 on']);
  });

  it('that comes free goes where its coil wants it as soon as the device looks again', async () => {
    let stuck = true;
    const { clock, device, run, story } = createBench(
      { relays: [relay({ wiredTo: { input: 1, inverted: false } })], digitalInputs: [input()] },
      { places: { contact: (_, commanded, closed) => (stuck ? closed : commanded) } },
    );
    await run(device.perform(setRelays([1, 'on'])));
    await clock.advance(750);
    stuck = false;
    device.reconsider();
    await clock.advance(1000);
    expect(device.physical().relays[0]?.closed).toBe(true);
    expect(story()).toEqual(['250 relay 1 on', '1020 digitalInput 1 on']);
  });
});

describe('an influence on a reading', () => {
  const ramp = { kind: 'ramp', from: 0, to: 100, over: 1000, after: 'hold' } as const;
  const analogInputs = [{ signal: ramp, decimals: 3 }];
  const sensors = [{ key: 'level', signal: ramp, decimals: 3 }];

  it('lets one channel drift and no other', async () => {
    const { clock, device } = createBench(
      { analogInputs, sensors },
      {
        places: {
          reading: (channel, value, now) => (channel.kind === 'sensor' ? value + now / 100 : value),
        },
      },
    );
    await clock.advance(500);
    expect(device.peripherals()).toMatchObject({ analogInputs: [{ value: 50 }], sensors: [{ value: 55 }] });
  });

  it('freezes a channel at a moment of the past, also where nobody read it then', async () => {
    const { clock, device } = createBench(
      { analogInputs },
      { places: { reading: (_, __, ___, at) => at(200) } },
    );
    await clock.advance(900);
    expect(device.peripherals().analogInputs[0]?.value).toBe(20);
  });
});

describe('an influence on what peripherals say', () => {
  it('silences them', async () => {
    const { device, run } = createBench({ rs485 }, { places: { rs485: () => undefined } });
    expect(await run(device.perform(transceive('01')))).toEqual({ kind: 'timeout' });
  });

  it('changes their bytes', async () => {
    const { device, run } = createBench(
      { rs485 },
      { places: { rs485: (answer) => ({ ...answer, bytes: answer.bytes.subarray(0, 1) }) } },
    );
    expect(await run(device.perform(transceive('0102')))).toMatchObject({ value: { data: '01' } });
  });

  it('makes them late, so that their answer is unsolicited', async () => {
    const { clock, device, run, story } = createBench(
      { rs485 },
      { places: { rs485: (answer) => ({ ...answer, delay: answer.delay + 1000 }) } },
    );
    expect(await run(device.perform(transceive('01')))).toEqual({ kind: 'timeout' });
    await clock.advance(100);
    expect(story()).toEqual(['1007 received 01']);
  });

  it('knows whether anybody asked', async () => {
    const { clock, device, story } = createBench(
      { rs485 },
      { places: { rs485: (answer) => (answer.solicited ? answer : undefined) } },
    );
    device.stimuli.injectRs485('01');
    await clock.advance(100);
    expect(story()).toEqual([]);
  });
});

describe('several entries at the places of a device', () => {
  const over = (...entries: Entry<DevicePlaces>[]): DevicePlaces => surrounded(BARE_DEVICE, entries);

  it('act in order, each on what the one before has made', () => {
    const both = over(
      {
        operationTime: (time, kind, next) => next(time + 10, kind),
        bounce: (index, _, next) => next(index, [1, 2]),
        reading: (channel, value, now, at, next) => next(channel, value * 2, now, at),
      },
      {
        operationTime: (time, kind, next) => next(time * 2, kind),
        bounce: (index, offsets, next) => next(index, [...offsets, 3, 4]),
        reading: (channel, value, now, at, next) => next(channel, value + 1, now, at),
      },
    );
    expect(both.operationTime(5, 'refresh')).toBe(30);
    expect(both.bounce(1, [])).toEqual([1, 2, 3, 4]);
    expect(both.reading({ kind: 'sensor', key: 'x' }, 5, 0, () => 0)).toBe(11);
  });

  it('silence as soon as one does, and the first silence counts', () => {
    const silent = over({}, { answering: () => 'mute', rs485: () => undefined }, { answering: () => 'deaf' });
    expect(silent.answering('control')).toBe('mute');
    expect(silent.rs485({ bytes: Uint8Array.of(1), delay: 0, solicited: true })).toBeUndefined();
  });

  it('that are none change nothing', () => {
    const none = over();
    expect(none.operationTime(5, 'refresh')).toBe(5);
    expect(none.answering('refresh')).toBe('normal');
    expect(none.contact(1, true, false)).toBe(true);
  });
});
