import { expect, test } from 'vitest';
import { stage } from '../staged.js';

test('an edge of a bouncing input brings several events where it brought one', async () => {
  const { order, connect, device, clock, engine } = stage();
  const connection = connect();
  device('plant-1').stimuli.setInput(2, true);
  await clock.advance(2_000);
  expect(connection.events('device.state.changed')).toHaveLength(1);
  const id = order({
    fault: 'bouncing-input',
    on: { device: 'plant-1' },
    with: { inputs: [2], bounces: 4, within: '2s' },
  });
  device('plant-1').stimuli.setInput(2, false);
  await clock.advance(3_000);
  const bounced = connection.events('device.state.changed').length;
  expect(bounced).toBeGreaterThan(3);
  expect(device('plant-1').peripherals().digitalInputs[1]?.active).toBe(false);
  engine.clear(id);
  device('plant-1').stimuli.setInput(2, true);
  await clock.advance(3_000);
  expect(connection.events('device.state.changed')).toHaveLength(bounced + 1);
});

test('bounces within the debounce time are not seen', async () => {
  const { order, connect, device, clock } = stage();
  const connection = connect();
  order({ fault: 'bouncing-input', on: { device: 'plant-1' }, with: { bounces: 5, within: '10ms' } });
  device('plant-1').stimuli.setInput(2, true);
  await clock.advance(1_000);
  expect(connection.events('device.state.changed')).toHaveLength(1);
});
