// The verb expectEvent.
import { describe, expect, it } from 'vitest';
import { command, inTurn, runSteps, runText, withSteps } from '../support/run-scenario.js';
import type { ScriptedTarget } from '../support/scripted-target.js';
import { change, emitting, EXPECT_LAMP } from '../support/verb-runs.js';

describe('expectEvent', () => {
  it('expectEvent finds an event that came before the reply, and one that comes later', async () => {
    for (const delay of [0, 600]) {
      const { answer, onTarget } = emitting(change(3, true), delay);
      const { result } = await runSteps(EXPECT_LAMP, answer, { onTarget });
      expect(result.verdict).toBe('pass');
    }
  });

  it('expectEvent fails only when the event is missing in every attempt', async () => {
    const { result } = await runSteps(
      EXPECT_LAMP,
      inTurn({ operate: [command('a'), command('b'), command('c')] }),
    );
    expect(result).toMatchObject({ verdict: 'fail', attempts: 3 });
    expect(result.findings[0]?.actual).toContain('none came on left and right');
  });

  it('blames the rule that promises the event alone, where none came at all', async () => {
    const text = withSteps(EXPECT_LAMP, 'events.relay-changed, events.changes');
    const commands = (): ReturnType<typeof inTurn> =>
      inTurn({ operate: [command('a'), command('b'), command('c')] });
    const none = await runText(text, commands());
    expect(none.result.findings.map(({ rule }) => rule)).toEqual(['events.relay-changed']);
    const { answer, onTarget } = emitting(change(4, true));
    const other = await runText(text, answer, { onTarget });
    // Where both rules are blamed, the run makes one cause of them.
    expect(other.result.id).toBe('target/causes');
    const alone = await runText(withSteps(EXPECT_LAMP, 'events.changes'), commands());
    expect(alone.result.findings.map(({ rule }) => rule)).toEqual(['events.changes']);
  });

  it('says what the nearest that came has instead', async () => {
    const { answer, onTarget } = emitting(change(4, true));
    const { result } = await runText(withSteps(EXPECT_LAMP, 'events.changes'), answer, { onTarget });
    const [finding] = result.findings;
    expect(finding?.silence?.instead).toMatch(/^changes \[pump\] instead of a list with/);
    expect(finding?.witness?.right).toContain(` The nearest that came has ${finding?.silence?.instead}.`);
  });

  it('does not take a copy of an earlier event for the one that is waited for', async () => {
    const answers = inTurn({ operate: [command('a'), command('b')] });
    let target: ScriptedTarget | undefined;
    let turn = 0;
    const emit = (delay: number, eventId: string): void => {
      const event = { topic: 'device.state.changed', deviceId: 'dev-1', eventId, data: change(3, true) };
      target?.clock.setTimer('event', delay, () => target?.emit(event));
    };
    const steps = `${EXPECT_LAMP}
- setRelays: plant
  relays: { lamp: on }
  as: again
- expectEvent: device.state.changed
  on: left
  device: plant
  since: again
  match: { changes: { contains: lamp } }
  as: came
- assert: { that: $came.after, is: { atLeast: 500 } }`;
    const { result } = await runSteps(
      steps,
      (asked) => {
        if (asked.call.name === 'operate' && ++turn === 1) emit(0, 'one');
        else if (asked.call.name === 'operate') {
          emit(100, 'one');
          emit(600, 'two');
        }
        return answers(asked);
      },
      { onTarget: (made) => (target = made) },
    );
    expect(result.verdict).toBe('pass');
  });

  it('is undecided when one came that could not be read', async () => {
    const { answer, onTarget } = emitting({ device: 7 }, 0, ['/data/deviceId: expected a string']);
    const { result } = await runSteps(EXPECT_LAMP, answer, { onTarget });
    expect(result.verdict).toBe('inconclusive');
    expect(result.findings[0]?.actual).toContain(
      'one came on left that does not fit the dialect: /data/deviceId',
    );
  });

  it('an event of another relay or another device is not the one', async () => {
    const { answer, onTarget } = emitting(change(4, true));
    const { result } = await runSteps(EXPECT_LAMP, answer, { onTarget });
    expect(result.verdict).toBe('fail');
    expect(result.findings[0]?.actual).toContain('changes: [pump]');
  });
});
