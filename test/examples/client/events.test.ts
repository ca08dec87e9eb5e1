import { describe, expect, test } from 'vitest';
import type { DeviceEvent } from '../../../examples/client/events.js';
import { follow } from '../../../examples/client/follow.js';
import { createRig } from './rig.js';

const ON = '2026-01-01T00:00:01.000Z';
const LATER = '2026-01-01T00:00:02.000Z';

function changed(active: boolean, eventId: string, occurredAt = ON) {
  const peripherals = { digitalInputs: [{ index: 2, active }], relays: [] };
  const data = { deviceId: 'd1', changes: [{ kind: 'digitalInput', index: 2 }], peripherals };
  return { type: 'event', topic: 'device.state.changed', eventId, occurredAt, data };
}

async function listening() {
  const rig = createRig();
  const heard: DeviceEvent[] = [];
  rig.client.listen((event) => heard.push(event));
  await rig.clock.advance(1);
  const [connection] = rig.connections;
  if (!connection) throw new Error('there is no connection');
  return { ...rig, heard, connection };
}

describe('an event', () => {
  test('is told once, however often it comes (client.handles-events-idempotently)', async () => {
    const { heard, connection } = await listening();
    for (let copies = 0; copies < 3; copies++) connection.tell(changed(true, 'e1'));
    connection.tell(changed(true, 'e2'));
    expect(heard.map(({ eventId }) => eventId)).toEqual(['e1', 'e2']);
  });

  test('is told once, too, when the copy comes over another connection', async () => {
    const { heard, connection, connections, clock } = await listening();
    connection.tell(changed(true, 'e1'));
    connection.drop();
    await clock.advance(5000);
    connections[1]?.tell(changed(true, 'e1'));
    expect(heard).toHaveLength(1);
  });

  test('without an id is known by its words and its moment; without a moment it may be another one', async () => {
    const { heard, connection } = await listening();
    const { eventId: _, ...nameless } = changed(true, '');
    connection.tell(nameless);
    connection.tell(nameless);
    connection.tell({ ...nameless, occurredAt: LATER });
    expect(heard).toHaveLength(2);
    const data = { deviceId: 'd1', data: '0102' };
    const received = { type: 'event', topic: 'device.rs485.received', data };
    connection.tell(received);
    connection.tell(received);
    expect(heard).toHaveLength(4);
  });

  test('may have fields that nobody knows, and others be of unknown topics (client.ignores-unknown-fields)', async () => {
    const { heard, connection, clock, asked } = await listening();
    const odd = changed(true, 'e1');
    connection.tell({ ...odd, xFuture: { a: [1] }, data: { ...odd.data, xFuture: true } });
    connection.tell({ type: 'event', topic: 'device.future.event', eventId: 'e2', data: { deviceId: 'd1' } });
    connection.tell({ type: 'novelty' });
    connection.tell({ type: 'event', topic: 'device.power.lost', data: null });
    for (const text of ['[]', '{', '', 'null']) connection.tellText(text);
    connection.tell(changed(false, 'e3'));
    expect(heard.map(({ eventId }) => eventId)).toEqual(['e1', 'e3']);
    await clock.advance(65_000);
    expect([connection.isOpen(), asked('session.ping').length]).toEqual([true, 2]);
  });

  test('brings what is known of the device up to date, and an older one does not take it back', async () => {
    const { client, connection } = await listening();
    connection.tell(changed(false, 'late', LATER));
    connection.tell(changed(true, 'early', ON));
    connection.tell({
      type: 'event',
      topic: 'device.power.lost',
      occurredAt: LATER,
      data: { deviceId: 'd1' },
    });
    expect(client.stateOf('d1')).toEqual({
      power: 'lost',
      peripherals: { digitalInputs: [{ index: 2, active: false }], relays: [] },
    });
  });

  test('that a device is back makes the client read it, if it looks after it', async () => {
    const { client, connection, clock, asked } = await listening();
    client.lookAfter('d1');
    for (const deviceId of ['d1', 'd2'])
      connection.tell({
        type: 'event',
        topic: 'device.connection.online',
        eventId: deviceId,
        data: { deviceId },
      });
    await clock.advance(10_000);
    expect(asked('device.state.get').map(({ body }) => body.data?.deviceId)).toEqual(['d1']);
  });

  test('is heard no more by who has stopped listening', async () => {
    const rig = await listening();
    const others: DeviceEvent[] = [];
    const stop = rig.client.listen((event) => others.push(event));
    stop();
    rig.connection.tell(changed(true, 'e1'));
    expect([rig.heard.length, others.length]).toEqual([1, 0]);
  });
});

describe('a relay that follows an input', () => {
  const following = { deviceId: 'd1', input: 2, relay: 4 };

  test('is switched once for each event, also when the event comes twice', async () => {
    const { client, clock, connection, asked } = await listening();
    client.listen((event) => void follow(client, following, event));
    for (const active of [true, false]) {
      connection.tell(changed(active, `now ${active}`));
      connection.tell(changed(active, `now ${active}`));
      await clock.advance(1000);
    }
    const relays = asked('POST /devices/d1/relays/commands').map(({ body }) => body['relays']);
    expect(relays).toEqual([[{ index: 4, action: 'on' }], [{ index: 4, action: 'off' }]]);
  });

  test('does nothing about other inputs, devices and topics', async () => {
    const { client, clock, connection, asked } = await listening();
    client.listen((event) => {
      for (const other of [{ input: 3 }, { deviceId: 'd2' }])
        void follow(client, { ...following, ...other }, event);
    });
    connection.tell(changed(true, 'e1'));
    connection.tell({ ...changed(true, 'e2'), topic: 'device.power.lost' });
    await clock.advance(1000);
    expect(asked().filter(({ key }) => key !== undefined)).toEqual([]);
  });
});
