import { expect, it } from 'vitest';
import { keptDraft } from '../../src/probe/draft/kept-draft.js';

const TEXT = `jogBody:
  durationMs: $duration:ms # open: nothing of it was seen
jogParams:
  index: $index # likely: named so
  durationMs: $duration:ms # open: nothing of it was seen
baudRateParams:
  baud: $baudRate
`;

it('is open where a draft has guessed all of a shape, and not where somebody has written it', () => {
  const draft = keptDraft(TEXT);
  expect((['jogBody', 'jogParams', 'baudRateParams'] as const).map(draft.isOpen)).toEqual([
    true,
    false,
    false,
  ]);
});

it('writes a shape with what proves it, and leaves the others', () => {
  const draft = keptDraft(TEXT);
  draft.put('jogBody', { pulse: '$duration:s' }, 'proven', 'it was seen');
  draft.prove('jogParams', 'index', 'its command says so');
  draft.prove('baudRateParams', 'baudRate', 'it was seen');
  expect(draft.text()).toBe(`jogBody:
  pulse: $duration:s # proven: it was seen
jogParams:
  index: $index # proven: its command says so
  durationMs: $duration:ms # open: nothing of it was seen
baudRateParams:
  baud: $baudRate
`);
});
