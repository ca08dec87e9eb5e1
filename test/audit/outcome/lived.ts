// A day that was lived, for tests: nothing is wrong with it but what the test says.
import type { LivedDay } from '../../../src/audit/outcome/lived-day.js';
import { parseDay } from '../../../src/audit/days/day.js';

export function lived(rest: Partial<LivedDay> = {}): LivedDay {
  const read = parseDay(
    'title: T\nabout: A\nlasts: 100s\nexercises: [client.heartbeat]\n',
    `${rest.name ?? 'calm'}.yaml`,
  );
  if (!read.ok) throw new Error('the day of the test can be read');
  return {
    day: read.value,
    name: read.value.id,
    seed: 1,
    from: 0,
    to: 100_000,
    traffic: undefined,
    others: [],
    records: [],
    flooded: false,
    endedBy: 'time',
    sockets: 0,
    processes: [{ how: 'SIGTERM', neverBegan: false, output: '' }],
    bugs: [],
    ...rest,
  };
}
