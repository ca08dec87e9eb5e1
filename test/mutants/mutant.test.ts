// Mutants keep their names while code around them changes.
import { describe, expect, it } from 'vitest';
import { instrument } from '../../proof/mutants/instrument.js';
import { identified } from '../../proof/mutants/mutant.js';

const ONE = { key: '0', file: 'service/a.ts', mutator: 'EqualityOperator', from: 'a < b', to: 'a <= b' };

const idsOf = async (code: string): Promise<string[]> =>
  (await instrument([{ path: 'service/a.ts', code }])).mutants.map(({ id }) => id);

describe('the name of a mutant', () => {
  it('has the file, the mutator and a digest of the change', () => {
    expect(identified([ONE]).map(({ id }) => id)).toEqual([
      expect.stringMatching(/^service\/a\.ts EqualityOperator [0-9a-f]{8}$/),
    ]);
  });

  it('does not depend on the layout of the code', () => {
    const [plain] = identified([ONE]);
    const [other] = identified([{ ...ONE, from: 'a  <\n    b', key: '7' }]);
    expect(other?.id).toBe(plain?.id);
  });

  it('tells apart the second of its like', () => {
    const [first, second] = identified([ONE, { ...ONE, key: '1' }]);
    expect(second?.id).toBe(`${first?.id} 2`);
  });

  it('is another one for another change of the same code', () => {
    const [first, second] = identified([ONE, { ...ONE, to: 'a >= b' }]);
    expect(second?.id).not.toBe(first?.id);
  });

  it('is another one in another file', () => {
    const [first, second] = identified([ONE, { ...ONE, file: 'service/b.ts' }]);
    expect(second?.id).not.toBe(first?.id);
  });

  it('stays when lines are put above the code', async () => {
    const code = 'export const f = (a, b) => a < b;\n';
    const before = await idsOf(code);
    const after = await idsOf(`// One\nexport const other = 1;\n\n${code}`);
    expect(before.length).toBeGreaterThan(3);
    expect(after).toEqual(expect.arrayContaining(before));
  });

  it('stays when something deep inside of a long block changes', async () => {
    const block = (last: string): string =>
      `export function f(a) {\n${'  a.go();\n'.repeat(40)}  ${last}\n}\n`;
    const idOfBlock = async (code: string): Promise<string | undefined> =>
      (await idsOf(code)).find((id) => id.includes('BlockStatement'));
    expect(await idOfBlock(block('a.stop();'))).toBe(await idOfBlock(block('a.halt();')));
  });
});

describe('instrumented code', () => {
  it('does what was written while no mutant is on, and what the mutant says while it is', async () => {
    const { files, mutants } = await instrument([
      { path: 'service/a.ts', code: 'export const isLess = (a, b) => a < b;\n' },
    ]);
    const { turnOn } = await import('../../proof/mutants/switches.js');
    const url = `data:text/javascript,${encodeURIComponent(files[0]?.code ?? '')}`;
    const { isLess } = (await import(/* @vite-ignore */ url)) as { isLess(a: number, b: number): boolean };
    const mutant = mutants.find(({ to }) => to === 'a >= b');
    expect(isLess(1, 2)).toBe(true);
    turnOn(mutant?.key);
    expect(isLess(1, 2)).toBe(false);
    turnOn(undefined);
    expect(isLess(1, 2)).toBe(true);
  });
});
