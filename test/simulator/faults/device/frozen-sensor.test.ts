import { expect, test } from 'vitest';
import { stage } from '../staged.js';

test('a frozen sensor shows the value of the moment when the fault began', async () => {
  const { order, read, clock, device } = stage();
  await clock.advance(5_000);
  order({
    fault: 'frozen-sensor',
    on: { device: 'plant-1' },
    with: { channels: ['temperature'] },
    for: '20s',
  });
  await clock.advance(9_600);
  const { sensors, analogInputs } = (await read('plant-1')).data.device.peripherals;
  expect(sensors[0].value).toBe(5);
  expect(analogInputs[0].value).toBeCloseTo(15, 6);
  await clock.advance(10_000);
  expect(device('plant-1').peripherals().sensors[0]?.value).toBeCloseTo(25, 6);
});

test('a sensor that the world changes stays frozen', () => {
  const { order, device } = stage();
  const plant = device('plant-1');
  plant.stimuli.setSensor('temperature', 20);
  order({ fault: 'frozen-sensor', on: { device: 'plant-1' } });
  plant.stimuli.setSensor('temperature', 80);
  expect(plant.peripherals().sensors[0]?.value).toBe(20);
});
