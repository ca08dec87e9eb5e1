import { expect, test } from 'vitest';
import { keptIn } from '../../src/kernel/kept-in.js';

test('what is under a key is made once, and stays there', () => {
  const values = new Map<string, string[]>();

  keptIn(values, 'a', () => []).push('first');
  keptIn(values, 'a', () => []).push('second');

  expect([...values]).toEqual([['a', ['first', 'second']]]);
});
