// All pages of rules say what `conform explain --out docs/rules` writes.
import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { explainedHere, pagesOf } from '../../../src/cli/explain/run.js';
import type { ExplainedRule } from '../../../src/lab/explain/explain-rule.js';
import { RULES } from '../../../src/contract/rules/catalogue.js';

test('the pages of rules are those that the command writes', async () => {
  const all: ExplainedRule[] = [];
  for (const rule of RULES) {
    const one = await explainedHere(rule, process.cwd());
    if (!one.ok) throw new Error(JSON.stringify(one.diagnostics));
    all.push(one.value);
  }
  const pages = pagesOf(all);
  expect(readdirSync('docs/rules').toSorted()).toEqual([...pages.keys()].toSorted());
  for (const [name, text] of pages) expect(readFileSync(`docs/rules/${name}`, 'utf8')).toBe(text);
  expect(all.filter(({ wrong, right }) => wrong && right).length).toBeGreaterThan(80);
});
