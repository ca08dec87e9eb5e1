// How steps that prepare are done with patience, and how steps that check become verdicts.
import { describe, expect, it } from 'vitest';
import { BUSY, command, FAILED, inTurn, limited, RESET, runSteps, state } from './support/run-scenario.js';

const OK = {};

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

  it('waits two minutes for an announced delay and no longer, and says so when it gives up', async () => {
    const { result, asked } = await runSteps(steps, () => limited(121), { attempts: 1 });
    expect(result).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringContaining(
        'set: 429 RATE_LIMITED, with an announced wait of 121 s, longer than the limit of 120 s',
      ),
    });
    expect(asked.filter(({ call }) => call.name === 'operate')).toHaveLength(1);
    const kept = await runSteps(steps, inTurn({ operate: [limited(119), command('c')] }));
    expect(kept.result.verdict).toBe('pass');
  });

  it('backs off with growing delays on DEVICE_BUSY and 500', async () => {
    const { result, asked } = await runSteps(steps, inTurn({ operate: [BUSY, FAILED, BUSY, command('c')] }));
    expect(result.verdict).toBe('pass');
    expect(asked.filter(({ call }) => call.name === 'operate')).toHaveLength(4);
    expect(result.endedAt - result.startedAt).toBeGreaterThan(200 + 400 + 800);
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

  it('opens a broken connection again', async () => {
    const over = steps.replace('relays: { lamp: on }', 'relays: { lamp: on }\n  via: ws');
    const { result, asked } = await runSteps(over, inTurn({ operate: [RESET, command('c')] }));
    expect(result.verdict).toBe('pass');
    expect(asked.map(({ connection }) => connection)).toEqual(['ws#1', 'ws#2', 'ws#2']);
  });

  it('waits until its command has ended', async () => {
    const { asked, result } = await runSteps(
      steps,
      inTurn({ operate: [command('c', 'pending')], readCommand: [command('c', 'pending'), command('c')] }),
    );
    expect(result.verdict).toBe('pass');
    expect(asked.map(({ call }) => call.name)).toEqual(['operate', 'readCommand', 'readCommand', 'ping']);
  });

  it('makes the check inconclusive when it is refused for good, without trying again', async () => {
    const { result } = await runSteps(steps, inTurn({ operate: [{ code: 'DEVICE_OFFLINE' }] }));
    expect(result).toMatchObject({ verdict: 'inconclusive', attempts: 1 });
    expect(result.reason).toContain('line 7: setRelays plant');
    expect(result.reason).toContain('DEVICE_OFFLINE');
  });

  it('makes the check inconclusive when interference never ends', async () => {
    const { result } = await runSteps(steps, inTurn({ operate: [FAILED] }));
    expect(result).toMatchObject({ verdict: 'inconclusive', attempts: 3 });
  });
});

