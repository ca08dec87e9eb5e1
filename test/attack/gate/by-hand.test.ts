// Hand-written spellings of writes that are not permitted: none leaves, whatever any server would make of it.
import { describe, expect, test } from 'vitest';
import { createAssault, dialectOf } from './assault.js';
import { BY_HAND } from './by-hand.js';

describe.each(['default', 'scrambled'])('where the target speaks %s', (name) => {
  test.each(Object.entries(BY_HAND))('none of these leaves: %s', async (_, drafts) => {
    const assault = createAssault({ dialect: dialectOf(name) });
    const left: string[] = [];
    for (const draft of drafts) {
      const { refused } = await assault.send(draft);
      if (refused === undefined || refused.startsWith('the gate failed')) left.push(JSON.stringify(draft));
    }
    expect(left).toEqual([]);
  });
});

test('these are 500 spellings', () => {
  expect(Object.values(BY_HAND).flat().length).toBeGreaterThan(490);
});
