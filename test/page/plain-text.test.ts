import { expect, it } from 'vitest';
import { plainText } from '../../src/page/shared/plain-text.js';

it('writes out what nobody sees and what turns the direction of writing, and leaves all other writing as it is', () => {
  expect(plainText('\u202Elatot\u202C\u0007')).toBe(String.raw`\u202elatot\u202c\u0007`);
  expect(plainText('\u{E0041}x\ud800')).toBe(String.raw`\u{e0041}x\ud800`);
  for (const text of ['{\n\t"a": 1\n}', '21.5 °C · שלום', '<b>']) expect(plainText(text)).toBe(text);
});
