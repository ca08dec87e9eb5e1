// A whole run: progress, interruption, a target that is not there or goes away, and putting things back.
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../src/kernel/manual-clock.js';
import { plan } from '../../../src/harness/run/plan.js';
import type { Progress, RunInput } from '../../../src/harness/run/run-options.js';
import { runPrepared } from '../../../src/harness/run/run.js';
import { parseScenario } from '../../../src/harness/scenario/parse-scenario.js';
import { SafetyError } from '../../../src/harness/target/gated-transport.js';
import type { RunResult } from '../../../src/harness/verdict/verdict.js';
import { command, inTurn, PROFILE, RESET, withSteps } from '../scenario/support/run-scenario.js';
import { type Script, scriptedTarget } from '../scenario/support/scripted-target.js';

const OK = (): object => ({});
let armed = false;
const PING = '- ping:\n  via: ws\n  expect: SUCCESS';

interface Setup {
  readonly texts: readonly string[];
  readonly answer?: Script['answer'];
  readonly options?: Partial<RunInput>;
  readonly at?: readonly [ms: number, act: () => void];
}

async function run({
  texts,
  answer = OK,
  options = {},
  at,
}: Setup): Promise<{ result: RunResult; progress: Progress[] }> {
  const scenarios = texts.map((text, index) => {
    const read = parseScenario(text, `scenarios/test/s${index}.yaml`);
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    return read.value;
  });
  const planned = plan(scenarios, PROFILE);
  if (!planned.ok) throw new Error('not planned');
  const clock = createManualClock(1_000_000);
  const target = scriptedTarget(clock, { answer });
  const progress: Progress[] = [];
  if (at) clock.setTimer('test', at[0], at[1]);
  const running = runPrepared({
    target,
    profile: PROFILE,
    plan: planned.plan,
    seed: 7,
    roundTrip: 10,
    onProgress: (each) => progress.push(each),
    ...options,
  });
  return { result: await clock.runUntil(running), progress };
}

