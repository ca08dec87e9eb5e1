import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseIdTemplate } from '../../../src/simulator/fleet/fleet-spec.js';

function idsOf(text: string): string[] | undefined {
  const template = parseIdTemplate(text);
  return template && Array.from({ length: template.count }, (_, place) => template.at(place));
}

describe('an id template', () => {
  it.each([
    ['bench-1', ['bench-1']],
    ['d-{1..3}', ['d-1', 'd-2', 'd-3']],
    ['d-{08..11}-x', ['d-08-x', 'd-09-x', 'd-10-x', 'd-11-x']],
    ['{9..10}', ['9', '10']],
    ['{000..001}', ['000', '001']],
    ['{5..5}', ['5']],
  ])('%s stands for %j', (text, expected) => {
    expect(idsOf(text)).toEqual(expected);
  });

  it.each(['d-{3..1}', 'd-{1..}', 'd-{a..b}', 'd-{1..2}-{1..2}', 'd-{1,2}', 'd-}', '{1..9999999999}'])(
    'is not %s',
    (text) => {
      expect(parseIdTemplate(text)).toBeUndefined();
    },
  );

  it('finds each of its ids, and no other', () => {
    const texts = fc.constantFrom('p-{0001..5000}', 'p-{1..5000}', 'p-{7..1200}x', '{00..20}');
    fc.assert(
      fc.property(texts, fc.nat(), (text, random) => {
        const template = parseIdTemplate(text)!;
        const place = random % template.count;
        expect(template.placeOf(template.at(place))).toBe(place);
      }),
    );
    const template = parseIdTemplate('p-{0001..5000}')!;
    for (const id of ['p-1', 'p-0000', 'p-5001', 'p-00001', 'p-', 'q-0001', 'p-0001x', 'p-1e3', 'p- 001']) {
      expect(template.placeOf(id)).toBeUndefined();
    }
  });
});
