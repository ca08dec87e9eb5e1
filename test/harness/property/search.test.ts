// The search for faults over a target that follows a script: what it shrinks, what it believes, when it ends.
import { describe, expect, it } from 'vitest';
import type { Arena } from '../../../src/harness/property/arena.js';
import type { Program } from '../../../src/harness/property/program.js';
import type { ProgramRun } from '../../../src/harness/property/run-program.js';
import { resultsOf } from '../../../src/harness/property/results.js';
import { PROPERTIES } from '../../../src/harness/property/properties.js';
import { search, type SearchOptions } from '../../../src/harness/property/search.js';
import { createManualClock } from '../../../src/kernel/manual-clock.js';
import { createRandom } from '../../../src/kernel/random.js';
import type { Finding } from '../../../src/harness/verdict.js';
import type { TraceRecord } from '../../../src/trace/record.js';

const finding = (rule: Finding['rule'], where: string, verdict: Finding['verdict'] = 'fail'): Finding => ({
  rule,
  verdict,
  where: `invariant ${where}`,
  expected: 'this',
  actual: 'that',
  exchanges: [1],
});

const BROKEN = finding('idempotency.same-command-rest', 'keys');
const LONELY = finding('busy.released', 'lane');
const HELD = finding('envelope.code', 'envelope', 'pass');

const FACTS: Arena['facts'] = {
  devices: [
    {
      name: 'plant',
      profileName: 'd1',
      entry: { deviceId: 'd1', relays: [1, 2] },
      relays: ['lamp', 'pump'],
      rs485: undefined,
      stimuli: [],
    },
  ],
  clients: [{ name: 'first', profileName: 'a', scopes: ['device:control'] }],
  witness: false,
};

type Script = (program: Program, mark: string, runs: number) => Partial<ProgramRun>;

function arenaOf(script: Script): Arena & { readonly marks: string[] } {
  const marks: string[] = [];
  return {
    marks,
    facts: FACTS,
    jumps: true,
    eventPatience: { usual: 1000, proving: 5000 },
    run: (program, mark) => {
      marks.push(mark);
      return Promise.resolve({
        findings: [HELD],
        trace: [],
        halt: undefined,
        ...script(program, mark, marks.length),
      });
    },
  };
}

const searchIn = (arena: Arena, more: Partial<SearchOptions> = {}) =>
  search({
    arena,
    random: createRandom(5),
    runs: 12,
    time: 60_000,
    clock: createManualClock(),
    mostUnfinished: 3,
    shrinking: { programs: 400, time: 60_000 },
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...more,
  });

const switches = ({ body }: Program): boolean => JSON.stringify(body).includes('setRelays');
const isIdle = ({ body }: Program): boolean => JSON.stringify(body) === '[{"wait":"15s"}]';

describe('a fault that comes each time', () => {
  it('is shrunk to the one step that it needs, and confirmed three times', async () => {
    const arena = arenaOf((program) => (switches(program) ? { findings: [BROKEN] } : {}));
    const { faults, programs } = await searchIn(arena);
    expect(programs).toBe(12);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatchObject({ standing: { kind: 'confirmed', times: 3 }, finding: BROKEN });
    expect(faults[0]?.program.operations).toBe(1);
    expect(arena.marks.filter((mark) => /-c\d$/.test(mark))).toHaveLength(3);
  });

  it('is shrunk no longer than it may be', async () => {
    const arena = arenaOf((program) => (switches(program) ? { findings: [BROKEN] } : {}));
    await searchIn(arena, { runs: 8, shrinking: { programs: 5, time: 60_000 } });
    expect(arena.marks.filter((mark) => /-s\d+$/.test(mark)).length).toBeLessThanOrEqual(5);
  });

  it('is pursued once, however many programs show it', async () => {
    const arena = arenaOf((program) => (switches(program) ? { findings: [BROKEN] } : {}));
    const { faults } = await searchIn(arena, { runs: 60 });
    expect(faults).toHaveLength(1);
    expect(
      new Set(arena.marks.filter((mark) => mark.includes('-c')).map((mark) => mark.split('-')[0])).size,
    ).toBe(1);
  });
});

