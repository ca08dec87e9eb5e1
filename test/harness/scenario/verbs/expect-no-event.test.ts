// The verb expectNoEvent.
import { describe, expect, it } from 'vitest';
import { command, inTurn, runSteps } from '../support/run-scenario.js';
import { change, emitting, listen } from '../support/verb-runs.js';

describe('expectNoEvent', () => {
  it('expectNoEvent holds when none comes, and fails when one comes each time', async () => {
    const steps = listen('- expectNoEvent: device.state.changed\n  on: left\n  since: change\n  for: 500ms');
    const operate = [command('a'), command('b'), command('c')];
    expect((await runSteps(steps, inTurn({ operate }))).result.verdict).toBe('pass');
    const { answer, onTarget } = emitting(change(3, true));
    const loud = await runSteps(steps, answer, { onTarget });
    expect(loud.result).toMatchObject({ verdict: 'fail', attempts: 3 });
  });

  it('lets an event that came before count no second time, unless anything of it is new', async () => {
    const steps = listen(
      '- wait: 1s\n- setRelays: plant\n  relays: { lamp: on }\n  as: again\n- expectNoEvent: device.state.changed\n  on: left\n  since: again\n  for: 500ms',
    );
    const repeated = emitting(change(3, true), 0, undefined, ['e1']);
    expect((await runSteps(steps, repeated.answer, repeated)).result.verdict).toBe('pass');
    const another = emitting(change(3, true), 0, undefined, ['e1', 'e2', 'e3', 'e4', 'e5', 'e6']);
    expect((await runSteps(steps, another.answer, another)).result.verdict).toBe('fail');
    const unnamed = emitting(change(3, true));
    expect((await runSteps(steps, unnamed.answer, unnamed)).result.verdict).toBe('fail');
  });

  it('is undecided when one came that could not be read', async () => {
    const steps = listen(
      '- expectNoEvent: device.state.changed\n  on: left\n  device: plant\n  since: change\n  for: 500ms',
    );
    const { answer, onTarget } = emitting({ device: 7 }, 0, ['/data/deviceId: expected a string']);
    const { result } = await runSteps(steps, answer, { onTarget });
    expect(result.verdict).toBe('inconclusive');
    expect(result.findings[0]?.actual).toContain(
      'one came on left that does not fit the dialect: /data/deviceId',
    );
  });

  it('lets one that could not be read count where the step says so, if it is of the device', async () => {
    const steps = listen(
      '- expectNoEvent: device.state.changed\n  on: left\n  device: plant\n  since: change\n  for: 500ms\n  unreadable: true',
    );
    const misfit = ['/data/changes/0: one of relays, inputs, not "loops"'];
    const own = emitting({ deviceId: 'dev-1', changes: ['loops'] }, 0, misfit);
    const { result } = await runSteps(steps, own.answer, own);
    expect(result).toMatchObject({ verdict: 'fail', attempts: 3 });
    expect(result.findings[0]?.actual).toContain('one came on left that names something else');
    const other = emitting({ deviceId: 'dev-2', changes: ['loops'] }, 0, misfit);
    expect((await runSteps(steps, other.answer, other)).result.verdict).toBe('inconclusive');
  });

  it('keeps its connections awake while it listens', async () => {
    const steps = listen('- expectNoEvent: device.state.changed\n  on: left\n  since: change\n  for: 80s');
    const operate = [command('a'), command('b'), command('c')];
    const ran = await runSteps(steps, inTurn({ operate }));
    expect(ran.result.verdict).toBe('pass');
    // Three on each of the two connections.
    expect(ran.asked.filter(({ call }) => call.name === 'ping')).toHaveLength(6);
  });
});
