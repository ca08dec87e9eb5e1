// Mistakes in one line of a dialect or a profile, drawn from all that load: none of them ends with a rule that a right
// server would break, and nine of ten are told by their line. `MISTAKES=60 DRAW=2 npm run proof -- tests` draws more, and others.
import { readFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { parseDialect } from '../../src/dialect/parse-dialect.js';
import { createRandom } from '../../src/kernel/random.js';
import { sightsOf } from '../../src/probe/sights.js';
import { conclude } from '../../src/report/result-words.js';
import { dialectMistakes, type Mistake, profileMistakes } from './mistakes.js';
import { type MistakenRun, openMistaken, runMistaken } from './mistaken-run.js';

const DIALECTS = ['scrambled', 'gallery/shelly-gen2', 'gallery/wago'];
const COUNT = Number(process.env['MISTAKES'] ?? 12);
const DRAW = Number(process.env['DRAW'] ?? 1);
/** Of those by which something is seen otherwise. */
const LEAST_NAMED = 0.9;
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

type Told = 'named' | 'not named' | 'not seen';
const told: { readonly what: Told; readonly words: string }[] = [];

it.each(drawn)('$dialect: $name', { timeout: 600_000 }, async (mistake) => {
  const ran = await runMistaken({ ...mistake.mistaken, selection: { only: ONLY } });
  const { result, refused } = ran;
  const kind = result ? conclude(result).kind : 'refused';
  const said = [result?.misread?.words ?? '', ...(refused ?? [])].join('\n');
  const isNamed = mistake.lines.some((line) => said.includes(line));
  const what = isNamed ? 'named' : isSeen(mistake, ran) ? 'not named' : 'not seen';
  told.push({ what, words: `${what}, ${kind}: ${mistake.dialect}: ${mistake.name}` });
  expect(kind).not.toBe('broken');
});

/**
 * Whether the mistake can be seen in what came and went: some shapes, devices and words never occur on a target, such as a
 * second word for the same status. No verdict rests on such a line.
 */
function isSeen({ place, mistaken }: Mistake, { traces, open, altered }: MistakenRun): boolean {
  const [kind = '', name = ''] = place.split('.');
  if (kind === 'stimuli') return altered > 0;
  if (mistaken.read === undefined) {
    const exchanges = traces.flatMap(
      (trace) => sightsOf(trace, { dialect: mistaken.spoken, profile: open.profile }).exchanges,
    );
    const { deviceId, rs485: { answered = '', unanswered = '' } = {} } = open.profile.devices[name] ?? {};
    return exchanges.some(({ client, deviceId: asked, operation }) =>
      kind === 'clients'
        ? client === name
        : asked === deviceId &&
          operation?.name === 'device.rs485.transceive' &&
          [answered, unanswered].includes(operation.params.data),
    );
  }
  // What no exchange of a trace is read for.
  if (/^(tokenLifetime|ticket)/.test(place)) return true;
  const { profile } = open;
  const { spoken, read } = mistaken;
  const seenBy = (dialect: typeof read) => (trace: MistakenRun['traces'][number]) => {
    const { exchanges, events } = sightsOf(trace, { dialect, profile });
    return JSON.stringify([exchanges, events]);
  };
  return JSON.stringify(traces.map(seenBy(spoken))) !== JSON.stringify(traces.map(seenBy(read)));
}

it('are told by their line, where anything is seen otherwise', () => {
  const seen = told.filter(({ what }) => what !== 'not seen');
  const missed = seen.filter(({ what }) => what === 'not named').map(({ words }) => words);
  expect(missed.slice(Math.ceil(seen.length * (1 - LEAST_NAMED)))).toEqual([]);
});

afterAll(() => {
  if (process.env['MISTAKES'] === undefined) return;
  const lines = told.map(({ words }) => words).toSorted();
  process.stdout.write(`${lines.join('\n')}\n`);
});