describe('a run', () => {
  it('tells what it does, and returns its checks in the order of their ids', async () => {
    const { result, progress } = await run({
      texts: [withSteps(`- wait: 1s\n${PING}`), withSteps(PING), withSteps(`- wait: 5s\n${PING}`)],
    });
    expect(result.checks.map(({ id, verdict }) => [id, verdict])).toEqual([
      ['test/s0', 'pass'],
      ['test/s1', 'pass'],
      ['test/s2', 'pass'],
    ]);
    expect(result).toMatchObject({
      seed: 7,
      dialect: 'scripted',
      target: 'http://bench.test',
      roundTrip: 10,
      notRestored: [],
    });
    const kinds = progress.map(({ kind }) => kind);
    expect(kinds.slice(0, 2)).toEqual(['run-started', 'check-started']);
    expect(kinds.at(-1)).toBe('restoring');
    expect(progress.filter(({ kind }) => kind === 'check-ended')).toMatchObject([
      { left: 2 },
      { left: 1 },
      { left: 0 },
    ]);
    expect(progress).toContainEqual(
      expect.objectContaining({ kind: 'doing', what: 'a wait of the scenario' }),
    );
    expect(progress).toContainEqual(expect.objectContaining({ kind: 'doing', what: 'line 7: ping via ws' }));
  });

  it('checks nothing when the target does not answer, and says what came instead', async () => {
    const { result } = await run({ texts: [withSteps(PING)], options: { unreachable: 'reset' } });
    expect(result).toMatchObject({ unreachable: 'reset', checks: [] });
  });

  it('ends in good order when it is interrupted: verdicts for all, clean-up done, all put back', async () => {
    const stop = new AbortController();
    const asked: string[] = [];
    const restored: string[] = [];
    const safety = {
      guard: () => undefined,
      restore: () => {
        restored.push('yes');
        return Promise.resolve(['relay 3 of one']);
      },
    };
    const long = `${withSteps(`- wait: 60s\n${PING}`)}cleanup:\n  - setRelays: plant\n    relays: { lamp: off }\n`;
    const { result } = await run({
      texts: [long, withSteps(PING), withSteps(PING)],
      answer: ({ call }) => {
        asked.push(call.name);
        return call.name === 'operate' ? command('c') : {};
      },
      options: { signal: stop.signal, safety, parallel: 1 },
      at: [5000, () => stop.abort()],
    });
    expect(result.cutShort).toBe('interrupted');
    expect(result.checks.map(({ verdict, reason }) => [verdict, reason])).toEqual([
      ['inconclusive', 'interrupted'],
      ['inconclusive', 'not begun: interrupted'],
      ['inconclusive', 'not begun: interrupted'],
    ]);
    expect(asked).toContain('operate');
    expect([restored, result.notRestored]).toEqual([['yes'], ['relay 3 of one']]);
  });

  it('waits for no reply once it is interrupted, and makes nothing of those that are missing', async () => {
    const stop = new AbortController();
    const { result } = await run({
      texts: [
        withSteps('- listDevices:\n  patient: false\n  insist: broken\n  expect: SUCCESS', 'devices.list'),
      ],
      answer: ({ client, call }) =>
        call.name === 'listDevices' && client === 'op' && !stop.signal.aborted && armed
          ? { took: 600_000 }
          : {},
      options: { signal: stop.signal, onProgress: ({ kind }) => (armed ||= kind === 'check-started') },
      at: [5000, () => stop.abort()],
    });
    expect(result.checks.map(({ verdict, reason }) => [verdict, reason])).toEqual([
      ['inconclusive', 'interrupted'],
    ]);
    expect(result.endedAt - 1_000_000).toBeLessThan(6000);
  });

  it('notices soon that the target is gone, though no check has given up yet', async () => {
    let gone = false;
    const { result } = await run({
      texts: Array.from({ length: 4 }, () =>
        withSteps(`- listDevices:\n- wait: 1s\n- listDevices:\n${PING}`),
      ),
      answer: () => (gone ? RESET : {}),
      at: [500, () => (gone = true)],
    });
    expect(result.cutShort).toBe('the target no longer answers');
    expect(result.checks.map(({ verdict }) => verdict)).toEqual(Array(4).fill('inconclusive'));
    expect(result.endedAt - 1_000_000).toBeLessThan(20_000);
  });

  it('is cut short where everything is put off for minutes, and says so', async () => {
    const { result } = await run({
      texts: Array.from({ length: 40 }, () => withSteps(`- listDevices:\n${PING}`)),
      answer: () => ({ code: 'RATE_LIMITED', data: { retryAfterSeconds: 5 } }),
      options: { parallel: 2 },
    });
    expect(result.cutShort).toMatch(
      /^each of \d+ requests of the last \d min.* was put off, with RATE_LIMITED$/,
    );
    expect(result.endedAt - 1_000_000).toBeLessThan(400_000);
  });

  it('skips a check when safety lets a request of it not pass, whatever the reason', async () => {
    const answer: Script['answer'] = ({ call }) => {
      if (call.name === 'readConfig') throw new SafetyError('relays of one cannot be read');
      return {};
    };
    const { result } = await run({
      texts: [withSteps(`- readConfig: plant\n${PING}`), withSteps(PING)],
      answer,
    });
    expect(result.checks.map(({ verdict, reason }) => [verdict, reason])).toEqual([
      ['skipped', 'not safe: relays of one cannot be read'],
      ['pass', undefined],
    ]);
  });

  it('is cut short when the target goes away for good', async () => {
    let gone = false;
    const { result } = await run({
      texts: [withSteps(`- wait: 3s\n${PING}`), withSteps(PING), withSteps(PING)],
      answer: () => (gone ? RESET : {}),
      options: { parallel: 1 },
      at: [1000, () => (gone = true)],
    });
    expect(result.cutShort).toBe('the target no longer answers');
    expect(result.checks.map(({ verdict }) => verdict)).toEqual([
      'inconclusive',
      'inconclusive',
      'inconclusive',
    ]);
  });

  it('goes on when a check runs into a bug of ours, and calls that an error', async () => {
    const answer: Script['answer'] = ({ call }) => {
      if (call.name === 'readConfig') throw new Error('a bug');
      return {};
    };
    const { result } = await run({
      texts: [withSteps(`- readConfig: plant\n${PING}`), withSteps(PING)],
      answer,
    });
    expect(result.checks.map(({ verdict }) => verdict)).toEqual(['error', 'pass']);
    expect(result.checks[0]?.reason).toContain('a bug');
  });

  it('gives each check keys of its own', async () => {
    const steps = `- setRelays: plant\n  relays: { lamp: on }\n  key: k\n${PING}`;
    const { result } = await run({
      texts: [withSteps(steps), withSteps(steps)],
      answer: inTurn({ operate: [command('c')] }),
    });
    const keys = result.checks.flatMap(({ trace }) =>
      trace.flatMap((record) => (record.kind === 'request' ? (record.idempotencyKey ?? []) : [])),
    );
    expect(new Set(keys).size).toBe(2);
  });
});
