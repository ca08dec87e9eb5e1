import { describe, expect, test } from 'vitest';
import { join } from 'node:path';
import { loadDays } from '../../../src/cli/load/days.js';
import { loadFleet } from '../../../src/cli/load/fleet.js';
import type { LivedDay } from '../../../src/audit/outcome/lived-day.js';
import { type AuditProgress, type Live, runAudit } from '../../../src/lab/audit/run-audit.js';
import { asClient, type StagedDay } from '../../../src/lab/days/stage-day.js';
import type { ClientTraffic } from '../../../src/audit/traffic/traffic.js';
import { createManualClock, type ManualClock } from '../../../src/kernel/manual-clock.js';
import { dayOf, deliveryOf, relays } from '../../audit/day-of.js';
import { lived } from '../../audit/outcome/lived.js';

const fleet = loadFleet(undefined, process.cwd());
if (!fleet.ok) throw new Error('the program has lost its fleet');
const loaded = loadDays(join('scenarios', 'clients'), fleet.value.spec, process.cwd());
const days = loaded.ok ? loaded.value : [];
const RULE = 'client.handles-events-idempotently';

function staged(...ids: readonly string[]) {
  return ids.flatMap((id) => days.filter(({ day }) => day.id === id));
}

/** Events of which every other one comes twice, each followed by as many commands. */
function twice(name: string): LivedDay {
  const turns = Array.from({ length: 12 }, (_, turn) => ({
    at: 5000 + 5000 * turn,
    isCopied: turn % 2 === 0,
  }));
  const steps = turns.flatMap(({ at, isCopied }) =>
    (isCopied ? [50, 900] : [50]).map(
      (after) => [at + after, 'relays.set', relays(`${name} ${at + after}`)] as const,
    ),
  );
  const deliveries = turns.flatMap(({ at, isCopied }) => [
    deliveryOf(at, `${name} ${at}`),
    ...(isCopied ? [deliveryOf(at + 800, `${name} ${at}`, { copy: true })] : []),
  ]);
  return lived({ name, traffic: dayOf(steps, { day: name, deliveries, isDrawn: true }) });
}

const quietTraffic = (name: string): ClientTraffic => dayOf([[0, 'devices.list']], { day: name });
const lots = (name: string): ClientTraffic =>
  dayOf(
    Array.from({ length: 9 }, (_, at) => [at * 100, 'relays.set', relays(`k${at}`)] as const),
    { day: name },
  );
const onlyFor = (each: StagedDay): StagedDay => {
  const exercises = each.day.id === 'calm' ? (['client.key-per-command'] as const) : [RULE];
  return { ...each, day: { ...each.day, exercises: [...exercises] as typeof each.day.exercises } };
};
const NOT_LATE = { isVirtual: true, spans: [], calm: () => Promise.resolve(), stop: () => undefined };

async function audit(live: Live, rest: { canRepeat?: boolean; signal?: AbortSignal; jobs?: number } = {}) {
  const progress: AuditProgress[] = [];
  const plan = {
    rules: [RULE] as const,
    jobs: 4,
    seed: 5,
    canRepeat: true,
    signal: new AbortController().signal,
    clock: createManualClock(),
    lateness: NOT_LATE,
  };
  const audited = await runAudit({ days: staged('calm', 'odd-events'), ...plan, ...rest }, live, (each) =>
    progress.push(each),
  );
  return { audited, ruling: audited.ruled.rulings.get(RULE), progress };
}

/** What the plans of these tests have in common. */
const planOn = (clock: ManualClock) => ({
  seed: 5,
  signal: new AbortController().signal,
  clock,
  lateness: NOT_LATE,
});

const quiet = (name: string): LivedDay => lived({ name, traffic: quietTraffic(name) });

