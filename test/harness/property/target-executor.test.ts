// Random programs on a target that stays the same for all of them: side by side, each on devices of its own.
import { describe, expect, it } from 'vitest';
import type { Program } from '../../../src/harness/property/program.js';
import type { ProgramRun } from '../../../src/harness/property/executor.js';
import { onTarget, searchOnTarget } from './on-target.js';

const USUAL = { eventPatience: 2000 };

/** Switches a relay of the plant some times, and looks at it in the end. */
function switching(times: number, wait = '700ms'): Program {
  const body = Array.from({ length: times }, (_, at) => [
    { setRelays: 'plant', relays: { lamp: at % 2 === 0 ? 'on' : 'off' } },
    { wait },
  ]).flat();
  return {
    devices: ['plant'],
    prologue: [{ connect: 'left' }, { setRelays: 'plant', relays: { lamp: 'off' } }],
    body,
    epilogue: [{ wait: '1s' }, { refresh: 'plant' }, { ping: null, via: 'left' }],
    operations: times,
  };
}

const devicesAskedIn = ({ trace }: ProgramRun): ReadonlySet<string> =>
  new Set(trace.flatMap((each) => (each.kind === 'request' ? (each.deviceId ?? []) : [])));
const devicesHeardIn = ({ trace }: ProgramRun): ReadonlySet<string> =>
  new Set(trace.flatMap((each) => (each.kind === 'event' ? (each.deviceId ?? []) : [])));
const breaches = ({ findings }: ProgramRun): readonly string[] =>
  findings.flatMap(({ verdict, rule }) => (verdict === 'pass' ? [] : rule));

describe('programs at the same time', () => {
  it('have devices and traces of their own, and what they hear of each other is no evidence', async () => {
    const runs = await onTarget({ devices: ['bench-01', 'bench-02'] }, ({ executor }) =>
      Promise.all([executor.run(switching(5), '0', USUAL), executor.run(switching(3, '900ms'), '1', USUAL)]),
    );
    expect(runs.map((run) => [...devicesAskedIn(run)])).toEqual([['bench-01'], ['bench-02']]);
    // All of them hear all events, so each has some in its trace that nothing in it explains.
    for (const run of runs) expect(devicesHeardIn(run).size).toBe(2);
    expect(runs.map(breaches)).toEqual([[], []]);
    expect(runs.map(({ halt }) => halt)).toEqual([undefined, undefined]);
  });

  it('come to nothing on a device that must not be switched, which is set aside', async () => {
    const ghost = { deviceId: 'ghost-1', relays: [1, 2] };
    const where = { devices: [], more: { ghost } };
    const { ran, aside } = await onTarget(where, async ({ executor }) => ({
      ran: await executor.run(switching(2), '0', USUAL),
      aside: executor.setAside?.(),
    }));
    expect(ran.halt).toMatchObject({ kind: 'unsafe' });
    expect(breaches(ran)).toEqual([]);
    expect(aside).toEqual([expect.stringMatching(/^ghost: device ghost-1 is not in the profile/)]);
  });

  it('take turns where there is one device only', async () => {
    const runs = await onTarget({ devices: ['bench-01'] }, ({ executor }) =>
      Promise.all([executor.run(switching(2), '0', USUAL), executor.run(switching(2), '1', USUAL)]),
    );
    const [first, second] = runs.map(({ trace }) => trace.map(({ at }) => at));
    expect(Math.max(...(first ?? []))).toBeLessThanOrEqual(Math.min(...(second ?? [])));
    // Within one millisecond their requests are numbered in the order in which they leave.
    const [asked, askedLater] = runs.map(({ trace }) =>
      trace.flatMap((record) => (record.kind === 'request' ? record.exchange : [])),
    );
    expect(Math.max(...(asked ?? []))).toBeLessThan(Math.min(...(askedLater ?? [])));
    expect(runs.map(breaches)).toEqual([[], []]);
  });

  it.each([
    ['the devices', { devices: ['bench-01', 'bench-02', 'bench-03'] }, 3],
    ['the jobs', { jobs: 3 }, 3],
    ['the request ceiling', { requestsPerSecond: 20 }, 4],
    ['all of these', {}, 16],
  ])('are no more than %s allow', async (_, where, most) => {
    expect(await onTarget(where, ({ executor }) => Promise.resolve(executor.atATime))).toBe(most);
  });

  it('stay below the request ceiling of the profile in sum', async () => {
    const ceiling = 20;
    const runs = await onTarget({ requestsPerSecond: ceiling }, ({ executor }) =>
      Promise.all([0, 1, 2, 3].map((at) => executor.run(switching(12, '1ms'), String(at), USUAL))),
    );
    const sent = runs
      .flatMap(({ trace }) => trace)
      .flatMap((each) => (each.kind === 'request' ? each.at : []))
      .toSorted((a, b) => a - b);
    const besideOthers = sent.filter(
      (at, place) => at - (sent[place - ceiling] ?? Number.NEGATIVE_INFINITY) < 1000,
    );
    expect(sent.length).toBeGreaterThan(3 * ceiling);
    expect(besideOthers).toEqual([]);
  });
});