describe('a fault that does not come again', () => {
  it('is in doubt, with the run that did not show it', async () => {
    const other: TraceRecord[] = [{ kind: 'stray', connection: 'c', text: 'x', detail: 'y', seq: 0, at: 0 }];
    const arena = arenaOf((program, mark) => {
      if (mark.includes('-c')) return { trace: other };
      return switches(program) ? { findings: [BROKEN] } : {};
    });
    const { faults } = await searchIn(arena);
    expect(faults[0]?.standing).toEqual({
      kind: 'doubtful',
      why: 'the program showed it once more in 0 of 1 runs, not in 3 of 3',
      other,
    });
  });
});

describe('a fault that somebody else may have caused', () => {
  const event: TraceRecord = {
    kind: 'event',
    connection: 'left',
    topic: 'device.state.changed',
    deviceId: 'd1',
    seq: 0,
    at: 0,
  };
  it('is in doubt where a program that does nothing sees others at work', async () => {
    const arena = arenaOf((program) => {
      if (isIdle(program)) return { trace: [event] };
      return switches(program) ? { findings: [LONELY] } : {};
    });
    const { faults } = await searchIn(arena);
    expect(faults[0]?.standing).toMatchObject({ kind: 'doubtful' });
    expect(JSON.stringify(faults[0]?.standing)).toContain('device.state.changed of d1');
  });

  it('is believed where nobody else is seen', async () => {
    const arena = arenaOf((program) => (switches(program) ? { findings: [LONELY] } : {}));
    const { faults } = await searchIn(arena);
    expect(faults[0]?.standing).toEqual({ kind: 'confirmed', times: 3 });
    expect(arena.marks.filter((mark) => /-i\d$/.test(mark))).toHaveLength(3);
  });
});

describe('a search', () => {
  it('runs only the program that is to be replayed', async () => {
    const arena = arenaOf(() => ({}));
    await searchIn(arena, { replay: 7 });
    expect(arena.marks).toEqual(['7']);
  });

  it('begins nothing more when its time is over, or when it is interrupted', async () => {
    const clock = createManualClock();
    const late = arenaOf(() => ({}));
    const slow: Arena = {
      ...late,
      run: async (...given) => {
        await clock.advance(40_000);
        return late.run(...given);
      },
    };
    expect((await searchIn(slow, { clock, time: 60_000, runs: 50 })).programs).toBe(2);
    const stop = new AbortController();
    const stopped = arenaOf((_, __, runs) => (runs === 2 ? (stop.abort(), {}) : {}));
    expect((await searchIn(stopped, { signal: stop.signal })).programs).toBe(2);
  });

  it('gives up when several programs in a row come to nothing', async () => {
    const arena = arenaOf(() => ({ halt: { kind: 'blocked', why: 'nobody answers', final: false } }));
    const found = await searchIn(arena);
    expect(found).toMatchObject({ programs: 3, unfinished: 3, hindrance: 'nobody answers' });
  });
});

describe('the results', () => {
  const context = { seed: 5, strict: false, startedAt: 0, endedAt: 10 };

  it('pass what held, fail what is proven, and leave open what nothing was said of', async () => {
    const arena = arenaOf((program) => ({ findings: switches(program) ? [HELD, BROKEN] : [HELD] }));
    const results = resultsOf(PROPERTIES, await searchIn(arena), context);
    const verdicts = Object.fromEntries(results.map(({ id, verdict }) => [id, verdict]));
    expect(verdicts).toMatchObject({
      'properties/idempotency': 'fail',
      'properties/replies': 'pass',
      'properties/events': 'skipped',
    });
    const failed = results.find(({ verdict }) => verdict === 'fail');
    expect(failed?.findings[0]).toMatchObject({ rule: BROKEN.rule, actual: 'that (3 of 3 runs)' });
    expect(failed?.program).toMatchObject({ operations: 1, fileName: expect.stringMatching(/\.yaml$/) });
  });

  it('never call a doubtful fault a breach', async () => {
    const arena = arenaOf((program, mark) =>
      switches(program) && !mark.includes('-c') ? { findings: [BROKEN] } : {},
    );
    const results = resultsOf(PROPERTIES, await searchIn(arena), context);
    expect(results.map(({ verdict }) => verdict)).not.toContain('fail');
    expect(results.find(({ id }) => id === 'properties/idempotency')).toMatchObject({
      verdict: 'inconclusive',
    });
  });
});
