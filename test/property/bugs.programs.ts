// Bugs that only some histories, races or cuts bring to light: random programs find each of them, shrink it to a
// few operations and name its rule.
import { describe, expect, it } from 'vitest';
import { allDefects } from '../../src/simulator/defects/registry.js';
import { executorWith, searchWith } from './executor.js';

/** What else would be right to say: overlap is overlap, whichever of the two operations is named. */
const AS_RIGHT: Readonly<Record<string, readonly string[]>> = {
  'lane-freed-early': ['busy.one-at-a-time'],
};

const SUBTLE = [
  'key-forgotten-after-fifteen-seconds',
  'timeout-runs-again',
  'racing-repeats-run',
  'cut-command-runs-again',
  'budget-shared-one-way',
  'budget-extended-by-rejections',
  'lane-freed-early',
  'lane-leaked-by-lost-connection',
  'busy-runs-later-on-websocket',
  'event-lost-in-burst',
  'events-to-first-connection',
  'changes-pile-up',
  'last-event-replayed',
  'peripherals-of-before',
  'replies-swapped-under-load',
  'status-turns-after-next-command',
];

/** In ms. */
const LONGEST = 60_000;

const sizes = new Map<string, number>();

describe('a simulator with a subtle bug', () => {
  it.each(SUBTLE)('%s is found within a minute, and named', async (id) => {
    const rule = allDefects().find((each) => each.id === id)?.rule;
    expect(rule).toBeDefined();
    const right = [rule, ...(AS_RIGHT[id] ?? [])];
    const began = performance.now();
    const { counterexamples, programs } = await searchWith(await executorWith({ defect: id }), {
      runs: 5000,
      enough: ({ finding, standing }) => standing.kind === 'confirmed' && right.includes(finding.rule),
    });
    const took = performance.now() - began;
    const found = counterexamples.find(({ finding }) => right.includes(finding.rule));
    expect(found?.standing).toMatchObject({ kind: 'confirmed' });
    sizes.set(id, found?.program.operations ?? 0);
    process.stdout.write(
      `${id}: ${found?.finding.rule}, ${(took / 1000).toFixed(1)} s, ${programs} programs, ${found?.program.operations} operations\n`,
    );
    expect(took).toBeLessThan(LONGEST);
  });

  it('shows in five operations at most, on average', () => {
    const all = [...sizes.values()];
    const mean = all.reduce((sum, each) => sum + each, 0) / all.length;
    process.stdout.write(
      `${all.length} of ${SUBTLE.length} bugs, ${mean.toFixed(1)} operations on average\n`,
    );
    expect(mean).toBeLessThanOrEqual(5);
  });
});
