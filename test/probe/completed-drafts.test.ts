// Drafts of drawn dialects that are completed by acting: what is proven is so, all is put back, and nothing is done that the
// profile does not allow. `DIALECTS=40 npm run proof -- tests` draws more.
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/kernel/random.js';
import { completedFrom, linesIn, wronglyProven } from './completed.js';
import { draftedFrom } from './drafted.js';
import { drawnDialect } from './drawn-dialect.js';

const DRAWN = Number(process.env['DIALECTS'] ?? 4);
/** How much of all lines is proven, at least; what reading proves is a third. */
const LEAST_PROVEN = { composed: 0.62, gallery: 0.44 };
const SOURCES = ['composed', 'gallery'] as const;
/** Refusals name what is wrong, or do not; or requests are refused and broken off, and inputs move. */
const SERVERS = ['telling', 'mute', 'disturbed'] as const;

describe.each(SOURCES)('%s dialects', (source) => {
  it.each(SERVERS)(
    'have nothing proven that is wrong, and all is put back, on a server that is %s',
    { timeout: DRAWN * 60_000 },
    async (server) => {
      const wrong: string[] = [];
      const notBack: number[] = [];
      const standings: string[] = [];
      for (let seed = 1; seed <= DRAWN; seed++) {
        const random = createRandom(seed);
        const spoken = drawnDialect(random, source);
        const { text, looked } = await draftedFrom(spoken, seed % 2 === 0);
        const completed = await completedFrom(spoken, text, {
          isMute: server === 'mute',
          ...(server === 'disturbed' && { disturbance: random.stream('disturbance') }),
        });
        for (const each of wronglyProven(completed.text, spoken, looked)) wrong.push(`seed ${seed}: ${each}`);
        standings.push(...linesIn(completed.text).map(({ standing }) => standing));
        expect(completed.requests).toBeLessThanOrEqual(130);
        expect(completed.took).toBeLessThanOrEqual(120_000);
        if (!completed.isPutBack || completed.left.length > 0) notBack.push(seed);
      }
      expect(wrong).toEqual([]);
      expect(notBack).toEqual([]);
      const proven = standings.filter((each) => each === 'proven').length;
      const least = server === 'telling' ? LEAST_PROVEN[source] : 0;
      expect(proven / standings.length).toBeGreaterThanOrEqual(least);
    },
  );
});

it('switches no relay that the profile does not list', async () => {
  const spoken = drawnDialect(createRandom(1), 'composed');
  const { text } = await draftedFrom(spoken);
  const { text: after, isPutBack } = await completedFrom(spoken, text, {
    profile: (right) => ({
      ...right,
      devices: Object.fromEntries(
        Object.entries(right.devices).map(([name, device]) => [name, { ...device, relays: [] }]),
      ),
    }),
  });
  expect(isPutBack).toBe(true);
  const said = (shape: string) => linesIn(after).filter((each) => each.shape === shape);
  expect(said('baudRateParams').map(({ standing }) => standing)).toEqual(['proven']);
  for (const shape of ['relayParams', 'singleRelayBody', 'jogBody'])
    expect(said(shape).every(({ standing }) => standing === 'open')).toBe(true);
});

it('leaves what somebody has written himself as it is', async () => {
  const spoken = drawnDialect(createRandom(1), 'composed');
  const { text } = await draftedFrom(spoken);
  const own = text.replace(/^baudRateParams:\n.*$/m, 'baudRateParams:\n  speed: $baudRate');
  const { text: after } = await completedFrom(spoken, own);
  expect(after).toContain('baudRateParams:\n  speed: $baudRate\n');
});

it('calls a form of bytes no more than likely where another one writes them alike', async () => {
  const spoken = drawnDialect(createRandom(2), 'composed');
  expect(spoken.source.text).toContain('data: $data:base64\n');
  const { text } = await draftedFrom(spoken);
  const { text: after } = await completedFrom(spoken, text);
  const [bytes] = linesIn(after).filter(({ shape }) => shape === 'transceiveParams');
  expect(bytes).toMatchObject({ placeholder: '$data', standing: 'likely' });
});
