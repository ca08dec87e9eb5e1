import { expect, it } from 'vitest';
import { createSteerableClock, createSystemClock } from '../../../src/kernel/machine-clock.js';
import { startRig } from './rig.js';

it('stops the time of the service, steps it on, and the refresh budget is free', async () => {
  const clock = createSteerableClock(1000);
  const { control, service, logIn } = await startRig({ clock });
  expect((await control('POST', '/clock/pause')).body).toMatchObject({ kind: 'steerable', paused: true });
  const busy = async () => (await control('GET', '/devices/plant-1')).body;
  const read = async () => {
    // Time may have gone on far enough for the link to drop.
    await control('POST', '/devices/plant-1/stimuli', { kind: 'restore-link' });
    const reply = service('GET', '/devices/plant-1', undefined, await logIn());
    while ((await busy()).lane === 'free') await new Promise((resolve) => setImmediate(resolve));
    expect(await busy()).toMatchObject({ lane: 'taken', refreshIn: 3000 });
    // A refresh takes time, and time stands still: the answer waits for the step.
    await control('POST', '/clock/step', { duration: '1s' });
    return (await reply).status;
  };
  expect(await read()).toBe(200);
  await control('POST', '/clock/step', { duration: '1h' });
  expect(await read()).toBe(200);
  expect((await busy()).refreshIn).toBeCloseTo(2000);
  await control('POST', '/clock/step', { duration: 2000 });
  expect((await busy()).refreshIn).toBeCloseTo(0);
});

it('lets time go on, at another speed', async () => {
  const clock = createSteerableClock();
  const { control } = await startRig({ clock });
  await control('POST', '/clock/pause');
  expect((await control('POST', '/clock/resume')).body.paused).toBe(false);
  expect((await control('PUT', '/clock/speed', { speed: 50 })).body.speed).toBe(50);
  expect(clock.speed).toBe(50);
});

it('steps a manual clock, which has no other levers', async () => {
  const { control, clock } = await startRig();
  const before = clock.now();
  expect((await control('POST', '/clock/step', { duration: '3s' })).body).toMatchObject({
    kind: 'manual',
    now: before + 3000,
  });
  expect((await control('POST', '/clock/pause')).status).toBe(409);
});

it('says that a clock cannot be steered when it cannot', async () => {
  const { control } = await startRig({ clock: createSystemClock() });
  expect((await control('GET', '/clock')).body).toMatchObject({ kind: 'fixed', speed: 1, paused: false });
  for (const [method, path, body] of [
    ['POST', '/clock/pause', undefined],
    ['POST', '/clock/resume', undefined],
    ['POST', '/clock/step', { duration: 1 }],
    ['PUT', '/clock/speed', { speed: 2 }],
  ] as const) {
    expect([path, (await control(method, path, body)).status]).toEqual([path, 409]);
  }
});

it('refuses durations and speeds that are none', async () => {
  const { control } = await startRig();
  for (const duration of ['soon', -1, '40d', null]) {
    const { status, body } = await control('POST', '/clock/step', { duration });
    expect(status).toBe(400);
    expect(body.problems[0].pointer).toBe('/duration');
  }
  for (const speed of [0, -1, 1e9, 'fast']) {
    expect((await control('PUT', '/clock/speed', { speed })).status).toBe(400);
  }
});
