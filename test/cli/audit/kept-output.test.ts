import { describe, expect, test } from 'vitest';
import { createKeptOutput } from '../../../src/cli/audit/client-process.js';

describe('what a client writes', () => {
  test('is kept up to a limit, the end of it', () => {
    const kept = createKeptOutput(10);
    kept.add(Buffer.from('12345678'));
    expect(kept.text()).toBe('12345678');
    kept.add(Buffer.from('abcdef'));
    expect(kept.text()).toBe('5678abcdef');
    kept.add(Buffer.from('x'.repeat(1000) + 'the end'));
    expect(kept.text()).toBe('xxxthe end');
  });

  test('may come in pieces of a letter', () => {
    const kept = createKeptOutput();
    const [first, second] = [Buffer.from('ü').subarray(0, 1), Buffer.from('ü').subarray(1)];
    kept.add(first);
    kept.add(second);
    expect(kept.text()).toBe('ü');
  });
});
