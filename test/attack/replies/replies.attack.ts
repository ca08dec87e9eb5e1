// A target that answers wrongly in one place, drawn at random: whatever it is, the run ends, and not by a fault of ours.
import { appendFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createRandom } from '../../../src/kernel/random.js';
import { attackSeed, sized } from '../size.js';
import { drawMutation, inWords } from './mutation.js';
import { type MutatedRun, runMutated } from './run-mutated.js';

const MUTATIONS = 400;

test('no answer ends a run otherwise than with a verdict', async () => {
  const seed = attackSeed();
  const random = createRandom(seed).stream('replies');
  const ends = new Map<string, number>();
  const bad: string[] = [];
  for (let at = 0; at < sized(MUTATIONS); at++) {
    const mutation = drawMutation(random);
    const ended = await runMutated(mutation, seed);
    const kind = kindOf(ended);
    ends.set(kind, (ends.get(kind) ?? 0) + 1);
    const line = lineOf(at, inWords(mutation), kind, ended);
    if (process.env['ATTACK_LOG']) appendFileSync(process.env['ATTACK_LOG'], `${line}\n`);
    if (['thrown', 'error', 'profile'].includes(kind)) bad.push(line);
  }
  process.stdout.write(`${[...ends].map(([kind, count]) => `${kind}: ${count}`).join(', ')}\n`);
  expect(bad).toEqual([]);
});

function kindOf({ kind, seen, rules }: MutatedRun): string {
  if (seen.hits === 0 && kind === 'passed') return 'not met';
  return kind === 'passed' && rules.length > 0 ? 'warned' : kind;
}

function lineOf(
  at: number,
  what: string,
  kind: string,
  { seen, rules, told, took, checks }: MutatedRun,
): string {
  const named = rules.slice(0, 6).map(([rule, count]) => `${rule} ${count}`);
  const count = (verdict: string): number => checks.filter((each) => each.verdict === verdict).length;
  const undecided = `inc ${count('inconclusive')}`;
  const where = seen.field === undefined ? '' : ` [${seen.field}]`;
  const errors = checks
    .filter(({ verdict }) => verdict === 'error')
    .map(({ id, reason }) => `${id} ${reason}`);
  return [
    at,
    `${what}${where}`,
    kind,
    `${took}s`,
    named.join(', '),
    undecided,
    kind === 'broken' ? '' : told,
    ...errors.slice(0, 1),
  ].join(' | ');
}
