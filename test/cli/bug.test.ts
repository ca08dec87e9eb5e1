import { describe, expect, test } from 'vitest';
import { reportBug } from '../../src/cli/bug.js';
import { NO_PAINT } from '../../src/report/paint.js';

function told(error: unknown, env: Record<string, string> = {}): string {
  let text = '';
  const outlet = { write: (more: string) => (text += more), isTerminal: false, columns: 80, paint: NO_PAINT };
  reportBug(error, { out: outlet, err: outlet, env, cwd: '/' });
  return text;
}

describe('an error of the program itself', () => {
  test('is admitted, with what to do about it, and without a stack', () => {
    const text = told(new Error('the queue is gone'));
    expect(text).toContain('conform has failed by its own fault: the queue is gone');
    expect(text).toContain('says nothing about the target');
    expect(text).toContain('CONFORM_DEBUG=1');
    expect(text).not.toContain('    at ');
  });

  test('comes with its stack when asked to', () => {
    expect(told(new Error('the queue is gone'), { CONFORM_DEBUG: '1' })).toContain('    at ');
  });

  test('may be anything that was thrown', () => {
    expect(told('a word')).toContain('own fault: a word');
  });
});
