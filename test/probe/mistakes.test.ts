// Mistakes in one line of a dialect or a profile, drawn from all that load: none of them ends with a rule that a right
// server would break, and most are told by their line. `MISTAKES=400 DRAW=2 npm run proof -- tests` draws more, and others.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseDialect } from '../../src/dialect/parse-dialect.js';
import { createRandom } from '../../src/kernel/random.js';
import { conclude } from '../../src/report/result-words.js';
import { dialectMistakes, profileMistakes } from './mistakes.js';
import { openMistaken, runMistaken } from './mistaken-run.js';

const DIALECTS = ['scrambled', 'gallery/shelly-gen2', 'gallery/wago'];
const COUNT = Number(process.env['MISTAKES'] ?? 6);
const DRAW = Number(process.env['DRAW'] ?? 1);
/** What uses each shape at least once. */
const ONLY = [
  'rs485/*',
  'relay/*',
  'events/ch*',
  'events/rs*',
  'devices/*',
  'commands/r*',
  'ws/state-get',
  'auth/token',
];

const all = (
  await Promise.all(
    DIALECTS.map(async (name) => {
      const file = `fixtures/dialects/${name}.yaml`;
      const parsed = parseDialect(readFileSync(file, 'utf8'), file);
      if (!parsed.ok) throw new Error(`${file} can be read`);
      const { open } = await openMistaken({ spoken: parsed.value });
      const mistakes = [...dialectMistakes(parsed.value), ...profileMistakes(parsed.value, open.profile)];
      return mistakes.map((mistake) => ({ ...mistake, dialect: name }));
    }),
  )
).flat();
const random = createRandom(DRAW).stream('mistakes');
const drawn = all
  .map((mistake) => ({ mistake, key: random.integer(0, 1e9) }))
  .toSorted((a, b) => a.key - b.key)
  .slice(0, COUNT)
  .map(({ mistake }) => mistake);

it('are more than 400 that load', () => {
  expect(all.length).toBeGreaterThan(400);
});

it.each(drawn)('$dialect: $name', { timeout: 600_000 }, async ({ mistaken }) => {
  const { result, refused } = await runMistaken({ ...mistaken, selection: { only: ONLY } });
  const kind = result ? conclude(result).kind : `refused: ${refused?.length ?? 0} problems`;
  expect(kind).not.toBe('broken');
});
