// The search for counterexamples over a target that follows a script: what it shrinks, what it believes, when it ends.
import { describe, expect, it } from 'vitest';
import type { Executor, ProgramRun } from '../../../src/harness/property/executor.js';
import type { Program } from '../../../src/harness/property/program.js';
import { PROPERTIES, resultsOf } from '../../../src/harness/property/results.js';
import { search } from '../../../src/harness/property/search.js';
import type { SearchOptions } from '../../../src/harness/property/search-port.js';
import { createManualClock } from '../../../src/kernel/manual-clock.js';
import { createRandom } from '../../../src/kernel/random.js';
import type { Finding } from '../../../src/harness/verdict/verdict.js';
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

const FACTS: Executor['tenants'][0] = {
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
  connections: ['left', 'right'],
  witness: false,
};

type Script = (program: Program, mark: string, runs: number) => Partial<ProgramRun>;

function executorOf(script: Script): Executor & { readonly marks: string[] } {
  const marks: string[] = [];
  return {
    marks,
    tenants: [FACTS],
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

const searchIn = (executor: Executor, more: Partial<SearchOptions> = {}) =>
  search({
    executor,
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

describe('a counterexample that comes each time', () => {
  it('is shrunk to the one step that it needs, and confirmed three times', async () => {
    const executor = executorOf((program) => (switches(program) ? { findings: [BROKEN] } : {}));
    const { counterexamples, programs } = await searchIn(executor);
    expect(programs).toBe(12);
    expect(counterexamples).toHaveLength(1);
    expect(counterexamples[0]).toMatchObject({ standing: { kind: 'confirmed', times: 3 }, finding: BROKEN });
    expect(counterexamples[0]?.program.operations).toBe(1);
    expect(executor.marks.filter((mark) => /-c\d$/.test(mark))).toHaveLength(3);
  });

  it('is shrunk no longer than it may be', async () => {
    const executor = executorOf((program) => (switches(program) ? { findings: [BROKEN] } : {}));
    await searchIn(executor, { runs: 8, shrinking: { programs: 5, time: 60_000 } });
    expect(executor.marks.filter((mark) => /-s\d+$/.test(mark)).length).toBeLessThanOrEqual(5);
  });

  it('is investigated once, however many programs show it', async () => {
    const executor = executorOf((program) => (switches(program) ? { findings: [BROKEN] } : {}));
    const { counterexamples } = await searchIn(executor, { runs: 60 });
    expect(counterexamples).toHaveLength(1);
    expect(
      new Set(executor.marks.filter((mark) => mark.includes('-c')).map((mark) => mark.split('-')[0])).size,
    ).toBe(1);
  });
});

describe('a counterexample that does not come again', () => {
  it('is in doubt, with the run that did not show it', async () => {
    const other: TraceRecord[] = [{ kind: 'stray', connection: 'c', text: 'x', detail: 'y', seq: 0, at: 0 }];
    const executor = executorOf((program, mark) => {
      if (mark.includes('-c')) return { trace: other };
      return switches(program) ? { findings: [BROKEN] } : {};
    });
    const { counterexamples } = await searchIn(executor);
    expect(counterexamples[0]?.standing).toEqual({
      kind: 'doubtful',
      why: 'the program showed it once more in 0 of 1 runs, not in 3 of 3',
      other,
    });
  });
});

describe('a counterexample that has spoilt the devices', () => {
  it('is shrunk only as long as those are left that are to confirm it', async () => {
    let left = 6;
    const executor: Executor = {
      ...executorOf((program) => (switches(program) ? (left--, { findings: [BROKEN] }) : {})),
      isShort: (_, times) => left < times,
    };
    const { counterexamples } = await searchIn(executor);
    expect(counterexamples[0]?.standing).toEqual({ kind: 'confirmed', times: 3 });
    expect(left).toBeLessThan(3);
  });

  it('is told as far as it is known when none is left', async () => {
    const why = 'no device is left';
    const executor = executorOf((program, mark) => {
      if (mark.endsWith('-c1')) return { notBegun: why, halt: { kind: 'blocked', why, final: true } };
      return switches(program) ? { findings: [BROKEN] } : {};
    });
    const { counterexamples } = await searchIn(executor);
    expect(counterexamples[0]?.standing).toMatchObject({
      kind: 'doubtful',
      why: `it showed each time, but the program could be run again 1 time only: ${why}`,
    });
  });
});

describe('several programs at a time', () => {
  /** Tells which programs of a search run beside each other. */
  function runningBeside(
    script: Script,
    atATime = 4,
  ): Executor & { readonly most: () => number; alone: string[] } {
    const under = new Set<string>();
    const alone: string[] = [];
    let most = 0;
    return {
      ...executorOf(() => ({})),
      jumps: false,
      atATime,
      alone,
      most: () => most,
      run: async (program, mark) => {
        under.add(mark);
        most = Math.max(most, under.size);
        for (let turn = 0; turn < 5; turn++) await Promise.resolve();
        if (under.size === 1) alone.push(mark);
        under.delete(mark);
        return { findings: [HELD], trace: [], halt: undefined, ...script(program, mark, under.size + 1) };
      },
    };
  }

  it('run until one shows something, which is then looked into with nothing beside it', async () => {
    const executor = runningBeside((program) => (switches(program) ? { findings: [BROKEN] } : {}));
    const { counterexamples, programs } = await searchIn(executor, { runs: 30 });
    expect(programs).toBe(30);
    expect(executor.most()).toBe(4);
    expect(counterexamples).toHaveLength(1);
    expect(counterexamples[0]?.standing).toEqual({ kind: 'confirmed', times: 3 });
    expect(executor.alone).toEqual(
      expect.arrayContaining(['c0', 'c1', 'c2'].map((each) => `${counterexamples[0]?.index}-${each}`)),
    );
  });

  it('that only together show something leave it in doubt, and say so', async () => {
    const executor = runningBeside((program, _, beside) =>
      switches(program) && beside > 1 ? { findings: [LONELY] } : {},
    );
    const { counterexamples } = await searchIn(executor, { runs: 30 });
    expect(counterexamples.map(({ standing }) => standing)).toEqual([
      {
        kind: 'doubtful',
        why: 'it showed while others of the run were at work on other devices, and not in 2 runs of the program by itself',
      },
    ]);
  });

  it('and beside checks: what they show is investigated alone, once the checks have ended', async () => {
    const clock = createManualClock();
    let atWork = true;
    const ended = clock.sleep(70_000).then(() => {
      atWork = false;
    });
    const during = new Map<string, boolean>();
    const executor = executorOf((program, mark) => {
      during.set(mark, atWork);
      // It comes only beside the checks.
      return switches(program) && atWork ? { findings: [LONELY] } : {};
    });
    const beside = { isAtWork: () => atWork, ended, broken: new Set<never>() };
    const { counterexamples, programs } = await clock.runUntil(searchIn(executor, { clock, beside }));
    expect(counterexamples.map(({ standing }) => standing.kind)).toEqual(['doubtful']);
    const alone = [...during].filter(([mark]) => mark.includes('-a'));
    expect(alone).toHaveLength(2);
    expect(alone.filter(([, wasBeside]) => wasBeside)).toEqual([]);
    // The time of the checks is not that of the search.
    expect(programs).toBe(12);
  });

  it('are not looked into where a check has shown the rule to be broken', async () => {
    const marks: string[] = [];
    const executor = executorOf((program, mark) => {
      marks.push(mark);
      return switches(program) ? { findings: [LONELY] } : {};
    });
    const done = { isAtWork: () => false, ended: Promise.resolve(), broken: new Set([LONELY.rule]) };
    const { counterexamples } = await searchIn(executor, { beside: done });
    expect(counterexamples.map(({ standing }) => standing)).toEqual([{ kind: 'confirmed', times: 1 }]);
    expect(marks.filter((mark) => !/^\d+$/.test(mark))).toEqual([]);
  });

  it('are not looked into again when what they show turns out to be known', async () => {
    const looks = finding('relay.effect', 'state');
    const executor = runningBeside((program, mark) => {
      if (!switches(program)) return {};
      // By itself each shows what is the cause of all.
      return { findings: /^\d+$/.test(mark) && Number(mark) % 2 === 1 ? [looks] : [BROKEN, looks] };
    });
    const { counterexamples } = await searchIn(executor, { runs: 60 });
    expect(counterexamples.map(({ finding: { rule }, standing }) => [rule, standing.kind])).toEqual([
      ['idempotency.same-command-rest', 'confirmed'],
    ]);
    const confirmed = new Set(
      executor.alone.filter((mark) => mark.includes('-c')).map((mark) => mark.split('-')[0]),
    );
    expect(confirmed.size).toBe(1);
  });

  it('that show something in vain are looked into more and more seldom', async () => {
    const executor = runningBeside((program, _, beside) =>
      switches(program) && beside > 1 ? { findings: [LONELY] } : {},
    );
    await searchIn(executor, { runs: 300 });
    const looked = new Set(
      executor.alone.filter((mark) => mark.includes('-a')).map((mark) => mark.split('-')[0]),
    );
    expect(looked.size).toBeGreaterThan(2);
    expect(looked.size).toBeLessThanOrEqual(6);
  });

  it('share the quotas of their client: a 429 that only comes in a crowd proves nothing', async () => {
    const quota = finding('refresh.per-device', 'unspent');
    const executor = runningBeside((program, _, beside) =>
      switches(program) && beside > 1 ? { findings: [quota] } : {},
    );
    const { counterexamples, programs } = await searchIn(executor, { runs: 30 });
    expect({ counterexamples, programs }).toEqual({ counterexamples: [], programs: 30 });
  });

  it('are looked into after the time only if they were the first to show something', async () => {
    let time = 0;
    const clock = { ...createManualClock(), now: () => time };
    const first = finding('idempotency.in-flight', 'keys');
    const executor = runningBeside((_, mark) => {
      if (!/^\d+$/.test(mark)) return { findings: mark.startsWith('0-') ? [first] : [LONELY] };
      time = 70_000;
      return { findings: [mark === '0' ? first : LONELY] };
    });
    const { counterexamples } = await searchIn(executor, { clock, runs: 30 });
    expect(counterexamples.map(({ finding: { rule }, standing }) => [rule, standing.kind])).toEqual([
      ['idempotency.in-flight', 'confirmed'],
      ['busy.released', 'doubtful'],
    ]);
    expect(JSON.stringify(counterexamples[1]?.standing)).toContain('the time was over');
  });
});

describe('a counterexample that somebody else may have caused', () => {
  const event: TraceRecord = {
    kind: 'event',
    connection: 'left',
    topic: 'device.state.changed',
    deviceId: 'd1',
    seq: 0,
    at: 0,
  };
  it('is in doubt where a program that does nothing sees others at work', async () => {
    const executor = executorOf((program) => {
      if (isIdle(program)) return { trace: [event] };
      return switches(program) ? { findings: [LONELY] } : {};
    });
    const { counterexamples } = await searchIn(executor);
    expect(counterexamples[0]?.standing).toMatchObject({ kind: 'doubtful' });
    expect(JSON.stringify(counterexamples[0]?.standing)).toContain('device.state.changed of d1');
  });

  it('is believed where nobody else is seen', async () => {
    const executor = executorOf((program) => (switches(program) ? { findings: [LONELY] } : {}));
    const { counterexamples } = await searchIn(executor);
    expect(counterexamples[0]?.standing).toEqual({ kind: 'confirmed', times: 3 });
    expect(executor.marks.filter((mark) => /-i\d$/.test(mark))).toHaveLength(3);
  });
});

describe('a search', () => {
  it('runs only the programs that are to be replayed', async () => {
    const executor = executorOf(() => ({}));
    await searchIn(executor, { only: [7, 11] });
    expect(executor.marks).toEqual(['7', '11']);
  });

  it('runs its share of the programs, and those of all shares are all of them', async () => {
    const marksOf = async (index: number): Promise<readonly string[]> => {
      const executor = executorOf(() => ({}));
      await searchIn(executor, { runs: 10, share: { index, count: 3 } });
      return executor.marks;
    };
    const shares = [await marksOf(1), await marksOf(2), await marksOf(3)];
    expect(shares.map(({ length }) => length).reduce((sum, each) => sum + each, 0)).toBe(10);
    expect(Math.min(...shares.map(({ length }) => length))).toBe(3);
    expect(
      shares
        .flat()
        .map(Number)
        .toSorted((a, b) => a - b),
    ).toEqual(Array.from({ length: 10 }, (_, place) => place));
  });

  it('begins nothing more when its time is over, or when it is interrupted', async () => {
    const clock = createManualClock();
    const late = executorOf(() => ({}));
    const slow: Executor = {
      ...late,
      run: async (...given) => {
        await clock.advance(40_000);
        return late.run(...given);
      },
    };
    expect((await searchIn(slow, { clock, time: 60_000, runs: 50 })).programs).toBe(2);
    const stop = new AbortController();
    const stopped = executorOf((_, __, runs) => (runs === 2 ? (stop.abort(), {}) : {}));
    expect((await searchIn(stopped, { signal: stop.signal })).programs).toBe(2);
  });

  it('gives up when several programs in a row come to nothing', async () => {
    const executor = executorOf(() => ({ halt: { kind: 'blocked', why: 'nobody answers', final: false } }));
    const found = await searchIn(executor);
    expect(found).toMatchObject({ programs: 3, unfinished: 3, hindrance: 'nobody answers' });
  });
});

describe('the results', () => {
  const context = { seed: 5, strict: false, startedAt: 0, endedAt: 10 };

  it('pass what held, fail what is proven, and leave open what nothing was said of', async () => {
    const executor = executorOf((program) => ({ findings: switches(program) ? [HELD, BROKEN] : [HELD] }));
    const results = resultsOf(PROPERTIES, await searchIn(executor), context);
    const verdicts = Object.fromEntries(results.map(({ id, verdict }) => [id, verdict]));
    expect(verdicts).toMatchObject({
      'properties/idempotency': 'fail',
      'properties/replies': 'pass',
      'properties/events': 'skipped',
    });
    const failed = results.find(({ verdict }) => verdict === 'fail');
    expect(failed?.findings[0]).toMatchObject({
      rule: BROKEN.rule,
      actual: 'that',
      stands: { seen: 3, of: 3 },
    });
    expect(failed?.program).toMatchObject({ operations: 1, fileName: expect.stringMatching(/\.yaml$/) });
  });

  it('never call a doubtful counterexample a breach', async () => {
    const executor = executorOf((program, mark) =>
      switches(program) && !mark.includes('-c') ? { findings: [BROKEN] } : {},
    );
    const results = resultsOf(PROPERTIES, await searchIn(executor), context);
    expect(results.map(({ verdict }) => verdict)).not.toContain('fail');
    expect(results.find(({ id }) => id === 'properties/idempotency')).toMatchObject({
      verdict: 'inconclusive',
    });
  });
});
