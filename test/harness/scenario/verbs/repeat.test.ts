// The verb repeat: the same request again.
import { describe, expect, it } from 'vitest';
import { command, inTurn, runSteps } from '../support/run-scenario.js';
import { calls, THEN_PING } from '../support/verb-runs.js';

describe('repeat', () => {
  it('repeat sends the same call with the same key, the same way or another', async () => {
    const steps =
      '- setRelays: plant\n  relays: { lamp: on }\n  as: first\n- repeat: first\n- repeat: first\n  via: ws' +
      THEN_PING;
    const ran = await runSteps(steps, inTurn({ operate: [command('a')] }));
    const [first, ...repeats] = calls(ran);
    expect(repeats.slice(0, 2)).toEqual([first, first]);
    expect(ran.asked.map(({ channel }) => channel)).toEqual(['rest', 'rest', 'ws', 'ws']);
  });

  it('a cut request gets no reply, and what comes next over its connection opens it anew', async () => {
    const steps =
      '- connect: line\n- setRelays: plant\n  relays: { lamp: on }\n  via: line\n  cut: true\n  as: lost\n- repeat: lost' +
      THEN_PING;
    const ran = await runSteps(steps, inTurn({ operate: [command('a')] }));
    expect(ran.result.verdict).toBe('pass');
    expect(ran.asked.map(({ connection, cut }) => [connection, cut])).toEqual([
      ['line#1', true],
      ['line#2', false],
      ['ws#3', false],
    ]);
  });
});
