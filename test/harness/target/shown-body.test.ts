// What the record of a REST reply keeps of its body.
import { expect, test } from 'vitest';
import { shownBody } from '../../../src/harness/target/driver/driver.js';

const LONG = 'x'.repeat(70_000);

test.each([
  ['an object', '{"a":1}', { a: 1 }, { a: 1 }],
  ['a long list', JSON.stringify([LONG]), [LONG], [LONG]],
  ['nothing, in JSON', 'null', null, null],
  ['a text that is no JSON', '<html>', undefined, '<html>'],
  ['a long text that is no JSON', LONG, undefined, `${LONG.slice(0, 65_536)}… (70000 characters)`],
])('of %s it is what can be judged', (_, text, parsed, shown) => {
  expect(shownBody(text, parsed)).toEqual(shown);
});
