import { describe, expect, test } from 'vitest';
import { createManualClock } from '../../../../src/kernel/manual-clock.js';
import { createRandom } from '../../../../src/kernel/random.js';
import { createFaultEngine } from '../../../../src/simulator/faults/engine/engine.js';
import { readFaultOrder } from '../../../../src/simulator/faults/plan/parse-fault-plan.js';
import { createFleet } from '../../../../src/simulator/fleet/fleet.js';
import { settingsOf, createSimulator } from '../../../../src/simulator/simulator.js';
import { dialectNamed } from '../../dialect-named.js';
import { fleetSpec, stage } from '../staged.js';

describe('the fault engine', () => {
  test('lists what was ordered, with what has become of it', async () => {
    const { order, engine, list, logIn, clock } = stage();
    await logIn('operator');
    const written = {
      fault: 'request-lost',
      on: { route: 'devices.list' },
      after: '1s',
      for: '4s',
      every: 2,
    };
    expect(order(written)).toBe('request-lost-1');
    expect(order({ fault: 'offline', id: 'out', on: { device: 'mini-1' } })).toBe('out');
    expect(engine.list()).toEqual([
      {
        id: 'request-lost-1',
        type: 'request-lost',
        mark: 0,
        isShared: false,
        order: written,
        state: 'waiting',
        begins: 'after 1 s',
        startsIn: 1_000,
        endsIn: undefined,
        occasions: 0,
        firings: 0,
      },
      expect.objectContaining({ id: 'out', state: 'active', begins: 'at once', firings: 1 }),
    ]);
    await clock.advance(2_000);
    await list();
    await list();
    const [lost] = engine.list();
    expect(lost).toMatchObject({ state: 'active', endsIn: 3_000, occasions: 2, firings: 1 });
    await clock.advance(3_000);
    const [ended] = engine.list();
    expect(ended).toMatchObject({ state: 'ended', endsIn: undefined, startsIn: undefined });
  });

  test('clears one fault or all of them, and says whether there was one', () => {
    const { order, engine, device } = stage();
    order({ fault: 'offline', id: 'a', on: { device: 'plant-1' } });
    order({ fault: 'offline', id: 'b', on: { device: 'plant-2' } });
    expect([engine.clear('a'), engine.clear('a')]).toEqual([true, false]);
    expect([device('plant-1').isOnline(), device('plant-2').isOnline()]).toEqual([true, false]);
    engine.clearAll();
    expect(device('plant-2').isOnline()).toBe(true);
    expect(engine.list()).toEqual([]);
  });

  test('replaces a fault that is ordered again under its id', () => {
    const { order, engine, device } = stage();
    order({ fault: 'offline', id: 'out', on: { device: 'plant-1' } });
    order({ fault: 'offline', id: 'out', on: { device: 'plant-2' } });
    expect([device('plant-1').isOnline(), device('plant-2').isOnline()]).toEqual([true, false]);
    expect(engine.list()).toHaveLength(1);
  });

  test('keeps the last hundred of the faults that have ended', async () => {
    const { order, engine, clock } = stage();
    for (let nth = 0; nth < 150; nth++) {
      order({ fault: 'restart', for: '1ms', count: 1 });
      await clock.advance(1);
    }
    expect(engine.list().length).toBeLessThanOrEqual(101);
    expect(engine.list().at(-1)?.id).toBe('restart-150');
  });

  test('cancels the timers of a fault that is cleared before it begins', async () => {
    const { order, engine, clock, device } = stage();
    engine.clear(order({ fault: 'offline', after: '5s' }));
    await clock.advance(10_000);
    expect(device('plant-1').isOnline()).toBe(true);
    expect(clock.pending()).toEqual([]);
  });

  test('ends with nothing left behind: no timer, no grip', async () => {
    const { order, engine, clock, device } = stage();
    for (const fault of ['flapping', 'power-cut', 'rs485-noise', 'foreign-traffic', 'unknown-topics']) {
      order({ fault });
    }
    await clock.advance(20_000);
    engine.clearAll();
    await clock.advance(20_000);
    expect(device('plant-1').isOnline()).toBe(true);
    expect(clock.pending()).toEqual([]);
  });

  test('leaves those alone who subscribe inside the simulator', () => {
    const { order, simulator, device, engine } = stage();
    order({ fault: 'duplicate-events' });
    const heard: string[] = [];
    simulator.service.subscribe('operator', ({ topic }) => heard.push(topic));
    device('plant-1').stimuli.dropLink();
    expect(heard).toEqual(['device.connection.offline']);
    expect(engine.list()[0]?.occasions).toBe(0);
  });

  test('lets a device without faults ask for nothing', () => {
    const { engine } = stage();
    const places = engine.devices.now({
      deviceId: 'plant-1',
      profileId: 'io',
      name: 'Plant 1',
    });
    const offsets = [1, 2];
    expect(places.bounce(1, offsets)).toBe(offsets);
    expect(places.operationTime(250, 'control')).toBe(250);
  });

  test('lets several faults of one device act one upon another', async () => {
    const { order, relay, clock, logIn } = stage();
    await logIn('operator');
    order({ fault: 'slow', with: { delay: '1s' } });
    order({ fault: 'slow', on: { profile: 'io' }, with: { delay: '500ms' } });
    const before = clock.now();
    await relay('plant-1', 'on');
    expect(clock.now() - before).toBe(1_750);
  });
});

test('faults ordered before there is a world begin when it is there', () => {
  const clock = createManualClock();
  const random = createRandom(1);
  const dialect = dialectNamed('default');
  const engine = createFaultEngine({ clock, random, dialect, journal: { note: () => undefined } });
  const order = readFaultOrder({ fault: 'offline', on: { device: 'plant-1' } });
  if (!order.ok) throw new Error('the order is sound');
  engine.add(order.value);
  expect(engine.list()[0]).toMatchObject({ state: 'waiting', startsIn: undefined });
  const spec = fleetSpec();
  const fleet = createFleet(spec, {
    clock,
    random,
    places: (device) => engine.devices.now(device),
  });
  const settings = settingsOf(spec.limits);
  engine.attach(
    createSimulator({
      fleet,
      clock,
      random,
      dialect,
      settings,
    }),
  );
  expect(engine.list()[0]?.state).toBe('active');
  expect(fleet.get('plant-1')?.isOnline()).toBe(false);
});
