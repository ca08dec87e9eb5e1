import { describe, expect, test } from 'vitest';
import { reportBug } from '../../src/cli/diagnostics.js';
import { caughtIo } from './caught-io.js';

function told(error: unknown, env: Record<string, string> = {}): string {
  const io = caughtIo({ env });
  reportBug(error, io);
  return io.said().err;
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
