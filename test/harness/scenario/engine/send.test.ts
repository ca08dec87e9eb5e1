// How requests of steps that prepare are repeated: announced delays, growing delays, the same key.
import { describe, expect, it } from 'vitest';
import { BUSY, command, FAILED, inTurn, limited, RESET, runSteps, state } from '../support/run-scenario.js';

describe('a step that prepares something', () => {
  const steps = `
- setRelays: plant
  relays: { lamp: on }
  as: set
- ping:
  via: ws
  expect: SUCCESS`;

  it('waits for as long as a 429 says, and tries again', async () => {
    const { result, asked } = await runSteps(steps, inTurn({ operate: [limited(7), command('c')] }));
    expect(result.verdict).toBe('pass');
    expect(asked.map(({ call }) => call.name)).toEqual(['operate', 'operate', 'ping']);
    expect(result.endedAt - result.startedAt).toBeGreaterThan(7000);
  });

  it('waits a second more each time that an announcement is not kept', async () => {
    const { result } = await runSteps(
      steps,
      inTurn({ operate: [limited(1), limited(1), limited(1), command('c')] }),
    );
    expect(result.verdict).toBe('pass');
    expect(result.endedAt - result.startedAt).toBeGreaterThan(1000 + 2000 + 3000);
  });

  it('waits a minute for an announced delay and no longer, and says so when it gives up', async () => {
    const { result, asked } = await runSteps(steps, () => limited(61), { attempts: 1 });
    expect(result).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringContaining(
        'set: 429 RATE_LIMITED, with an announced wait of 61 s, longer than the limit of 60 s',
      ),
    });
    expect(asked.filter(({ call }) => call.name === 'operate')).toHaveLength(1);
    const kept = await runSteps(steps, inTurn({ operate: [limited(60), command('c')] }));
    expect(kept.result.verdict).toBe('pass');
  });

  it('backs off with growing delays on DEVICE_BUSY and 500', async () => {
    const { result, asked } = await runSteps(steps, inTurn({ operate: [BUSY, FAILED, BUSY, command('c')] }));
    expect(result.verdict).toBe('pass');
    expect(asked.filter(({ call }) => call.name === 'operate')).toHaveLength(4);
    expect(result.endedAt - result.startedAt).toBeGreaterThan(200 + 400 + 800);
  });

  it('counts from the first try that may have been carried out', async () => {
    const since = `
- setRelays: plant
  relays: { lamp: on }
  as: set
- wait: { since: set.sentAt, for: 2s }
- ping:
  via: ws
  expect: SUCCESS`;
    const timeOf = async (first: typeof RESET): Promise<number> => {
      const { result } = await runSteps(since, inTurn({ operate: [first, command('c')] }));
      expect(result.verdict).toBe('pass');
      return result.endedAt - result.startedAt;
    };
    const [lost, refused] = [await timeOf(RESET), await timeOf(BUSY)];
    expect(lost).toBeLessThan(2100);
    expect(refused).toBeGreaterThan(2150);
  });

  it('does not ask for a refresh of which it knows that it comes too early', async () => {
    const refreshes = `
- refresh: plant
- refresh: plant
- refresh: plant
  patient: false
- ping:
  via: ws
  expect: SUCCESS`;
    const { result, asked } = await runSteps(
      refreshes,
      inTurn({ refresh: [state({}), state({}), limited(3)] }),
    );
    expect(result.verdict).toBe('pass');
    expect(asked.filter(({ call }) => call.name === 'refresh')).toHaveLength(3);
    const took = result.endedAt - result.startedAt;
    expect(took).toBeGreaterThan(3000);
    expect(took).toBeLessThan(6000);
  });

  it('waits for no rest before a refresh that is refused for its token', async () => {
    const unauthenticated = `
- refresh: plant
- refresh: plant
  authenticate: none
  patient: true
  expect: { status: 401 }
- ping:
  via: ws
  expect: SUCCESS`;
    const { result } = await runSteps(
      unauthenticated,
      inTurn({ refresh: [state({}), { code: 'AUTH_INVALID', status: 401 }] }),
    );
    expect(result.verdict).toBe('pass');
    expect(result.endedAt - result.startedAt).toBeLessThan(1000);
  });

  it('keeps its key when it is tried again', async () => {
    const { asked } = await runSteps(steps, inTurn({ operate: [RESET, command('c')] }));
    const keys = asked.flatMap(({ call }) => (call.name === 'operate' ? call.idempotencyKey : []));
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });
});
