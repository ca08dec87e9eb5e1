// What the program prints of secrets and of a hostile target's words, in full size.
import { describe, expect, test } from 'vitest';
import { allDefects } from '../../../src/simulator/defects/registry.js';
import { attackSeed, sized } from '../size.js';
import { auditHostile, probeHostile, runHostile } from './hostile-run.js';
import { MISPLACED_KINDS, runQuietly } from './quiet-run.js';
import { leaksIn, poisonIn } from './search.js';

const ACCESS = allDefects().filter(({ rule }) => /^(auth|scope|ws)\./.test(rule));
/** Of the defects about access; in a tenth of the attack, those of every tenth place. */
const CHOSEN = ACCESS.filter((_, at) => at % Math.ceil(ACCESS.length / sized(ACCESS.length)) === 0);
/** With a part of the attack, a part of the scenarios. */
const WHAT = sized(10) < 10 ? ['auth/*', 'envelope/*', 'ws/*'] : [];

describe('every output of a run', () => {
  test.each(['default', 'scrambled'])(
    'shows no secret of all that were issued, in the dialect %s',
    async (dialect) => {
      const { outputs, secrets, result } = await runQuietly({ seed: attackSeed(), dialect });
      told(`${result.checks.length} checks, ${secrets.size} secrets, ${sizeOf(outputs)} characters`);
      expect(leaksIn(outputs, secrets)).toEqual([]);
      expect(poisonIn(outputs)).toEqual([]);
    },
  );

  test.each(CHOSEN.map(({ id }) => id))('shows no secret of a service with the defect %s', async (defect) => {
    const { outputs, secrets, result } = await runQuietly({ defect, seed: attackSeed() });
    told(`${result.checks.length} checks, ${secrets.size} secrets, ${sizeOf(outputs)} characters`);
    expect(secrets.size).toBeGreaterThan(10);
    expect(leaksIn(outputs, secrets)).toEqual([]);
  });

  test.each(MISPLACED_KINDS)('shows no secret that a service issues %s', async (misplaced) => {
    const { outputs, secrets, result } = await runQuietly({ misplaced, seed: attackSeed() });
    told(`${result.checks.length} checks, ${secrets.size} secrets, ${sizeOf(outputs)} characters`);
    expect(secrets.size).toBeGreaterThan(10);
    expect(leaksIn(outputs, secrets)).toEqual([]);
  });

  test.each(Array.from({ length: sized(5) }, (_, at) => attackSeed() + at))(
    'shows neither secrets nor poison of a hostile server, with seed %i',
    async (seed) => {
      const { outputs, secrets, said, code } = await runHostile({ seed, what: WHAT, time: '20s' });
      told(JSON.stringify({ code, secrets: secrets.size, ...said, characters: sizeOf(outputs) }));
      expect([0, 1, 4]).toContain(code);
      expect(said.replies).toBeGreaterThan(100);
      expect(leaksIn(outputs, secrets)).toEqual([]);
      expect(poisonIn(outputs)).toEqual([]);
    },
  );

  test.each([
    ['drafts of a probe', probeHostile],
    ['an audit through its proxy', auditHostile],
  ])('shows no secret of a hostile server in %s', async (_, played) => {
    const { outputs, secrets, said, code } = await played(attackSeed());
    told(JSON.stringify({ code, secrets: secrets.size, ...said, characters: sizeOf(outputs) }));
    expect(said.replies).toBeGreaterThan(10);
    expect(leaksIn(outputs, secrets)).toEqual([]);
    expect(poisonIn(outputs)).toEqual([]);
  });
});

/** What an attack has come to is for whoever runs it. */
function told(words: string): void {
  process.stdout.write(`${words}\n`);
}

function sizeOf(outputs: readonly { readonly text: string }[]): number {
  return outputs.reduce((sum, { text }) => sum + text.length, 0);
}
