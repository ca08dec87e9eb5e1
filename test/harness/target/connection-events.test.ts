// Events on a WebSocket connection: decoding, listening, limits, and frames that are none.
import { describe, expect, test } from 'vitest';
import type { Peer } from '../../suites/transport.js';
import { createRig, eventOf, openOn } from './rig.js';

const PERIPHERALS = { relays: [{ index: 1, on: true }], digitalInputs: [], analogInputs: [], sensors: [] };

describe('an event', () => {
  const opened = (...frames: string[]) =>
    createRig({
      opened: (peer) => {
        for (const frame of frames) peer.send(frame);
      },
    });

  test.each([
    [
      'device.state.changed',
      { deviceId: 'dev-1', changes: [{ kind: 'relay', index: 1 }], peripherals: PERIPHERALS },
    ],
    ['device.connection.offline', { deviceId: 'dev-1' }],
    ['device.rs485.received', { deviceId: 'dev-1', data: '01ff' }],
  ])('%s is decoded, also when it comes with the opening', async (topic, data) => {
    const rig = opened(eventOf(topic, { ...data, extra: 1 }));
    const connection = await openOn(rig);
    await rig.clock.advance(1);
    expect(connection.events()).toMatchObject([
      { kind: 'event', connection: 'a', topic, eventId: 'e1', deviceId: 'dev-1', data },
    ]);
    expect(connection.events()[0]?.data).not.toHaveProperty('extra');
    const kinds = rig.trace.records().map((each) => (each.kind === 'connection' ? each.state : each.kind));
    expect(kinds.slice(-3)).toEqual(['opening', 'open', 'event']);
  });

  test('of an unknown topic is kept as it came', async () => {
    const rig = opened(eventOf('device.weather', { sun: true }));
    const connection = await openOn(rig);
    await rig.clock.advance(1);
    expect(connection.events()).toMatchObject([{ topic: 'device.weather', data: { sun: true } }]);
    expect(connection.events()[0]).not.toHaveProperty('mismatches');
  });

  test('whose data do not fit says where', async () => {
    const rig = opened(eventOf('device.power.lost', { deviceId: 5 }));
    const connection = await openOn(rig);
    await rig.clock.advance(1);
    expect(connection.events()).toMatchObject([
      { data: { deviceId: 5 }, mismatches: [expect.stringMatching(/^\/data\/deviceId: expected string/)] },
    ]);
    expect(connection.events()[0]).not.toHaveProperty('deviceId');
  });

  test('wakes those who listen, until they stop', async () => {
    const server: { peer?: Peer } = {};
    const rig = createRig({ opened: (peer) => void (server.peer = peer) });
    const connection = await openOn(rig);
    let heard = 0;
    const stop = connection.listen(() => heard++);
    server.peer!.send(eventOf('x', {}));
    await rig.clock.advance(1);
    stop();
    server.peer!.send(eventOf('x', {}));
    await rig.clock.advance(1);
    expect([heard, connection.events().length]).toEqual([1, 2]);
  });

  test('beyond the limit goes to the trace only, and is counted', async () => {
    const server: { peer?: Peer } = {};
    const rig = createRig({ opened: (peer) => void (server.peer = peer) }, { limits: { events: 2 } });
    const connection = await openOn(rig);
    for (let left = 5; left > 0; left--) server.peer!.send(eventOf('x', {}));
    await rig.clock.advance(1);
    expect([connection.events().length, connection.droppedEvents, rig.records('event').length]).toEqual([
      2, 3, 5,
    ]);
  });

  test.each([
    ['not JSON', /^the frame is a text that is not JSON$/],
    ['[]', /^the frame is JSON, but no object$/],
    ['{"type":"event"}', /^the frame is neither a reply nor an event of the dialect: \/topic: expected/],
  ])('that is none (%s) is a stray frame', async (text, detail) => {
    const rig = opened(text);
    await openOn(rig);
    await rig.clock.advance(1);
    expect(rig.records('stray')).toMatchObject([
      { connection: 'a', text, detail: expect.stringMatching(detail) },
    ]);
  });
});
