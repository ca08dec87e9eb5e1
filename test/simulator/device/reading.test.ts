import { describe, expect, it } from 'vitest';
import { createBench } from './bench.js';

const ramp = { kind: 'ramp', from: 0, to: 10, over: 1000, after: 'hold' } as const;
const analogInputs = [{ signal: ramp, unit: 'V', decimals: 2 }];
const sensors = [{ key: 'temperature', signal: { kind: 'constant', value: 21 } as const, decimals: 1 }];

describe('an analog input', () => {
  it('shows its signal, rounded, with its unit, and is the same however often it is read', async () => {
    const { clock, device } = createBench({ analogInputs });
    await clock.advance(333.3);
    expect(device.peripherals().analogInputs).toEqual([{ index: 1, value: 3.33, unit: 'V' }]);
    expect(device.peripherals()).toEqual(device.peripherals());
  });

  it('emits nothing, whatever becomes of it', async () => {
    const { clock, device, log } = createBench({ analogInputs, sensors });
    await clock.advance(500);
    device.stimuli.setAnalog(1, 99);
    device.stimuli.setSensor('temperature', -5);
    await clock.advance(500);
    expect(log).toEqual([]);
    expect(clock.pending()).toEqual([]);
  });

  it('stays at what it was set to, unrounded', async () => {
    const { clock, device } = createBench({ analogInputs });
    expect(device.stimuli.setAnalog(1, 2.71234)).toBe(true);
    await clock.advance(5000);
    expect(device.peripherals().analogInputs[0]?.value).toBe(2.71234);
  });

  it('follows another signal from the moment it is given', async () => {
    const { clock, device } = createBench({ analogInputs });
    await clock.advance(5000);
    device.stimuli.setAnalog(1, 1);
    expect(device.stimuli.driveAnalog(1, { ...ramp, to: 100 })).toBe(true);
    await clock.advance(100);
    expect(device.peripherals().analogInputs[0]?.value).toBe(10);
  });

  it('never shows a negative zero', () => {
    const signal = { kind: 'constant', value: -0.001 } as const;
    const { device } = createBench({ analogInputs: [{ signal, decimals: 2 }] });
    expect(device.peripherals().analogInputs).toStrictEqual([{ index: 1, value: 0 }]);
  });

  it('answers false where there is none', () => {
    const { device } = createBench({ analogInputs, sensors });
    expect(device.stimuli.setAnalog(2, 1)).toBe(false);
    expect(device.stimuli.driveAnalog(0, ramp)).toBe(false);
    expect(device.stimuli.setSensor('pressure', 1)).toBe(false);
    expect(device.stimuli.driveSensor('pressure', ramp)).toBe(false);
  });
});

describe('a sensor', () => {
  it('is found by its key', async () => {
    const { clock, device } = createBench({ sensors });
    expect(device.peripherals().sensors).toEqual([{ key: 'temperature', value: 21 }]);
    device.stimuli.setSensor('temperature', 80.5);
    expect(device.peripherals().sensors[0]?.value).toBe(80.5);
    device.stimuli.driveSensor('temperature', ramp);
    await clock.advance(500);
    expect(device.peripherals().sensors[0]?.value).toBe(5);
  });
});
