// An empty word on a command line is refused, and is not the working folder.
import { expect, it } from 'vitest';
import { conformHere } from './command-line.js';

it.each([
  [['run', ''], '<what>'],
  [['run', 'ws/ping', ' '], '<what>'],
  [['run', '--target', ''], '--target'],
  [['validate', ''], '<files>'],
  [['judge', ''], '<'],
  [['diff', '', 'after.json'], '<before>'],
  [['serve', '--fleet', ''], '--fleet'],
  [['run', '--rule', ''], '--rule'],
])('conform %j says that %s is empty', async (words, name) => {
  const { code, err } = await conformHere(...words);
  expect(code).toBe(2);
  expect(err).toContain(`error: ${name}`);
  expect(err).toContain('is empty');
});
