import { h, options } from 'preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { showPlainText } from '../../src/page/shared/plain-text.js';

const before = options.vnode;
beforeEach(showPlainText);
afterEach(() => {
  if (before) options.vnode = before;
  else delete options.vnode;
});

it('writes out what nobody sees and what turns the direction of writing, and leaves all other writing as it is', () => {
  const shown = (text: string) => h('p', { title: text }, text, [text]).props;
  const odd = String.raw`\u202elatot\u202c\x07`;
  expect(shown('\u202Elatot\u202C\u0007')).toEqual({ title: odd, children: [odd, [odd]] });
  expect(shown('\u{E0041}x\ud800').title).toBe(String.raw`\u{e0041}x\ud800`);
  for (const text of ['{\n\t"a": 1\n}', '21.5 °C · שלום', '<b>'])
    expect(shown(text)).toEqual({ title: text, children: [text, [text]] });
});