describe('an audit', () => {
  test('lives the day of something suspicious again, with other seeds and names, and no other', async () => {
    const asked: string[] = [];
    const { ruling, audited } = await audit((each, name, seed) => {
      asked.push(`${name} ${seed}`);
      return Promise.resolve({ ...(each.day.id === 'calm' ? quiet(name) : twice(name)), day: each.day });
    });
    const again = ['odd-events (again)', 'odd-events (again 2)', 'odd-events (again 3)'];
    expect(asked).toEqual(['calm 5', 'odd-events 5', ...again.map((name, at) => `${name} ${6 + at}`)]);
    expect(ruling?.kind).toBe('broken');
    expect(audited.again.map(({ name }) => name)).toEqual(again);
  });

  test('does not call broken what does not come again, and lives its day three times more', async () => {
    const { ruling, audited } = await audit((each, name) => {
      const isFirst = name === 'odd-events';
      return Promise.resolve({ ...(isFirst ? twice(name) : quiet(name)), day: each.day });
    });
    expect(ruling?.kind).toBe('undecided');
    expect(audited.again.length).toBe(3);
  });

  test('ends a day on which all is decided, and says what the others wait for', async () => {
    const clock = createManualClock();
    const ended: string[] = [];
    const waits: ReadonlyMap<string, string>[] = [];
    const live: Live = (each, name, _, watch) =>
      new Promise((resolve) => {
        const done = (): void => resolve({ ...quiet(name), day: each.day });
        const traffic = (): ClientTraffic => (name === 'calm' ? lots(name) : quietTraffic(name));
        watch({
          from: 0,
          traffic,
          end: () => {
            ended.push(`${name} ${clock.now()}`);
            done();
          },
        });
      });
    const plan = {
      ...planOn(clock),
      days: staged('calm', 'odd-events').map(onlyFor),
      rules: ['client.key-per-command', RULE] as const,
      jobs: 4,
      canRepeat: true,
    };
    const audited = runAudit(plan, live, (news) => news.kind === 'waits' && waits.push(news.rules));
    await clock.advance(4000);
    expect(ended).toEqual([]);
    expect([...(waits[0] ?? [])]).toEqual([[RULE, expect.stringMatching(/0 copies/) as string]]);
    // What shows only with time has nearly a minute, and not a look more.
    await clock.advance(49_000);
    expect(ended).toEqual(['calm 53000']);
    // In half of its time there was no occasion: it is not waited for.
    await clock.advance(26_000);
    expect(ended).toEqual(['calm 53000', 'odd-events 77000']);
    await audited;
  });

  test('gives a day that is lived again twice the time', async () => {
    const clock = createManualClock();
    const ended: string[] = [];
    const live: Live = (each, name, _, watch) => {
      if (!name.includes('again')) return Promise.resolve({ ...twice(name), day: each.day });
      return new Promise((resolve) => {
        const end = (): void => {
          ended.push(`${name} ${clock.now()}`);
          resolve({ ...quiet(name), day: each.day });
        };
        watch({ from: clock.now(), traffic: () => lots(name), end });
      });
    };
    const [calm, odd] = staged('calm', 'odd-events').map(onlyFor);
    if (!calm || !odd) throw new Error('the program has lost a day');
    const alike = { ...odd, day: { ...odd.day, exercises: calm.day.exercises } };
    const rules = ['client.key-per-command', RULE] as const;
    const plan = { ...planOn(clock), days: [alike], rules, jobs: 1, canRepeat: true };
    const audited = runAudit(plan, live, () => undefined);
    for (let life = 0; life < 3; life++) await clock.advance(120_000);
    await audited;
    expect(ended.map((each) => each.replace('odd-events ', ''))).toEqual([
      '(again) 120000',
      '(again 2) 240000',
      '(again 3) 360000',
    ]);
  });

  test.each([
    ['goes on for as long as it took to see it', 'k', [100_000]],
    ['ends as soon as it has been seen again', undefined, [4000]],
  ])('a day on which something is looked for once more %s', async (_, key, times) => {
    const clock = createManualClock();
    const ended: number[] = [];
    const seen = Array.from(
      { length: 9 },
      (__, at) => [at * 100, 'relays.set', relays(key === undefined ? key : `${key}${at}`)] as const,
    );
    const live: Live = (each, name, __, watch) =>
      new Promise((resolve) => {
        const traffic = dayOf(seen, { day: name });
        const end = (): void => {
          ended.push(clock.now());
          resolve({ ...quiet(name), day: each.day });
        };
        watch({ from: 0, traffic: () => traffic, end });
      });
    const plan = {
      ...planOn(clock),
      days: staged('calm').map(onlyFor),
      rules: ['client.key-per-command'] as const,
      jobs: 1,
      canRepeat: false,
      seenWithin: new Map([['calm', 100_000]]),
    };
    const audited = runAudit(plan, live, () => undefined);
    await clock.advance(100_000);
    await audited;
    expect(ended).toEqual(times);
  });

  test('ends no day before the client has called, where nothing else is waited for', async () => {
    const clock = createManualClock();
    const ended: number[] = [];
    const live: Live = (each, name, _, watch) =>
      new Promise((resolve) => {
        watch({
          from: 0,
          traffic: () => (clock.now() < 9000 ? undefined : quietTraffic(name)),
          end: () => {
            ended.push(clock.now());
            resolve({ ...quiet(name), day: each.day });
          },
        });
      });
    const plan = {
      ...planOn(clock),
      days: staged('calm').map(onlyFor),
      rules: [RULE] as const,
      jobs: 1,
      canRepeat: false,
    };
    const audited = runAudit(plan, live, () => undefined);
    await clock.advance(64_000);
    expect(ended).toEqual([53_000]);
    await audited;
  });

  test('does not take half of a short day for all that a client does', async () => {
    const clock = createManualClock();
    const ended: number[] = [];
    const live: Live = (each, name, _, watch) =>
      new Promise((resolve) => {
        const done = (): void => resolve({ ...quiet(name), day: each.day });
        const end = (): void => {
          ended.push(clock.now());
          done();
        };
        watch({ from: 0, traffic: () => quietTraffic(name), end });
        clock.setTimer('day', each.day.lasts, done);
      });
    const [odd] = staged('odd-events').map(onlyFor);
    if (!odd) throw new Error('the program has lost a day');
    const plan = {
      ...planOn(clock),
      days: [{ ...odd, day: { ...odd.day, lasts: 6000 } }],
      rules: [RULE] as const,
      jobs: 1,
      canRepeat: false,
    };
    const audited = runAudit(plan, live, () => undefined);
    await clock.advance(8000);
    await audited;
    expect(ended).toEqual([]);
  });

  test('lives no day again where others start the clients', async () => {
    const { ruling, audited } = await audit(
      (each, name) => Promise.resolve({ ...twice(name), day: each.day }),
      { canRepeat: false },
    );
    expect([ruling?.kind, audited.again.length]).toEqual(['broken', 0]);
  });

  test('begins no further day once it is interrupted', async () => {
    const over = new AbortController();
    const { audited } = await audit(
      (each, name) => {
        over.abort();
        return Promise.resolve({ ...quiet(name), day: each.day });
      },
      { jobs: 1, signal: over.signal },
    );
    expect(audited.days.map(({ name }) => name)).toEqual(['calm']);
  });
});

describe('the client of a day', () => {
  test('is the same on all days, and faults that are meant for it follow', () => {
    const [denied, disabled] = staged('denied-scopes', 'disabled-client');
    if (!denied || !disabled) throw new Error('the days are there');
    const me = { clientId: 'me', clientSecret: 'hush' };
    expect(asClient(denied, me).fleet.clients.find(({ clientId }) => clientId === 'me')).toMatchObject({
      secret: 'hush',
      scopes: ['device:read'],
    });
    expect(asClient(disabled, me).day.faults[0]).toMatchObject({ on: { client: 'me' } });
    const operator = { clientId: 'operator', clientSecret: 'x' };
    const { clients } = asClient(denied, operator).fleet;
    expect(clients.filter(({ clientId }) => clientId === 'operator').length).toBe(1);
  });
});
