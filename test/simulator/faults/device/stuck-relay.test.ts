import { expect, test } from 'vitest';
import { stage } from '../staged.js';

test('a stuck relay is reported as told while its contact stays, and follows when the fault ends', async () => {
  const { order, relay, read, device, clock } = stage();
  order({ fault: 'stuck-relay', on: { device: 'plant-1' }, with: { relays: [1] }, for: '10s' });
  expect((await relay('plant-1', 'on')).data.command.status).toBe('SUCCEEDED');
  const seen = (await read('plant-1')).data.device.peripherals;
  expect(seen.relays[0]).toEqual({ index: 1, on: true });
  // The input that is wired to the contact shows the truth.
  expect(seen.digitalInputs[0]).toEqual({ index: 1, active: false });
  expect(device('plant-1').physical().relays[0]).toMatchObject({ closed: false, switchedTimes: 0 });
  await clock.advance(10_000);
  expect(device('plant-1').physical().relays[0]).toMatchObject({ closed: true, switchedTimes: 1 });
});

test('a contact can weld shut at once, though nobody switched it', () => {
  const { order, engine, device } = stage();
  const plant = device('plant-1');
  const id = order({ fault: 'stuck-relay', on: { device: 'plant-1' }, with: { at: 'closed', relays: [2] } });
  expect(plant.peripherals().relays[1]?.on).toBe(false);
  expect(plant.physical().relays.map(({ closed }) => closed)).toEqual([false, true]);
  engine.clear(id);
  expect(plant.physical().relays.map(({ closed }) => closed)).toEqual([false, false]);
});

test('a relay that sticks now and then misses every second switching', async () => {
  const { order, relay, device, journal } = stage();
  order({ fault: 'stuck-relay', on: { device: 'plant-1' }, with: { relays: [1] }, every: 2 });
  const closed: (boolean | undefined)[] = [];
  for (const action of ['on', 'off', 'off', 'on', 'off']) {
    await relay('plant-1', action);
    closed.push(device('plant-1').physical().relays[0]?.closed);
  }
  // The second switching, off, is missed; the third, off again, is the same one, so it is missed with it.
  expect(closed).toEqual([true, true, true, true, false]);
  expect(journal).toHaveLength(1);
  expect(journal[0]?.effect).toBe('contact stays closed, the coil is told off');
});