describe('a step that checks something', () => {
  const ping = (modifiers: string): string => `
- ping:
  via: ws
  expect: SUCCESS
${modifiers}`;

  it('passes when what it expects came', async () => {
    const { result } = await runSteps(ping(''), () => OK);
    expect(result).toMatchObject({ verdict: 'pass', attempts: 1 });
    expect(result.findings[0]).toMatchObject({
      rule: 'ws.ping',
      verdict: 'pass',
      where: 'line 7: ping via ws',
    });
  });

  it('fails at once when something else came, undisturbed', async () => {
    const { result } = await runSteps(ping(''), () => ({ code: 'NO_SUCH_TOPIC' }));
    expect(result).toMatchObject({ verdict: 'fail', attempts: 1 });
    expect(result.findings[0]).toMatchObject({
      expected: '{ code: SUCCESS }',
      actual: 'NO_SUCH_TOPIC over WebSocket',
    });
  });

  it('is tried again after the announced delay when a 429 spoiled it', async () => {
    const { result } = await runSteps(ping(''), inTurn({ ping: [limited(30), OK] }));
    expect(result).toMatchObject({ verdict: 'pass', attempts: 2 });
    expect(result.endedAt - result.startedAt).toBeGreaterThan(30_000);
  });

  it('uses new connections and new keys in a new attempt, and leaves none open', async () => {
    const steps = `
- setRelays: plant
  relays: { lamp: on }
  key: k
- connect: line
- ping:
  via: line
  expect: SUCCESS`;
    const { asked, target } = await runSteps(steps, inTurn({ ping: [RESET, OK], operate: [command('c')] }));
    expect(
      new Set(asked.flatMap(({ call }) => (call.name === 'operate' ? call.idempotencyKey : []))).size,
    ).toBe(2);
    expect(asked.flatMap(({ connection }) => connection ?? [])).toEqual(['line#1', 'line#2']);
    expect(target.open()).toEqual([]);
  });

  it.each([
    ['RATE_LIMITED', limited(1)],
    ['DEVICE_BUSY', BUSY],
    ['a broken connection', RESET],
  ])('is inconclusive when %s spoils every attempt', async (_, answer) => {
    const { result } = await runSteps(ping(''), () => answer);
    expect(result).toMatchObject({ verdict: 'inconclusive', attempts: 3 });
    expect(result.reason).toMatch(/legal|somebody else/);
  });

  it.each([
    ['RATE_LIMITED', limited(1)],
    ['DEVICE_BUSY', BUSY],
    ['broken', RESET],
  ])('with insist: %s it fails when that spoils every attempt', async (word, answer) => {
    const { result } = await runSteps(ping(`  insist: ${word}`), () => answer);
    expect(result).toMatchObject({ verdict: 'fail', attempts: 3 });
    expect(result.findings[0]?.actual).toContain('in each of 3 attempts');
  });

  it('with insist it is inconclusive when one attempt did not come so far', async () => {
    // A missing state decides nothing: two attempts remain, and chance may spoil two.
    const steps = `
- readConfig: plant
  patient: false
  as: first
- assume: { that: $first.code, is: SUCCESS }
- ping:
  via: ws
  insist: RATE_LIMITED
  expect: SUCCESS`;
    const answers = { readConfig: [OK, BUSY, OK], ping: [limited(1), limited(1)] };
    const { result } = await runSteps(steps, inTurn(answers));
    expect(result).toMatchObject({ verdict: 'inconclusive', attempts: 3 });
  });

  it('with insist it still is inconclusive for interference of another kind', async () => {
    const { result } = await runSteps(ping('  insist: RATE_LIMITED'), () => BUSY);
    expect(result.verdict).toBe('inconclusive');
  });

  it('never fails for what others may have caused, where others use the devices', async () => {
    const { result } = await runSteps(ping('  insist: RATE_LIMITED'), () => limited(1), { shared: true });
    expect(result.verdict).toBe('inconclusive');
  });

  it('fails when a server error answers every attempt', async () => {
    const { result } = await runSteps(ping(''), () => FAILED);
    expect(result).toMatchObject({ verdict: 'fail', attempts: 3 });
  });

  it('with confirm it fails only when every attempt deviates', async () => {
    const once = await runSteps(ping('  confirm: true'), inTurn({ ping: [{ code: 'ODD' }, OK] }));
    expect(once.result).toMatchObject({ verdict: 'pass', attempts: 2 });
    const always = await runSteps(ping('  confirm: true'), () => ({ code: 'ODD' }));
    expect(always.result).toMatchObject({ verdict: 'fail', attempts: 3 });
  });

  it('that deviates amid interference is tried once more before it fails', async () => {
    const steps = `- listProfiles:\n${ping('').trim()}`;
    const disturbed = inTurn({ listProfiles: [BUSY, OK], ping: [{ code: 'ODD' }, OK] });
    expect((await runSteps(steps, disturbed)).result).toMatchObject({ verdict: 'pass', attempts: 2 });
    const standing = inTurn({ listProfiles: [BUSY, OK], ping: [{ code: 'ODD' }] });
    expect((await runSteps(steps, standing)).result).toMatchObject({ verdict: 'fail', attempts: 2 });
  });

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

  it('does not call an answer interference that it asks for', async () => {
    const steps = '- refresh: plant\n  expect: { code: RATE_LIMITED, retryAfterSeconds: { atLeast: 5 } }';
    const { result } = await runSteps(steps, () => limited(2));
    expect(result).toMatchObject({ verdict: 'fail', attempts: 1 });
    expect(result.findings[0]?.actual).toContain('retryAfterSeconds was 2');
  });

  it('with patient: true waits out interference before it looks', async () => {
    const { result } = await runSteps(ping('  patient: true'), inTurn({ ping: [limited(2), OK] }));
    expect(result).toMatchObject({ verdict: 'pass', attempts: 1 });
  });
});

describe('a check', () => {
  it('warns for a derived rule, and fails for it when the run is strict', async () => {
    const { runText, withSteps } = await import('./support/run-scenario.js');
    const text = withSteps('- readCommand: none\n  expect: { status: 404 }', 'devices.unknown');
    const answer = (): object => ({ code: 'ODD', status: 400 });
    expect((await runText(text, answer)).result.verdict).toBe('warn');
    expect((await runText(text, answer, { strict: true })).result.verdict).toBe('fail');
  });

  it('runs its clean-up after each attempt, and does not judge it', async () => {
    const { runText, withSteps } = await import('./support/run-scenario.js');
    const text = `${withSteps('- ping:\n  via: ws\n  expect: SUCCESS')}cleanup:\n  - setRelays: plant\n    relays: { lamp: off }\n`;
    const { result, asked } = await runText(text, inTurn({ ping: [RESET, OK], operate: [{ code: 'ODD' }] }));
    expect(result.verdict).toBe('pass');
    expect(asked.map(({ call }) => call.name)).toEqual(['ping', 'operate', 'ping', 'operate']);
  });

  it('is skipped when a call would not be safe', async () => {
    const safety = { guard: () => 'relay 3 is not listed', restore: () => Promise.resolve([]) };
    const { result, asked } = await runSteps(
      '- setRelays: plant\n  relays: { lamp: on }\n- ping:\n  via: ws\n  expect: SUCCESS',
      () => OK,
      { safety },
    );
    expect(result).toMatchObject({ verdict: 'skipped', reason: 'not safe: relay 3 is not listed' });
    expect(asked).toEqual([]);
  });

  it('fails for an invariant that its trace breaks, whatever its steps say', async () => {
    const { result } = await runSteps('- refresh: plant\n- refresh: plant\n  expect: SUCCESS', () =>
      state({}),
    );
    expect(result.verdict).toBe('fail');
    expect(result.findings).toContainEqual(
      expect.objectContaining({
        rule: 'refresh.min-interval',
        verdict: 'fail',
        where: 'invariant refresh-spacing',
      }),
    );
  });
});
