// The guard over the ways out of the program, shown a violation of each kind and its lawful neighbour.
import { describe, expect, test } from 'vitest';
import { said } from './finding.js';
import { oneWriter } from './one-writer.js';

const inCli = (source: string): readonly string[] => said(oneWriter, 'src/cli/x.ts', source);

describe('the guard over the ways out of the program', () => {
  test.each([
    [`process.stdout.write('x');`, 'writes to a stream of the process'],
    [`const err = process['stderr'];`, 'writes to a stream of the process'],
    [`const { stdout } = process;`, 'writes to a stream of the process'],
    [`import { stdout } from 'node:process';`, 'writes to a stream of the process'],
    [`console.log('x');`, 'prints to the console'],
    [`const { log } = console;`, 'prints to the console'],
    [`import { writeFileSync } from 'node:fs';`, 'writes a file'],
    [`import { appendFile } from 'node:fs/promises';`, 'writes a file'],
    [`import { createWriteStream as open } from 'fs';`, 'writes a file'],
    [`import { mkdirSync } from 'node:fs';`, 'makes a folder'],
    [`import { mkdir as make } from 'node:fs/promises';`, 'makes a folder'],
    [`const text = 'x' as SafeText;`, 'calls a text safe'],
    [`io.out.disclose('x');`, 'shows secrets on purpose'],
  ])('objects to %s', (source, what) => {
    const [first, ...rest] = inCli(source);
    expect(first).toContain(`src/cli/x.ts:1: ${what}. `);
    expect(rest).toEqual([]);
  });

  test.each([
    `io.out.write('x');`,
    `import { readFileSync, mkdtempSync } from 'node:fs';`,
    `const text: SafeText = safeText('x', 'text', secrets);`,
    `const code = process.exitCode;`,
    `process.stdin.on('data', read);`,
  ])('lets pass %s', (source) => expect(inCli(source)).toEqual([]));

  test('objects to each thing that an import of all of fs can do', () => {
    expect(inCli(`import * as fs from 'node:fs';`)).toHaveLength(2);
  });

  test('lets the two files pass that are the ways out', () => {
    expect(said(oneWriter, 'src/cli/io.ts', 'process.stdout.write(text);')).toEqual([]);
    expect(said(oneWriter, 'src/cli/files.ts', `import { writeFile } from 'node:fs/promises';`)).toEqual([]);
  });
});
