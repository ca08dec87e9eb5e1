// The guard over names of verbs, shown a violation of each kind and its lawful neighbour.
import { describe, expect, test } from 'vitest';
import { said } from './finding.js';
import { noVerbNames } from './verb-names.js';

const guard = noVerbNames(['refresh', 'setRelays', 'wait']);
const inRun = (source: string): readonly string[] => said(guard, 'src/harness/run/x.ts', source);

describe('the guard over names of verbs', () => {
  test.each([
    [`const WORK = new Set(['refresh', 'setRelays']);`, 'lists the verbs refresh, setRelays'],
    [`const idle = 'wait' in step;`, 'asks whether a step is a wait'],
    [`const inner = step['refresh'];`, 'reads the key of the verb refresh'],
    [`const is = step.verb.name === 'refresh';`, 'compares a verb with refresh'],
    [`if ('wait' !== verb) go();`, 'compares a verb with wait'],
  ])('objects to %s', (source, what) => {
    const [first, ...rest] = inRun(source);
    expect(first).toContain(`src/harness/run/x.ts:1: ${what}. `);
    expect(rest).toEqual([]);
  });

  test.each([
    `const step = { refresh: 'plant' };`,
    `const kinds = ['refresh', 'other'];`,
    `const is = call.name === 'refresh';`,
    `const field = step['relays'];`,
    'const is = step.verb.refreshes;',
  ])('takes %s', (source) => expect(inRun(source)).toEqual([]));

  test('leaves the verbs themselves alone, and other areas', () => {
    for (const path of ['src/harness/scenario/verbs/x.ts', 'src/simulator/x.ts'])
      expect(said(guard, path, `const idle = 'wait' in step;`)).toEqual([]);
  });
});
