// Events in place of which a connection was closed, each time.
import { describe, expect, it } from 'vitest';
import {
  createEventDeliveries,
  type EventDeliveries,
  NO_CHANCE,
} from '../../../src/harness/target/deliveries.js';
import { createManualClock, type ManualClock } from '../../../src/kernel/manual-clock.js';

const RULE = 'events.power-lost';
const MINUTE = 60_000;

interface Stage {
  readonly clock: ManualClock;
  readonly deliveries: EventDeliveries;
  /** A connection that is open for a minute, then something is caused, and so many ms later it is closed. */
  broken(after: number): Promise<void>;
}

function stage(): Stage {
  const clock = createManualClock(0);
  const deliveries = createEventDeliveries(clock);
  const broken = async (after: number): Promise<void> => {
    const openedAt = clock.now();
    await clock.advance(MINUTE);
    const since = clock.now();
    await clock.advance(after);
    deliveries.lived(openedAt, true);
    deliveries.due({ rule: RULE, client: 'op', since, closedAt: clock.now(), closeCode: 1011 });
  };
  return { clock, deliveries, broken };
}

describe('topics of which an event came', () => {
  it('are known each once', () => {
    const { deliveries } = stage();
    for (const topic of ['a', 'b', 'a']) deliveries.heard(topic);
    expect([...deliveries.topics()]).toEqual(['a', 'b']);
  });
});

describe('a connection that is closed each time that an event is due', () => {
  it('never delivers that event, where connections live on while none is due', async () => {
    const { deliveries, broken } = stage();
    for (let time = 0; time < 3; time++) await broken(200 + time);
    const [found, ...more] = deliveries.undelivered();
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      rule: RULE,
      client: 'op',
      times: 3,
      longest: 202,
      closeCode: 1011,
      // What is closed within a second of the last one may have its cause.
      quiet: { time: 3 * MINUTE - 2000, closed: 0 },
    });
    expect(found?.chance).toBeLessThan(NO_CHANCE);
    expect(deliveries.neverCame()).toEqual([RULE]);
  });

  it('proves nothing where connections are closed as often while none is due', async () => {
    const { clock, deliveries, broken } = stage();
    for (let time = 0; time < 3; time++) await broken(200);
    for (let time = 0; time < 400; time++) {
      const openedAt = clock.now();
      await clock.advance(500);
      deliveries.lived(openedAt, true);
    }
    expect(deliveries.undelivered()[0]?.chance).toBeGreaterThan(NO_CHANCE);
  });

  it('proves less, the longer it takes', async () => {
    const { deliveries, broken } = stage();
    for (let time = 0; time < 3; time++) await broken(20_000);
    expect(deliveries.undelivered()[0]?.chance).toBeGreaterThan(NO_CHANCE);
  });

  it('is none of these when the event has come once, or when it was closed twice only', async () => {
    const { deliveries, broken } = stage();
    await broken(200);
    await broken(200);
    expect(deliveries.undelivered()).toEqual([]);
    await broken(200);
    expect(deliveries.undelivered()).toHaveLength(1);
    deliveries.due({ rule: RULE, client: 'op', since: 0 });
    expect(deliveries.undelivered()).toEqual([]);
    expect(deliveries.neverCame()).toEqual([]);
  });
});

it('counts connections that are closed together once: they may have one cause', () => {
  const { clock, deliveries } = stage();
  for (let each = 0; each < 3; each++)
    deliveries.due({ rule: RULE, client: 'op', since: 0, closedAt: clock.now() + each * 50 });
  expect(deliveries.undelivered()).toEqual([]);
});

it('forgets what was going on when it starts over, and not what has come', async () => {
  const { deliveries, broken } = stage();
  for (let time = 0; time < 3; time++) await broken(200);
  deliveries.due({ rule: 'events.online', client: 'op', since: 0 });
  deliveries.missed('events.offline');
  deliveries.startOver();
  expect(deliveries.undelivered()).toEqual([]);
  expect(deliveries.neverCame()).toEqual([RULE, 'events.offline']);
});
