// Trials of the judge of clients: each defect has to be found under its rule, and nothing may be said against the good
// client and the variants.
import type { ClientRuleId } from '../../src/contract/rules/client.js';
import { createRandom } from '../../src/kernel/random.js';
import { GOOD } from './client-under-test.js';
import type { Defect, Variant } from './defect.js';
import { CLIENT_DEFECTS } from './defects/registry.js';
import { daysFor, live, type Stage } from './try-client.js';
import { CLIENT_VARIANTS } from './variants/registry.js';

export interface Trial {
  readonly kind: 'defect' | 'variant';
  readonly id: string;
  readonly seed: number;
}

export interface Tried {
  readonly trial: Trial;
  /** What is wrong with the judge, in words; empty when nothing is. */
  readonly wrong: readonly string[];
  /** Of a client that is right: p of each experiment, drawn within its step, so that each value is as likely. */
  readonly drawn?: readonly number[];
}

const DEFECT_SEEDS = [1, 2];
const VARIANT_SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const MOST_SEED = 1_000_000;

const GOOD_CLIENT: Variant = { id: 'good', summary: 'the good client', differ: GOOD };

export function allTrials(): readonly Trial[] {
  const variants = [GOOD_CLIENT, ...CLIENT_VARIANTS];
  return [
    ...CLIENT_DEFECTS.flatMap(({ id }) => DEFECT_SEEDS.map((seed): Trial => ({ kind: 'defect', id, seed }))),
    ...variants.flatMap(({ id }) => VARIANT_SEEDS.map((seed): Trial => ({ kind: 'variant', id, seed }))),
  ];
}

export async function tryOut(stage: Stage, trial: Trial): Promise<Tried> {
  const { kind, id, seed } = trial;
  if (kind === 'variant') {
    const variant = [GOOD_CLIENT, ...CLIENT_VARIANTS].find((each) => each.id === id);
    return variant ? tryVariant(stage, variant, trial) : { trial, wrong: [`there is no variant ${id}`] };
  }
  const defect = CLIENT_DEFECTS.find((each) => each.id === id);
  return { trial, wrong: defect ? await tryDefect(stage, defect, seed) : [`there is no defect ${id}`] };
}

async function tryVariant(
  stage: Stage,
  { id, differ, instances = 1 }: Variant,
  trial: Trial,
): Promise<Tried> {
  const chance = createRandom(trial.seed).stream(id);
  // A seed of its own: variants that differ in nothing that a day shows would count the same draws again.
  const seed = chance.integer(1, MOST_SEED);
  const { rulings, chances, bugs } = await live(stage, { differ, seed, instances });
  const drawn = chances
    .filter(({ best }) => best < 1)
    .map(({ p, above }) => above + chance.fraction() * (p - above));
  return { trial, wrong: [...bugs.map((bug) => `threw ${String(bug)}`), ...blamed(rulings, [])], drawn };
}

async function tryDefect(stage: Stage, defect: Defect, seed: number): Promise<string[]> {
  const { rule, also = [], differ, instances = 1 } = defect;
  const days = defect.days ?? daysFor(rule, stage.days);
  const { rulings } = await live(stage, { differ, seed, instances, days });
  const found = rulings.get(rule);
  const missed = found?.kind === 'broken' ? [] : [`${rule} is ${JSON.stringify(found).slice(0, 300)}`];
  return [...missed, ...blamed(rulings, [rule, ...also])];
}

function blamed(
  rulings: Awaited<ReturnType<typeof live>>['rulings'],
  expected: readonly ClientRuleId[],
): string[] {
  return [...rulings].flatMap(([rule, ruling]) => {
    if (ruling.kind !== 'broken' || expected.includes(rule)) return [];
    const [first] = ruling.breaches;
    return [
      `${rule} is said to be broken on the day ${first?.day}: ${first?.done} (${ruling.breaches.length} times)`,
    ];
  });
}
