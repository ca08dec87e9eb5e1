import { expect, test } from 'vitest';
import { stage } from '../staged.js';

test('a drifting sensor reads more and more beside the truth, and right again in the end', async () => {
  const { order, read, clock, device } = stage();
  order({
    fault: 'drifting-sensor',
    on: { device: 'plant-1' },
    with: { channels: ['temperature'], perMinute: 6, most: 2 },
    for: '60s',
  });
  await clock.advance(9_600);
  const { sensors, analogInputs } = (await read('plant-1')).data.device.peripherals;
  // Both rise by 1 a second; after 10 s the sensor has drifted by 1.
  expect(sensors[0].value).toBeCloseTo(11, 6);
  expect(analogInputs[0].value).toBeCloseTo(10, 6);
  await clock.advance(29_999);
  expect(device('plant-1').peripherals().sensors[0]?.value).toBeCloseTo(39.999 + 2, 2);
  await clock.advance(20_001);
  expect(device('plant-1').peripherals().sensors[0]?.value).toBeCloseTo(60, 6);
});

test('a channel is one occasion, however often it is read', async () => {
  const { order, device, engine } = stage();
  order({ fault: 'drifting-sensor', on: { device: 'plant-1' }, count: 1 });
  for (let nth = 0; nth < 5; nth++) device('plant-1').peripherals();
  expect(engine.list()[0]).toMatchObject({ occasions: 2, firings: 1 });
});
