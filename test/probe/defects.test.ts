// Defects of a server whose dialect is right: each is found under its rule all the same where the dialect was proven on a
// server without it, and hardly any is taken for a wrong line where nothing was. `DEFECTS=60 npm run proof -- tests` has more.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseDialect } from '../../src/dialect/parse-dialect.js';
import { createRandom } from '../../src/kernel/random.js';
import { FOR_PROGRAMS } from '../../src/lab/self-test/trial.js';
import { standingsOf } from '../../src/probe/proof.js';
import { allDefects } from '../../src/simulator/defects/registry.js';
import { KILLERS } from '../self-test/known-killers.js';
import { runMistaken } from './mistaken-run.js';

const FILE = 'fixtures/dialects/scrambled.yaml';
const parsed = parseDialect(readFileSync(FILE, 'utf8'), FILE);
if (!parsed.ok) throw new Error('the dialect can be read');
const spoken = parsed.value;
const COUNT = Number(process.env['DEFECTS'] ?? 6);
/** A share of a few says nothing. */
const COUNT_OF_SHARE = 4 * COUNT;

/** What a run usually has beside the check that finds the defect, so that lines of the dialect are proven by the way. */
const ONLY = [
  ...['rs485/*', 'relay/*', 'events/ch*', 'devices/*', 'commands/r*', 'ws/state-get', 'auth/token'],
  // The only wait that is long enough to tell units of time from each other.
  'busy/during-transceive*',
];

const random = createRandom(5).stream('defects');
const drawn = allDefects()
  .filter(({ id }) => !(id in FOR_PROGRAMS) && (KILLERS.get(id) ?? []).length > 0)
  .map((defect) => ({ id: defect.id, rule: defect.rule, key: random.integer(0, 1e9) }))
  .toSorted((a, b) => a.key - b.key);

/** What the same checks prove on a server without the defect, on the same devices. */
async function provenBy(only: readonly string[]) {
  const right = await runMistaken({ spoken, selection: { only } });
  const traces = right.result?.checks.map(({ trace }) => trace) ?? [];
  const standings = standingsOf(traces, { dialect: spoken, profile: right.open.profile });
  return { refuted: standings.map((each) => ({ ...each, refuted: [...each.refuted] })) };
}

/** The rules that are said to be broken, and what is said of the dialect and the profile. */
async function told(id: string, { proven = false } = {}) {
  const only = [...new Set([...ONLY, ...(KILLERS.get(id) ?? [])])];
  const proof = proven ? await provenBy(only) : undefined;
  const { result } = await runMistaken({
    spoken,
    defects: [id],
    selection: { only },
    ...(proof && { proof }),
  });
  const broken = result?.checks.flatMap(({ findings }) =>
    findings.flatMap(({ verdict, rule }) =>
      verdict === 'fail' || verdict === 'warn' ? [rule as string] : [],
    ),
  );
  return { broken: new Set(broken), misread: result?.misread?.words };
}

describe('a server with a defect, and the right dialect', () => {
  it.each(drawn.slice(0, COUNT))(
    '$id is found under $rule where the dialect was proven',
    { timeout: 300_000 },
    async ({ id, rule }) => {
      const { broken, misread } = await told(id, { proven: true });
      // In another dialect than that of the kill matrix a few are not met at all: then nothing is said of a line, either.
      expect({ id, excused: broken.has(rule) ? undefined : misread }).toEqual({ id, excused: undefined });
    },
  );

  it('is rarely taken for a wrong line where nothing was proven before', { timeout: 3_600_000 }, async () => {
    const excused: string[] = [];
    const some = drawn.slice(0, COUNT_OF_SHARE);
    for (const { id, rule } of some) {
      const { broken, misread } = await told(id);
      if (!broken.has(rule) && misread !== undefined) excused.push(`${id}: ${misread}`);
    }
    expect(excused.slice(Math.ceil(some.length * 0.15))).toEqual([]);
  });
});
