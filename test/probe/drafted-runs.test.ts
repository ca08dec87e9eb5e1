// Runs on simulators with drawn dialects, by what was drafted of them: as it was drafted, and with the places that are open
// filled in by somebody who knows. No rule is called broken in either.
import { expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import type { Dialect } from '../../src/dialect/dialect.js';
import { parseDialect } from '../../src/dialect/parse-dialect.js';
import { createRandom } from '../../src/kernel/random.js';
import { draftedFrom } from './drafted.js';
import { drawnDialect } from './drawn-dialect.js';
import { runMistaken } from './mistaken-run.js';

const RUNS = Number(process.env['DRAFTED_RUNS'] ?? 4);
const ONLY =
  process.env['DRAFTED_RUNS'] === undefined ? ['relay/*', 'rs485/*', 'devices/*', 'ws/state-get'] : ['*/*'];

/** Each shape that the draft is sure of as it is, and the others as the server has them. */
function completed(drafted: Awaited<ReturnType<typeof draftedFrom>>, spoken: Dialect): Dialect | undefined {
  const right = parse(spoken.source.text) as Record<string, unknown>;
  const own = parse(drafted.text) as Record<string, unknown>;
  const open = new Set(
    drafted.own.draft.lines.filter(({ standing }) => standing !== 'proven').map(({ shape }) => shape),
  );
  const shapes = Object.keys(right).filter(
    (shape) => shape in own && !open.has(shape) && shape !== 'errorCodes',
  );
  const kept = Object.fromEntries(shapes.map((shape) => [shape, own[shape]]));
  const parsed = parseDialect(stringify({ ...right, ...kept }, { lineWidth: 0 }), 'completed.yaml');
  return parsed.ok ? parsed.value : undefined;
}

it.each(Array.from({ length: RUNS }, (_, at) => at + 1))(
  'blame no server for a draft, %d',
  { timeout: 600_000 },
  async (seed) => {
    const spoken = drawnDialect(createRandom(seed), seed % 2 === 0 ? 'gallery' : 'composed');
    const drafted = await draftedFrom(spoken);
    const parsed = parseDialect(drafted.text, 'drafted.yaml');
    const reads = [parsed.ok ? parsed.value : undefined, completed(drafted, spoken)];
    for (const read of reads) {
      if (!read) continue;
      const { result } = await runMistaken({ spoken, read, selection: { only: ONLY } });
      const failed = result?.checks.filter(({ verdict }) => verdict === 'fail') ?? [];
      expect(failed.map(({ id }) => `${read.source.file}: ${id}`)).toEqual([]);
    }
  },
);
