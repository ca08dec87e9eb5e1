// A target that puts poison and secrets into all that it says, and the real executable: a small share of
// `npm run proof -- attack print`.
import { expect, test } from 'vitest';
import { SaxesParser } from 'saxes';
import { runHostile } from '../attack/print/hostile-run.js';
import { leaksIn, poisonIn } from '../attack/print/search.js';

const WHAT = ['auth/token', 'auth/invalid-credentials', 'envelope/errors', 'ws/ping', 'ws/correlation'];

test('what a hostile target says and issues is shown without its poison, and without a secret', async () => {
  const { outputs, secrets, said, code } = await runHostile({ seed: 7, what: WHAT, time: '1s' });
  expect(code).toBe(1);
  expect(secrets.size).toBeGreaterThan(10);
  expect(said.replies).toBeGreaterThan(20);
  expect(said.frames).toBeGreaterThan(5);
  expect(leaksIn(outputs, secrets)).toEqual([]);
  expect(poisonIn(outputs)).toEqual([]);

  const text = (name: string): string => outputs.find((each) => each.name === name)?.text ?? '';
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(text('junit')).close();
  expect(JSON.parse(text('json'))).toMatchObject({ format: 'conform-report/1' });
  for (const line of text('trace').trim().split('\n'))
    expect(() => JSON.parse(line) as unknown).not.toThrow();
  // What is wrong with the bytes is said with its place.
  expect(text('run, stdout')).toMatch(
    /a (?:body|header [\w-]+|frame of text|close frame) with a byte at offset \d+/,
  );
});
