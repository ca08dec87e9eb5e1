// Every stimulus on a simulator through its control plane, seen from outside by the interface.
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { assert } from '../../../../src/kernel/assert.js';
import { createRandom } from '../../../../src/kernel/random.js';
import { type Act, STIMULUS_NAMES } from '../../../../src/harness/profile/stimuli/catalogue.js';
import { createStimuli } from '../../../../src/harness/stimuli/create-stimuli.js';
import { inTime, type Rig as SimulatorRig, startRig } from '../../../simulator/control/rig.js';
import { createRig, PROFILE } from '../../target/rig.js';

const PLANT = { name: 'plant', deviceId: 'plant-1' };
const OPERATOR = { name: 'operator', clientId: 'operator' };

interface ExecutionContext extends SimulatorRig {
  act(name: Act['name'], parameters?: Omit<Act, 'name'>): Promise<number | undefined>;
  /** The device's detail. */
  detail(): Promise<{ status: number; body: ReturnType<typeof JSON.parse> }>;
}

async function context(): Promise<ExecutionContext> {
  const rig = await startRig();
  const { control } = rig.simulator;
  assert(control, 'it has a control plane');
  const { target, clock } = createRig();
  const profile = { ...PROFILE, stimuli: { control, drivers: {}, secrets: [] } };
  const stimuli = createStimuli({
    profile,
    clock,
    random: createRandom(1),
    forbidsAct: () => undefined,
    forbidsUndo: () => undefined,
  });
  onTestFinished(() => stimuli.close());
  const state = rig.simulator.device('plant-1')?.reported();
  assert(state, 'the fleet has this device');
  stimuli.noteInitial('plant-1', state);
  const session = stimuli.open(target);
  return {
    ...rig,
    act: async (name, parameters = { device: PLANT }) => {
      const acted = await session.act({ name, ...parameters }, new AbortController().signal);
      expect(acted.kind).toBe('applied');
      return acted.kind === 'applied' ? acted.value : undefined;
    },
    detail: async () => inTime(rig.clock, rig.service('GET', '/devices/plant-1')),
  };
}

/** The topics of events that come while the test goes on. */
async function listen({ simulator, service }: ExecutionContext): Promise<{ topics: string[] }> {
  const ticket = (await service('POST', '/ws/ticket')).body.data.ticket;
  const socket = new WebSocket(`${simulator.url?.replace('http', 'ws')}/svc/v1/ws?ticket=${ticket}`);
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  const topics: string[] = [];
  socket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString()) as { type: string; topic: string };
    if (frame.type === 'event') topics.push(frame.topic);
  });
  return { topics };
}

async function until(condition: () => boolean): Promise<void> {
  for (let turn = 0; turn < 5000 && !condition(); turn++) await new Promise((next) => setImmediate(next));
  expect(condition()).toBe(true);
}

const checks: Partial<Record<Act['name'], (context: ExecutionContext) => Promise<void>>> = {
  'set-input': async ({ act, clock, detail }) => {
    await act('set-input', { device: PLANT, index: 2, active: true });
    await clock.advance(20);
    const { body } = await detail();
    expect(body.data.device.peripherals.digitalInputs[1]).toMatchObject({ index: 2, active: true });
  },
  'set-analog': async ({ act, detail }) => {
    await act('set-analog', { device: PLANT, index: 1, value: 7.25 });
    expect((await detail()).body.data.device.peripherals.analogInputs[0].value).toBe(7.25);
  },
  'set-sensor': async ({ act, detail }) => {
    await act('set-sensor', { device: PLANT, key: 'temperature', value: -3 });
    expect((await detail()).body.data.device.peripherals.sensors[0].value).toBe(-3);
  },
  'cut-power': async (on) => {
    const { topics } = await listen(on);
    await on.act('cut-power');
    await on.clock.advance(1000);
    await until(() => topics.includes('device.power.lost'));
  },
  'restore-power': async (on) => {
    const { topics } = await listen(on);
    await on.act('cut-power');
    await on.clock.advance(1000);
    await on.act('restore-power');
    await on.clock.advance(5000);
    await until(() => topics.includes('device.power.restored'));
    expect((await on.detail()).status).toBe(200);
  },
  'drop-link': async (on) => {
    const { topics } = await listen(on);
    await on.act('drop-link');
    await on.clock.advance(1000);
    await until(() => topics.includes('device.connection.offline'));
    expect((await on.detail()).status).toBe(409);
  },
  'restore-link': async (on) => {
    const { topics } = await listen(on);
    await on.act('drop-link');
    await on.act('restore-link');
    await on.clock.advance(1000);
    await until(() => topics.includes('device.connection.online'));
    expect((await on.detail()).status).toBe(200);
  },
  'inject-rs485': async (on) => {
    const { topics } = await listen(on);
    await on.act('inject-rs485', { device: PLANT, data: 'c0ffee' });
    await on.clock.advance(1000);
    await until(() => topics.includes('device.rs485.received'));
  },
  'disable-client': async ({ act, logIn, service }) => {
    const token = await logIn();
    await act('disable-client', { client: OPERATOR });
    expect((await service('GET', '/devices', undefined, token)).body.code).toBe('APP_DISABLED');
  },
  'enable-client': async ({ act, service }) => {
    await act('disable-client', { client: OPERATOR });
    await act('enable-client', { client: OPERATOR });
    expect((await service('GET', '/devices')).status).toBe(200);
  },
  'expire-tokens': async ({ act, logIn, service }) => {
    const token = await logIn();
    await act('expire-tokens', { client: OPERATOR });
    expect((await service('GET', '/devices', undefined, token)).status).toBe(401);
  },
};

test.each(STIMULUS_NAMES)('%s is seen from outside', async (name) => {
  const check = checks[name];
  assert(check, `there is a check of ${name}`);
  await check(await context());
});

test('the witness counts what the device has done', async () => {
  const { act, service, clock } = await context();
  expect(await act('executions')).toBe(0);
  const body = { relays: [{ index: 1, action: 'on' }] };
  await inTime(clock, service('POST', '/devices/plant-1/relays/commands', body));
  expect(await act('executions')).toBe(1);
});
