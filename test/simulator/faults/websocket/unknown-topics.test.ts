import { expect, test } from 'vitest';
import { stage } from '../staged.js';

test('events of an unknown topic are sent while the fault lasts', async () => {
  const { order, connect, clock } = stage();
  const [mine, other] = [connect('operator'), connect('reader')];
  order({
    fault: 'unknown-topics',
    on: { client: 'operator' },
    with: { topic: 'device.fan.stopped', every: '1s' },
    for: '3500ms',
  });
  await clock.advance(10_000);
  expect(mine.events('device.fan.stopped')).toHaveLength(3);
  expect(new Set(mine.events().map(({ eventId }) => eventId)).size).toBe(3);
  expect(other.frames).toEqual([]);
});

test('they are spelled in the dialect, and other faults of events leave them alone', async () => {
  const { order, connect, clock, dialect, engine } = stage({ dialect: 'scrambled' });
  const connection = connect();
  order({ fault: 'duplicate-events', id: 'twice' });
  order({ fault: 'unknown-topics', with: { every: '1s' }, count: 2 });
  await clock.advance(5_000);
  expect(connection.frames).toHaveLength(2);
  const decoded = dialect.shapes.wsEvent.decode(connection.frames[0]);
  expect(decoded.ok && decoded.value.topic).toBe('device.future.event');
  expect(engine.list()[0]).toMatchObject({ id: 'twice', occasions: 0 });
});
