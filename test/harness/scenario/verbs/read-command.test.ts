// The verb readCommand: which command it asks for.
import { describe, expect, it } from 'vitest';
import { command, inTurn, runSteps } from '../support/run-scenario.js';
import { calls, OK, THEN_PING } from '../support/verb-runs.js';

describe('readCommand', () => {
  it('asks for the command with the identifier', async () => {
    const ran = await runSteps('- readCommand: c-9' + THEN_PING, OK);
    expect(calls(ran)[0]).toEqual({ name: 'readCommand', commandId: 'c-9' });
  });

  it('waits with settled until the command has ended', async () => {
    const steps =
      '- readCommand: c-9\n  settled: true\n  as: last\n- assert: { that: $last.command.status, is: succeeded }';
    const ran = await runSteps(steps, inTurn({ readCommand: [command('c-9', 'pending'), command('c-9')] }));
    expect(ran.result.verdict).toBe('pass');
    expect(calls(ran)).toHaveLength(2);
  });
});
