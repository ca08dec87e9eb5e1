// Drafts from simulators with drawn dialects, by reading alone: nothing that a draft calls proven is read otherwise by the
// server. `DIALECTS=300 npm run proof -- tests` draws more.
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/kernel/random.js';
import { draftedFrom, type Meaning } from './drafted.js';
import { drawnDialect, type Source } from './drawn-dialect.js';

const DRAWN = Number(process.env['DIALECTS'] ?? 60);
/** Of what reading shows: how much is proven, at least. What only a change shows stays likely or open. */
const LEAST_PROVEN: Readonly<Record<Source, number>> = { composed: 0.65, gallery: 0.54, language: 0 };

describe.each(['composed', 'gallery', 'language'] as const)('%s dialects', (source) => {
  it(
    'have nothing proven that is wrong, and most of what reading shows is proven',
    async () => {
      const all: Meaning[] = [];
      const wrong: string[] = [];
      for (let seed = 1; seed <= DRAWN; seed++) {
        const drafted = await draftedFrom(drawnDialect(createRandom(seed), source), seed % 2 === 0);
        expect(drafted.loads, `seed ${seed}`).toEqual([]);
        expect(drafted.looked.requests).toBeLessThanOrEqual(200);
        all.push(...drafted.meanings);
        for (const { place, standing, isRight } of drafted.meanings)
          if (standing === 'proven' && !isRight) wrong.push(`seed ${seed}: ${place}`);
      }
      expect(wrong).toEqual([]);
      const proven = all.filter(({ standing, isRight }) => standing === 'proven' && isRight);
      expect(proven.length / all.length).toBeGreaterThanOrEqual(LEAST_PROVEN[source]);
    },
    DRAWN * 3000,
  );
});
