import { describe, expect, test } from 'vitest';
import { createRig } from './rig.js';

const RELAYS = 'POST /devices/d1/relays/commands';

describe('relays of one device (client.relays-in-one-request)', () => {
  const sentBy = (rig: ReturnType<typeof createRig>) => rig.asked(RELAYS).map(({ body }) => body['relays']);

  test('change in one array', async () => {
    const rig = createRig();
    await rig.clock.runUntil(rig.client.setRelays('d1', { 1: 'on', 3: 'jog' }));
    expect(sentBy(rig)).toEqual([
      [
        { index: 1, action: 'on' },
        { index: 3, action: 'jog' },
      ],
    ]);
  });

  test('change in one array, too, when they are asked for one by one', async () => {
    const rig = createRig({ latency: 100 });
    const { client } = rig;
    const work = [1, 2, 3].map((index) => client.setRelays('d1', { [index]: 'off' }));
    const results = await rig.clock.runUntil(Promise.all(work));
    expect(results.map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(sentBy(rig)).toHaveLength(1);
    expect(sentBy(rig)[0]).toHaveLength(3);
  });

  test('change together when they have waited for another operation together', async () => {
    const rig = createRig({ latency: 500 });
    const { client, clock } = rig;
    const before = client.transceive('d1', '01');
    await clock.advance(10);
    const first = client.setRelays('d1', { 1: 'on' });
    await clock.advance(100);
    await clock.runUntil(Promise.all([before, first, client.setRelays('d1', { 2: 'on' })]));
    expect(sentBy(rig)).toHaveLength(1);
  });

  test('keep the order of what is asked for: a relay that moves twice moves twice', async () => {
    const rig = createRig({ latency: 100 });
    const { client } = rig;
    const work = [client.setRelays('d1', { 1: 'on' }), client.setRelays('d1', { 1: 'off' })];
    await rig.clock.runUntil(Promise.all(work));
    expect(sentBy(rig)).toEqual([[{ index: 1, action: 'on' }], [{ index: 1, action: 'off' }]]);
  });

  test('do not overtake another operation', async () => {
    const rig = createRig({ latency: 100 });
    const { client } = rig;
    const work = [
      client.setRelays('d1', { 1: 'on' }),
      client.transceive('d1', '01'),
      client.setRelays('d1', { 2: 'on' }),
    ];
    await rig.clock.runUntil(Promise.all(work));
    const keyed = rig.asked().filter(({ key }) => key !== undefined);
    expect(keyed.map(({ what }) => what)).toEqual([RELAYS, 'POST /devices/d1/rs485/transceive', RELAYS]);
  });

  test('are never changed through the compatibility endpoint (client.no-compatibility-endpoint)', async () => {
    const rig = createRig();
    await rig.clock.runUntil(rig.client.setRelays('d1', { 1: 'on' }));
    expect(rig.asked().filter(({ what }) => /relays\/\d+\/commands/.test(what))).toEqual([]);
  });
});
