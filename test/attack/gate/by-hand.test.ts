// Hand-written spellings of writes that are not permitted: none leaves, whatever any server would make of it.
import { expect, test } from 'vitest';
import { createAssault, dialectOf } from './assault.js';
import { BY_HAND } from './by-hand.js';

test.each(['default', 'scrambled'])(
  'none of more than 150 spellings leaves, where the target speaks %s',
  async (name) => {
    const assault = createAssault({ dialect: dialectOf(name) });
    const left: string[] = [];
    for (const draft of BY_HAND) {
      const { refused } = await assault.send(draft);
      if (refused === undefined) left.push(JSON.stringify(draft));
    }
    expect(left).toEqual([]);
    expect(BY_HAND.length).toBeGreaterThan(150);
  },
);
