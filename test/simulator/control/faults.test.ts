import { expect, it } from 'vitest';
import { startRig } from './rig.js';

it('orders a fault, and clears it', async () => {
  const { control } = await startRig();
  const ordered = await control('POST', '/faults', { fault: 'offline', on: { device: 'plant-1' } });
  expect(ordered).toMatchObject({ status: 201, body: { type: 'offline', state: 'active' } });
  const online = async () => (await control('GET', '/devices/plant-1')).body.online;
  expect(await online()).toBe(false);
  expect((await control('GET', '/devices')).body.devices[0].faults).toEqual([ordered.body.id]);
  expect((await control('DELETE', `/faults/${ordered.body.id}`)).status).toBe(200);
  expect(await online()).toBe(true);
  expect((await control('DELETE', `/faults/${ordered.body.id}`)).status).toBe(404);
});

it('applies a plan in YAML, or nothing of it when something is wrong', async () => {
  const { control } = await startRig();
  const plan =
    'faults:\n  - { fault: offline, on: { device: plant-1 }, after: 5s }\n  - { fault: latency, with: {} }\n';
  const wrong = await control('POST', '/faults/plan', plan.replace('plant-1', 'plant-9'));
  expect(wrong.status).toBe(422);
  expect(wrong.body.problems[0].message).toMatch(/^line 2, column \d+: unknown device "plant-9"$/);
  expect((await control('GET', '/faults')).body.faults).toEqual([]);
  const applied = await control('POST', '/faults/plan', plan);
  expect(applied.status).toBe(201);
  expect(applied.body.ids).toHaveLength(2);
  const [waiting] = (await control('GET', '/faults')).body.faults;
  expect(waiting).toMatchObject({ state: 'waiting', startsIn: 5000 });
  expect((await control('DELETE', '/faults')).body.cleared).toEqual(applied.body.ids);
  expect((await control('GET', '/faults')).body.faults).toEqual([]);
});

it('says what is wrong with an order, and what was meant', async () => {
  const { control } = await startRig();
  const { status, body } = await control('POST', '/faults', { fault: 'ofline' });
  expect(status).toBe(422);
  expect(body.problems[0]).toMatchObject({
    message: 'unknown fault "ofline"',
    hint: 'Did you mean "offline"?',
  });
  expect((await control('POST', '/faults', { on: {} })).status).toBe(400);
});
