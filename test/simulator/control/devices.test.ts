import { once } from 'node:events';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { inTime, startRig } from './rig.js';

it('shows the fleet a page at a time, without touching a device', async () => {
  const { control } = await startRig();
  const first = await control('GET', '/devices?limit=3');
  expect(first.body).toMatchObject({ count: 4, nextCursor: 'plant-3' });
  expect(first.body.devices[0]).toEqual({
    deviceId: 'plant-1',
    name: 'plant-1',
    profileId: 'io',
    online: true,
    powered: true,
    touched: false,
    lane: 'free',
    refreshIn: 0,
    faults: [],
    relays: [
      { index: 1, on: false, closed: false },
      { index: 2, on: false, closed: false },
    ],
    digitalInputs: expect.arrayContaining([{ index: 1, active: false, contact: false }]),
  });
  const second = await control('GET', '/devices?limit=3&cursor=plant-3');
  expect(second.body.devices.map((each: { deviceId: string }) => each.deviceId)).toEqual(['mini-1']);
  expect(second.body.nextCursor).toBeUndefined();
  expect((await control('GET', '/devices?profile=mini')).body.devices).toHaveLength(1);
});

it('shows what a device reports beside what is really so', async () => {
  const { control, service, clock } = await startRig();
  await control('POST', '/faults', { fault: 'stuck-relay', on: { device: 'plant-1' } });
  await inTime(
    clock,
    service('POST', '/devices/plant-1/relays/commands', { relays: [{ index: 1, action: 'on' }] }),
  );
  const { body } = await control('GET', '/devices/plant-1');
  expect(body.relays[0]).toEqual({ index: 1, on: true, closed: false, switchedTimes: 0, jogDuration: 500 });
  const [listed] = (await control('GET', '/devices?limit=1')).body.devices;
  expect(listed.relays[0]).toEqual({ index: 1, on: true, closed: false });
  expect(listed.changedAt).toBeLessThanOrEqual(clock.now());
  expect(body).toMatchObject({
    executions: 1,
    supplied: true,
    linked: true,
    baudRate: 9600,
    faults: [expect.any(String)],
  });
});

it('sets an input, and the service shows it after the debounce time', async () => {
  const { control, service, clock } = await startRig();
  const set = await control('POST', '/devices/plant-1/stimuli', {
    kind: 'set-input',
    index: 2,
    active: true,
  });
  expect(set).toMatchObject({ status: 200, body: { applied: 'set-input', at: clock.now() } });
  await clock.advance(20);
  const read = await inTime(clock, service('GET', '/devices/plant-1'));
  expect(read.body.data.device.peripherals.digitalInputs[1]).toMatchObject({ index: 2, active: true });
});

it('sets and drives analog inputs and sensors', async () => {
  const { control } = await startRig();
  const stimuli = [
    { kind: 'set-analog', index: 1, value: 7.25 },
    { kind: 'set-sensor', key: 'temperature', value: -3 },
  ];
  for (const each of stimuli) await control('POST', '/devices/plant-1/stimuli', each);
  const { body } = await control('GET', '/devices/plant-1');
  expect(body.analogInputs[0].value).toBe(7.25);
  expect(body.sensors[0].value).toBe(-3);
  await control('POST', '/devices/plant-1/stimuli', {
    kind: 'drive-analog',
    index: 1,
    signal: { kind: 'step', levels: [1, 2], every: '1s' },
  });
  expect((await control('GET', '/devices/plant-1')).body.analogInputs[0].value).toBe(1);
});

it('drives an input by a pattern', async () => {
  const { control, clock } = await startRig();
  const body = { kind: 'drive-input', index: 3, pattern: 'square 2s' };
  expect((await control('POST', '/devices/plant-1/stimuli', body)).status).toBe(200);
  await clock.advance(1100);
  expect((await control('GET', '/devices/plant-1')).body.digitalInputs[2]).toMatchObject({ contact: true });
});

it('cuts the power and the link, and gives them back', async () => {
  const { control, clock } = await startRig();
  const online = async () => (await control('GET', '/devices/plant-1')).body.online;
  await control('POST', '/devices/plant-1/stimuli', { kind: 'cut-power' });
  await clock.advance(200);
  expect(await online()).toBe(false);
  await control('POST', '/devices/plant-1/stimuli', { kind: 'restore-power' });
  await clock.advance(3000);
  expect(await online()).toBe(true);
  await control('POST', '/devices/plant-1/stimuli', { kind: 'drop-link' });
  expect(await online()).toBe(false);
  await control('POST', '/devices/plant-1/stimuli', { kind: 'restore-link' });
  expect(await online()).toBe(true);
});

it('bears witness to what a device has done, once for a repeated key', async () => {
  const { simulator, control, logIn, clock } = await startRig();
  const token = await logIn();
  const send = () =>
    fetch(`${simulator.url}/svc/v1/devices/plant-1/relays/commands`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': 'k1',
      },
      body: JSON.stringify({ relays: [{ index: 1, action: 'on' }] }),
    });
  await inTime(clock, send());
  await inTime(clock, send());
  const { body } = await control('GET', '/devices/plant-1/witness');
  expect(body).toMatchObject({
    executions: 1,
    relays: [{ closed: true, switchedTimes: 1 }, { switchedTimes: 0 }],
  });
});

it('says what is wrong with a stimulus, and where', async () => {
  const { control } = await startRig();
  const refusals = [
    ['/devices/plant-9/stimuli', { kind: 'cut-power' }, 404, undefined],
    ['/devices/plant-1/stimuli', { kind: 'set-input', index: 9, active: true }, 422, '/index'],
    ['/devices/plant-1/stimuli', { kind: 'set-sensor', key: 'wind', value: 1 }, 422, '/key'],
    ['/devices/mini-1/stimuli', { kind: 'inject-rs485', data: 'ff' }, 422, '/kind'],
    ['/devices/plant-1/stimuli', { kind: 'set-input', index: '1', active: true }, 400, '/index'],
    ['/devices/plant-1/stimuli', { kind: 'explode' }, 400, '/kind'],
    ['/devices/plant-1/stimuli', { kind: 'drive-input', index: 1, pattern: 'now and then' }, 400, '/pattern'],
    ['/devices/plant-1/stimuli', '{', 400, ''],
  ] as const;
  for (const [path, body, status, pointer] of refusals) {
    const answer = await control('POST', path, body);
    expect([JSON.stringify(body), answer.status]).toEqual([JSON.stringify(body), status]);
    expect(answer.body.problems[0]).toMatchObject({
      message: expect.any(String),
      ...(pointer !== undefined && { pointer }),
    });
  }
});

it('lets a stimulus be heard on a WebSocket', async () => {
  const { simulator, service, control, clock } = await startRig();
  const { ticket } = (await service('POST', '/ws/ticket')).body.data;
  const socket = new WebSocket(`${simulator.url!.replace('http', 'ws')}/svc/v1/ws?ticket=${ticket}`);
  await once(socket, 'open');
  const heard = once(socket, 'message');
  await control('POST', '/devices/plant-2/stimuli', { kind: 'set-input', index: 3, active: true });
  await clock.advance(20);
  const [frame] = (await heard) as [Buffer];
  expect(JSON.parse(frame.toString())).toMatchObject({
    topic: 'device.state.changed',
    data: { deviceId: 'plant-2', changes: [{ kind: 'digitalInput', index: 3 }] },
  });
});
