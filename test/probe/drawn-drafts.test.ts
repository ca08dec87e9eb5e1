// Drafts from simulators with drawn dialects, by reading alone, and where others are in the way: nothing that a draft calls
// proven is read otherwise by the server. `DIALECTS=300 npm run proof -- tests` draws more.
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { EXPERIMENTS } from '../../src/cli/probe/run.js';
import { parseDialect } from '../../src/dialect/parse-dialect.js';
import { createRandom } from '../../src/kernel/random.js';
import { standingsOf } from '../../src/probe/proof.js';
import { draftedFrom, type Meaning } from './drafted.js';
import { drawnDialect, type Source } from './drawn-dialect.js';
import { runMistaken } from './mistaken-run.js';

const DRAWN = Number(process.env['DIALECTS'] ?? 60);
/** Those that are tried by acting: checks that run, each judged under all neighbouring readings. */
const ACTED = Number(process.env['DIALECTS'] ?? 2);
/** Of what reading shows: how much is proven, at least. What only a change shows stays likely or open. */
const LEAST_PROVEN: Readonly<Record<Source, number>> = { composed: 0.65, gallery: 0.62, language: 0.15 };

const SOURCES = ['composed', 'gallery', 'language'] as const;

describe.each(SOURCES)('%s dialects', (source) => {
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
    DRAWN * 10_000,
  );
});

it.each(SOURCES)(
  '%s dialects have nothing proven that is wrong where requests are refused and broken off, and inputs move',
  async (source) => {
    const wrong: string[] = [];
    for (let seed = 1; seed <= DRAWN; seed++) {
      const random = createRandom(seed);
      const drafted = await draftedFrom(
        drawnDialect(random, source),
        seed % 2 === 0,
        random.stream('disturbance'),
      );
      expect(drafted.looked.requests).toBeLessThanOrEqual(200);
      for (const { place, standing, isRight } of drafted.meanings)
        if (standing === 'proven' && !isRight) wrong.push(`seed ${seed}: ${place}`);
    }
    expect(wrong).toEqual([]);
  },
  DRAWN * 10_000,
);

/** What is asked of a device, in each shape of a request. */
const ASKED = {
  relayParams: { relays: [{ index: 2, action: 'on' }] },
  transceiveParams: { data: 'ee0102', timeout: 1500 },
  baudRateParams: { baudRate: 19_200 },
  jogBody: { duration: 1500 },
} as const;

it.each(Array.from({ length: ACTED }, (_, at) => at + 1))(
  'a draft that is tried by acting has no form of a request proven that is wrong, %d',
  async (seed) => {
    const spoken = drawnDialect(createRandom(seed), 'composed');
    const drafted = await draftedFrom(spoken, seed % 2 === 0);
    const parsed = parseDialect(drafted.text, 'drafted.yaml');
    if (!parsed.ok) throw new Error('the draft can be read');
    const read = parsed.value;
    const { traces, open } = await runMistaken({ spoken, read, selection: { only: EXPERIMENTS } });
    const standings = standingsOf(traces, { dialect: read, profile: open.profile });
    const proven = Object.entries(ASKED).flatMap(([shape, value]) => {
      const [mine, theirs] = [read, spoken].map(({ shapes }) => shapes[shape as 'jogBody']);
      const meant = theirs?.decode(mine?.encode(value as never));
      if (meant?.ok && isDeepStrictEqual(meant.value, value)) return [];
      const lines = standings.filter(({ key }) => key.split('/')[0] === shape);
      return lines.length > 0 && lines.every(({ standing }) => standing === 'proven') ? [shape] : [];
    });
    expect(proven).toEqual([]);
  },
  600_000,
);
