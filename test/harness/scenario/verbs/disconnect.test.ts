// The verb disconnect.
import { describe, expect, it } from 'vitest';
import type { ScriptedTarget } from '../support/scripted-target.js';
import { runSteps } from '../support/run-scenario.js';

describe('disconnect', () => {
  it.each(['', '\n  abruptly: true'])('closes the connections that it names%s', async (how) => {
    let target: ScriptedTarget | undefined;
    let open: readonly string[] | undefined;
    const steps = `- connect: left\n- connect: right\n- disconnect: [left, right]${how}\n- ping:\n  via: ws\n  expect: SUCCESS`;
    const ran = await runSteps(
      steps,
      ({ call }) => {
        if (call.name === 'ping') open = target?.open();
        return {};
      },
      { onTarget: (made) => (target = made) },
    );
    expect(ran.result.verdict).toBe('pass');
    expect(open).toEqual(['ws#3']);
  });
});
