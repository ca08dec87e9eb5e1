import { describe, expect, test } from 'vitest';
import { daySchema } from '../../../src/audit/days/day.js';
import { createManualClock } from '../../../src/kernel/manual-clock.js';
import { waitFor } from '../../../src/lab/days/play-day.js';
import { createJournal, type Journal } from '../../../src/simulator/control/journal/journal.js';

const BASE = { title: 'T', about: 'A', lasts: '10s', exercises: ['client.heartbeat'] };

/** How often a plan that waits so has acted, after what the client did. */
function acted(when: object, happen: (client: ReturnType<typeof clientOf>) => void): number {
  const day = daySchema.parse({ ...BASE, faults: [{ fault: 'close', when }] });
  const journal = createJournal(createManualClock());
  let count = 0;
  const [fault] = day.faults;
  if (fault?.when) waitFor(journal, fault.when, () => void count++);
  happen(clientOf(journal));
  return count;
}

function clientOf(journal: Journal) {
  const ask = (what: string, code = 'SUCCESS'): void => {
    const row = journal.asked({ origin: undefined, channel: 'rest', client: 'c', request: { what } });
    journal.answered(row, { code });
  };
  const connect = (connection: string): void =>
    journal.note({ kind: 'connection', connection, state: 'open' });
  return { ask, connect };
}

describe('a plan that waits', () => {
  test('acts at the second command, whichever the channel, and not at others', () => {
    const seen = acted({ sees: 'command', nth: 2 }, ({ ask }) => {
      ask('relays.set');
      ask('devices.read');
    });
    expect(seen).toBe(0);
    expect(
      acted({ sees: 'command', nth: 2 }, ({ ask }) => {
        for (const what of ['relays.set', 'device.operation.execute', 'relays.set']) ask(what);
      }),
    ).toBe(1);
  });

  test('acts at the first refresh after each reconnection', () => {
    const when = { sees: 'refresh', after: 'reconnection', times: 10 };
    const seen = acted(when, ({ ask, connect }) => {
      connect('ws-1');
      ask('devices.read');
      for (const name of ['ws-2', 'ws-3']) {
        connect(name);
        ask('device.state.get');
        ask('devices.read');
      }
    });
    expect(seen).toBe(2);
  });

  test('acts again at each so many, and not more often than it may', () => {
    const many = ({ ask }: ReturnType<typeof clientOf>): void => {
      for (let turn = 0; turn < 20; turn++) ask('devices.list');
    };
    expect(acted({ sees: 'devices.list', nth: 2, every: 3, times: 100 }, many)).toBe(7);
    expect(acted({ sees: 'devices.list', nth: 2, every: 3, times: 4 }, many)).toBe(4);
  });

  test('ends when there are enough samples', () => {
    const until = { sees: 'request', code: 'RATE_LIMITED', count: 3 };
    const seen = acted({ sees: 'devices.list', every: 1, times: 100, until }, ({ ask }) => {
      for (let turn = 0; turn < 20; turn++) ask('devices.list', turn % 2 === 0 ? 'RATE_LIMITED' : 'SUCCESS');
    });
    expect(seen).toBe(5);
  });

  test('acts at an answer', () => {
    const seen = acted({ sees: 'command', code: 'DEVICE_BUSY' }, ({ ask }) => {
      ask('devices.read', 'DEVICE_BUSY');
      ask('relays.set');
      ask('relays.set', 'DEVICE_BUSY');
    });
    expect(seen).toBe(1);
  });
});
