// When an answer decides nothing.
import { describe, expect, it } from 'vitest';
import { inTurn, limited, runSteps, state } from '../support/run-scenario.js';

const OK = {};

describe('an answer', () => {
  const ping = (modifiers: string): string => `
- ping:
  via: ws
  expect: SUCCESS
${modifiers}`;

  it('is undecided when the reply came too late to prove anything', async () => {
    const steps = `
- ping:
  via: ws
  as: first
- ping:
  via: ws
  within: { since: first.sentAt, atMost: 3s }
  expect: RATE_LIMITED`;
    const slow = await runSteps(steps, inTurn({ ping: [OK, { took: 4000 }] }));
    expect(slow.result.verdict).toBe('inconclusive');
    expect(slow.result.reason).toContain('too late to decide anything');
    const late = await runSteps(steps, inTurn({ ping: [OK, { ...limited(1), took: 4000 }] }));
    expect(late.result.verdict).toBe('pass');
    const prompt = await runSteps(steps, inTurn({ ping: [OK] }));
    expect(prompt.result.verdict).toBe('fail');
  });

  it('is undecided when its condition does not hold', async () => {
    const modifiers = '  as: own\n  provided: { that: $own.took, is: { above: 1s } }';
    const quick = await runSteps(ping(modifiers), () => ({ code: 'ODD' }));
    expect(quick.result.verdict).toBe('inconclusive');
    expect(quick.result.reason).toContain('$own.took is 10, not above 1s');
    const slow = await runSteps(ping(modifiers), () => ({ code: 'ODD', took: 1500 }));
    expect(slow.result.verdict).toBe('fail');
  });

  it('is undecided when the dialect cannot read the reply', async () => {
    const answer = { data: { odd: 1 }, mismatches: ['/data/config: expected an object, came nothing'] };
    const { result } = await runSteps(
      '- readConfig: plant\n  expect: { config: { baudRate: 9600 } }',
      () => answer,
    );
    expect(result.verdict).toBe('inconclusive');
    expect(result.reason).toContain('does not fit the dialect: /data/config');
  });

  it('is undecided when the client was refused, and it is about something else', async () => {
    const { result } = await runSteps(ping(''), () => ({ code: 'AUTH_SCOPE_DENIED' }));
    expect(result.verdict).toBe('inconclusive');
    expect(result.reason).toContain('not about that');
  });

  it('decides nothing where the device is offline, however often', async () => {
    const steps = `
- refresh: plant
  expect: SUCCESS`;
    const offline = { code: 'DEVICE_OFFLINE', status: 409 };
    const { result } = await runSteps(steps, inTurn({ refresh: [offline, offline, offline] }));
    expect(result).toMatchObject({ verdict: 'inconclusive', attempts: 3 });
    expect(result.reason).toContain('offline at any moment');
    const { result: back } = await runSteps(steps, inTurn({ refresh: [offline, state({})] }));
    expect(back.verdict).toBe('pass');
  });

  it('does not call an answer interference that it asks for', async () => {
    const steps = '- refresh: plant\n  expect: { code: RATE_LIMITED, retryAfterSeconds: { atLeast: 5 } }';
    const { result } = await runSteps(steps, () => limited(2));
    expect(result).toMatchObject({ verdict: 'fail', attempts: 1 });
    expect(result.findings[0]?.actual).toContain('retryAfterSeconds was 2');
  });
});
