// A verdict that was told while the run went on, and is another one at its end.
import { expect, it } from 'vitest';
import type { Progress } from '../../../../src/harness/run/run-options.js';
import { withRevisions } from '../../../../src/harness/run/causes/first-causes.js';
import { check } from '../../../report/run-results.js';

it('says so in its reason and as progress, and leaves all others as they are', () => {
  const told: Progress[] = [];
  const onProgress = (progress: Progress): void => void told.push(progress);
  const same = check('a/same', { verdict: 'fail' });
  const before = check('a/b', { verdict: 'fail' });
  const after = { ...before, verdict: 'inconclusive' as const, reason: 'see target/causes' };
  const [first, second] = withRevisions([same, after], [same, before], onProgress);
  expect(first).toBe(same);
  expect(second?.reason).toBe('see target/causes; while the run went on, its verdict was fail');
  expect(told).toEqual([{ kind: 'verdict-revised', result: second, from: 'fail' }]);
});