describe('a program of which a value is not taken', () => {
  const refused = { transceive: 'plant', data: 'unanswered', timeout: '9m' };
  const program = (optional: boolean): Program => {
    const { epilogue: _, ...begun } = switching(1);
    return { ...begun, epilogue: [{ ...refused, ...(optional && { optional: true }) }] };
  };

  it.each([true, false])(
    'leaves its device well, and goes on where that is optional (%s)',
    async (optional) => {
      const { ran, aside } = await onTarget({ devices: ['bench-01'] }, async ({ executor }) => ({
        ran: await executor.run(program(optional), '0', USUAL),
        aside: executor.setAside?.(),
      }));
      expect(ran.halt?.kind).toBe(optional ? undefined : 'blocked');
      expect(aside).toEqual([]);
    },
  );
});

describe('the programs of a tenant', () => {
  it('run on its own devices by its own clients, beside those of the others', async () => {
    const runs = await onTarget({}, ({ executor }) =>
      Promise.all([
        executor.run(switching(2), '0', USUAL),
        executor.run({ ...switching(2), tenant: 1 }, '1', USUAL),
      ]),
    );
    expect(runs.map((run) => [...devicesAskedIn(run)])).toEqual([['bench-01'], ['mini-02']]);
    const [, small] = runs.map(({ trace }) => trace.flatMap((each) => (each.kind === 'request' ? each : [])));
    expect(new Set(small?.map(({ client }) => client))).toEqual(new Set(['tenant']));
    expect(runs.map(breaches)).toEqual([[], []]);
  });

  it('take turns with those of a larger tenant on a device that both have', async () => {
    const small = await onTarget({}, ({ executor }) => Promise.resolve(executor.tenants[1]));
    expect(small?.clients.map(({ profileName }) => profileName)).toEqual(['tenant', 'guest']);
    const [first, second] = await onTarget({ devices: ['mini-02'] }, async ({ executor }) => {
      const programs = executor.tenants.map((_, tenant) => ({ ...switching(2), tenant }));
      const runs = await Promise.all(programs.map((each, at) => executor.run(each, String(at), USUAL)));
      return runs.map(({ trace }) => trace.map(({ at }) => at));
    });
    expect(Math.max(...(first ?? []))).toBeLessThan(Math.min(...(second ?? [Number.POSITIVE_INFINITY])));
  });
});

describe('a search on a right target', () => {
  it('finds nothing with many programs at a time, and leaves all as it was', async () => {
    const { found, setAside, notRestored } = await searchOnTarget({ seed: 4 }, 30_000);
    expect(found.programs).toBeGreaterThan(50);
    expect(found.counterexamples).toEqual([]);
    expect({ setAside, notRestored }).toEqual({ setAside: [], notRestored: [] });
  });

  it('draws the same programs whatever runs beside them', async () => {
    const profilesWith = async (jobs: number): Promise<readonly string[]> => {
      const seen: string[] = [];
      await searchOnTarget({ jobs }, 600_000, {
        runs: 8,
        onProgress: (each) => each.kind === 'program' && seen.push(`${each.index} ${each.profile}`),
      });
      return seen;
    };
    expect(await profilesWith(8)).toEqual(await profilesWith(1));
  });

  it('ends what it has begun when it is interrupted, and then all is put back', async () => {
    const stop = new AbortController();
    let begun = 0;
    const { found, setAside, notRestored, took } = await searchOnTarget({ signal: stop.signal }, 60_000, {
      onProgress: ({ kind }) => {
        if (kind === 'program' && ++begun === 20) stop.abort();
      },
    });
    expect(found.programs).toBe(20);
    expect(took).toBeLessThan(60_000);
    expect({ setAside, notRestored }).toEqual({ setAside: [], notRestored: [] });
  });
});

describe('a search on a target whose devices get stuck', () => {
  it('confirms that on other devices each time, and sets the stuck ones aside', async () => {
    const { found, setAside, took } = await searchOnTarget(
      // What is found first decides how many devices are left to make it simpler.
      { defect: 'lane-leaked-by-lost-connection', seed: 3 },
      30_000,
    );
    const [counterexample] = found.counterexamples;
    expect(counterexample).toMatchObject({
      finding: { rule: 'busy.released' },
      standing: { kind: 'confirmed', times: 3 },
    });
    expect(counterexample?.program.operations).toBeLessThanOrEqual(3);
    expect(setAside.filter((each) => each.includes('still DEVICE_BUSY at the end')).length).toBeGreaterThan(
      3,
    );
    expect(took).toBeLessThan(600_000);
  });

  it('waits for the only device that there is until it answers again', async () => {
    const { found, setAside } = await searchOnTarget(
      { defect: 'lane-leaked-by-lost-connection', devices: ['bench-01'] },
      60_000,
    );
    expect(found.counterexamples).toMatchObject([
      { finding: { rule: 'busy.released' }, standing: { kind: 'confirmed', times: 3 } },
    ]);
    expect(setAside.length).toBeLessThanOrEqual(1);
  });
});
