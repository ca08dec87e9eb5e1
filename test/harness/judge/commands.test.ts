// Commands have their form, and final statuses stay.
import { describe, expect, it } from 'vitest';
import { commandBody, heard, type Line, ok } from './traces.js';

describe('a command', () => {
  const read = (from: number, status: string, to = from + 10): Line => ({
    from,
    to,
    what: 'commands.read',
    body: commandBody('c1', status),
  });
  const laws = (...lines: readonly Line[]): readonly string[] => heard(lines, /^commands\.(shape|terminal)/);

  it('that has ended stays as it is', () => {
    expect(laws(read(0, 'pending'), read(100, 'timeout'), read(200, 'timeout'))).toEqual([
      'commands.shape pass',
      'commands.terminal-stays pass',
    ]);
    expect(laws(read(0, 'timeout'), read(100, 'succeeded'))).toContain('commands.terminal-stays fail');
    expect(laws(read(0, 'succeeded'), read(100, 'pending'))).toContain('commands.terminal-stays fail');
  });

  it('cannot have ended in two ways, in whichever order it was seen', () => {
    expect(laws(read(0, 'succeeded', 100), read(50, 'timeout', 120))).toContain(
      'commands.terminal-stays fail',
    );
  });

  it('may end while two readings of it overlap', () => {
    expect(laws(read(0, 'succeeded', 100), read(50, 'pending', 120))).toEqual(['commands.shape pass']);
  });

  it('has operation, params and status', () => {
    const broken = {
      from: 0,
      to: 1,
      what: 'relays.set',
      body: ok({ command: { commandId: 'c', operation: 'x', status: 's' } }),
    };
    expect(laws(broken)).toEqual(['commands.shape fail']);
    expect(laws({ ...broken, body: ok({}) })).toEqual(['commands.shape fail']);
  });
});
