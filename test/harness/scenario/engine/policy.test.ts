// What the attempts of a check amount to.
import { describe, expect, it } from 'vitest';
import type { Stimuli } from '../../../../src/harness/stimuli/create-stimuli.js';
import {
  BUSY,
  FAILED,
  inTurn,
  limited,
  RESET,
  runSteps,
  runText,
  withSteps,
} from '../support/run-scenario.js';

const OK = {};

describe('a deviation with confirm', () => {
  it('stands at once where a device that was taken away never came back', async () => {
    const steps =
      '- stimulate: cut-power\n  device: plant\n- ping:\n  via: ws\n  confirm: true\n  expect: SUCCESS';
    const stimuliOf = (lost: readonly string[]): Stimuli => ({
      offers: () => ({ kind: 'ok' }),
      noteInitial: () => undefined,
      adopt: () => undefined,
      open: () => ({
        act: async () => Promise.resolve({ kind: 'applied' }),
        undo: async () => Promise.resolve([]),
        lost: async () => Promise.resolve(lost),
      }),
      undoAll: async () => Promise.resolve([]),
      close: async () => Promise.resolve(),
    });
    const run = async (lost: readonly string[]) => {
      const stimuli = stimuliOf(lost);
      const ran = await runText(withSteps(steps), () => ({ code: 'ODD' }), {
        stimuli,
        offers: stimuli.offers,
      });
      return ran.result;
    };
    const gone = await run(['plant']);
    expect(gone).toMatchObject({ verdict: 'fail', attempts: 1 });
    expect(gone.findings[0]?.actual).toMatch(/ODD.*; plant never came back, though all was put back$/);
    expect(await run([])).toMatchObject({ verdict: 'fail', attempts: 3 });
  });
});

describe('a deviation where others use the devices', () => {
  it('fails only when it stands, since they may have caused it', async () => {
    const steps = '- ping:\n  via: ws\n  expect: SUCCESS';
    const alone = await runText(withSteps(steps), () => ({ code: 'ODD' }));
    expect(alone.result).toMatchObject({ verdict: 'fail', attempts: 1 });
    const always = await runText(withSteps(steps), () => ({ code: 'ODD' }), { shared: true });
    expect(always.result).toMatchObject({ verdict: 'fail', attempts: 3 });
    const once = await runText(withSteps(steps), inTurn({ ping: [{ code: 'ODD' }, OK] }), { shared: true });
    expect(once.result).toMatchObject({ verdict: 'pass', attempts: 2 });
  });
});

describe('what the target is without', () => {
  const steps = `
- ping:
  via: ws
  patient: false
  as: first
- assume: { that: $first.code, is: SUCCESS }
  needs: a heartbeat
- ping:
  via: ws
  confirm: true
  expect: SUCCESS`;
  const ODD = { code: 'ODD' };

  it('skips a check', async () => {
    const { result } = await runSteps(steps, () => ODD);
    expect(result).toMatchObject({ verdict: 'skipped', attempts: 1 });
  });

  it('does not skip one that got further in another attempt', async () => {
    const { result } = await runSteps(steps, inTurn({ ping: [OK, ODD, ODD] }));
    expect(result).toMatchObject({ verdict: 'inconclusive', attempts: 3 });
    expect(result.reason).toMatch(/a heartbeat.*an earlier attempt got to line 13: ping via ws: ODD/s);
    const found = await runSteps(steps, inTurn({ ping: [OK, ODD, ODD, OK, ODD] }));
    expect(found.result).toMatchObject({ verdict: 'fail', attempts: 3 });
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

  it.each([
    ['RATE_LIMITED', limited(1), 5],
    ['DEVICE_BUSY', BUSY, 3],
    ['a broken connection', RESET, 3],
  ])('is inconclusive when %s spoils every attempt', async (_, answer, attempts) => {
    const { result } = await runSteps(ping(''), () => answer);
    // Refused with 429, it is tried alone as well.
    expect(result).toMatchObject({ verdict: 'inconclusive', attempts });
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

  it('with insist it is tried alone when one attempt did not come so far, and fails when each meets it there', async () => {
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
    expect(result).toMatchObject({ verdict: 'fail', attempts: 5 });
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

  it('with confirm it fails when attempts deviate from one rule at different steps', async () => {
    const two = (rule: string): string => `
- ping:
  via: ws
  confirm: true
  rule: ws.ping
  expect: SUCCESS
- ping:
  via: ws
  confirm: true
  rule: ${rule}
  expect: SUCCESS`;
    const odd = { code: 'ODD' };
    const answers = (): ReturnType<typeof inTurn> => inTurn({ ping: [OK, odd, odd, odd] });
    const same = await runSteps(two('ws.ping'), answers());
    expect(same.result).toMatchObject({ verdict: 'fail', attempts: 3 });
    const other = await runText(withSteps(two('ws.correlation'), 'ws.ping, ws.correlation'), answers());
    expect(other.result.verdict).toBe('inconclusive');
  });

  it('with confirm it is tried once more for each 429, and fails when all other attempts deviate', async () => {
    const odd = { code: 'ODD' };
    const once = inTurn({ ping: [odd, limited(1), odd, odd] });
    expect((await runSteps(ping('  confirm: true'), once)).result).toMatchObject({
      verdict: 'fail',
      attempts: 4,
    });
    const held = inTurn({ ping: [odd, limited(1), odd, OK] });
    expect((await runSteps(ping('  confirm: true'), held)).result).toMatchObject({
      verdict: 'pass',
      attempts: 4,
    });
    const often = inTurn({ ping: [odd, limited(1), limited(1), limited(1), odd] });
    const { result } = await runSteps(ping('  confirm: true'), often);
    expect(result).toMatchObject({ verdict: 'inconclusive', attempts: 5 });
  });

  it('that deviates amid interference is tried once more before it fails', async () => {
    const steps = `- listProfiles:\n${ping('').trim()}`;
    const disturbed = inTurn({ listProfiles: [BUSY, OK], ping: [{ code: 'ODD' }, OK] });
    expect((await runSteps(steps, disturbed)).result).toMatchObject({ verdict: 'pass', attempts: 2 });
    const standing = inTurn({ listProfiles: [BUSY, OK], ping: [{ code: 'ODD' }] });
    expect((await runSteps(steps, standing)).result).toMatchObject({ verdict: 'fail', attempts: 2 });
  });

  it('with patient: true waits out interference before it looks', async () => {
    const { result } = await runSteps(ping('  patient: true'), inTurn({ ping: [limited(2), OK] }));
    expect(result).toMatchObject({ verdict: 'pass', attempts: 1 });
  });
});
