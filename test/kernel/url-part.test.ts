import { expect, test } from 'vitest';
import { urlPart } from '../../src/kernel/url-part.js';

test('any text is a part of a URL', () => {
  expect(urlPart('a/b?c=d é')).toBe('a%2Fb%3Fc%3Dd%20%C3%A9');
  expect(urlPart('x\ud800')).toBe('x%EF%BF%BD');
});
