import { expect, it } from 'vitest';
import { ofRecentTexts } from '../../src/kernel/recent-texts.js';

it('makes the same of a text again without making it, and never gives what belongs to another', () => {
  const asked: string[] = [];
  const upper = ofRecentTexts((text) => {
    asked.push(text);
    return text.toUpperCase();
  });
  // `ab` and `cd` have one length, and so one place.
  const texts = ['ab', 'ab', 'cd', 'ab', 'x', 'ab', ''];
  expect(texts.map((text) => upper(text))).toEqual(texts.map((text) => text.toUpperCase()));
  expect(asked).toEqual(['ab', 'cd', 'ab', 'x', '']);
});
