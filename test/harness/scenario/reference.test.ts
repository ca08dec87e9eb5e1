// How references are written, and what becomes of them.
import { describe, expect, it } from 'vitest';
import { follow, referencesOf, resolveReferences } from '../../../src/harness/scenario/language/reference.js';

const values: Record<string, unknown> = {
  first: { command: { commandId: 'c-1' }, took: 12, headers: { 'retry-after': '3' } },
};
const resolve = (value: unknown): ReturnType<typeof resolveReferences> =>
  resolveReferences(value, ({ root, path }) => follow(values[root], path));

describe('a reference', () => {
  it('keeps the type of what it stands for when it is the whole value', () => {
    expect(resolve('$first.took')).toEqual({ value: 12, missing: [] });
    expect(resolve('${first.took}').value).toBe(12);
    expect(resolve('$first.headers.retry-after').value).toBe('3');
  });

  it('becomes text inside of a text', () => {
    expect(resolve('/commands/${first.command.commandId}?took=${first.took}').value).toBe(
      '/commands/c-1?took=12',
    );
  });

  it('is found anywhere in a value', () => {
    expect(resolve({ a: ['$first.took', { b: '$first.command' }] }).value).toEqual({
      a: [12, { b: { commandId: 'c-1' } }],
    });
    expect([...referencesOf({ a: ['$first.took'], b: 'x ${first.command}' })]).toEqual([
      { path: ['a', '0'], reference: { root: 'first', path: ['took'], text: 'first.took' } },
      { path: ['b'], reference: { root: 'first', path: ['command'], text: 'first.command' } },
    ]);
  });

  it('that leads nowhere is told', () => {
    expect(resolve('$first.command.nothing').missing).toEqual(['$first.command.nothing']);
    expect(resolve('$nobody').missing).toEqual(['$nobody']);
  });

  it('is none when the dollar sign is doubled, or stands inside without braces', () => {
    expect(resolve('$$first.took')).toEqual({ value: '$first.took', missing: [] });
    expect(resolve('costs $first.took')).toEqual({ value: 'costs $first.took', missing: [] });
  });

  it('knows the length of a list', () => {
    expect(follow({ list: [1, 2] }, ['list', 'length'])).toBe(2);
  });

  it('does not reach into what objects inherit', () => {
    expect(follow({}, ['constructor', 'name'])).toBeUndefined();
  });
});
