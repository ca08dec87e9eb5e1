// A rule is explained by what checks it and by a right and a wrong exchange, and the pages say what the command says.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { partsOf } from '../../../src/cli/explain/words.js';
import { explainedHere, pagesOf } from '../../../src/cli/explain/run.js';
import { FREE } from '../../../src/contract/rules/free.js';
import { type RuleId, ruleById, RULES } from '../../../src/contract/rules/catalogue.js';
import { conformHere } from '../command-line.js';

async function explained(id: RuleId) {
  const one = await explainedHere(ruleById(id), process.cwd());
  if (!one.ok) throw new Error(JSON.stringify(one.diagnostics));
  return one.value;
}

describe('conform explain', () => {
  test('says of a rule what it wants, what checks it, what is free, and how it looks kept and broken', async () => {
    const { out, code } = await conformHere('explain', 'refresh.min-interval');
    expect(code).toBe(0);
    expect(out).toContain('A second explicit refresh of the same device within three seconds is refused.');
    expect(out).toContain('refresh/min-interval:');
    expect(out).toContain('by the invariant refresh-spacing');
    expect(out).toContain(`free      ${FREE['refresh']}`);
    expect(out).toMatch(/A right exchange\n(?: .*\n)+\nA wrong one \(/);
    expect(out).toContain('A refresh of a device is legal from 3,000 ms after the last one');
    expect(out).toMatch(/See it: conform run --rule refresh\.min-interval --defect [\w-]+\n/);
  });

  test.each([
    [['explain', 'refresh.min-intervall'], 'Did you mean "refresh.min-interval"?'],
    [['explain'], 'which rule is to be explained?'],
  ])('refuses %j', async (words, message) => {
    const { err, code } = await conformHere(...words);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });

  test('shows for each rule for clients what one does about it, in three languages', async () => {
    const rules = RULES.filter(({ side }) => side === 'client');
    for (const rule of rules) expect(partsOf(rule).map(({ ending }) => ending)).toEqual(['js', 'py', 'go']);
    expect(partsOf(ruleById('auth.missing'))).toEqual([]);
    const { out } = await conformHere('explain', 'client.heartbeat');
    expect(out).toMatch(/in Node\n\/\/ .*\nasync function use\(socket\) \{\n {2}for /);
    expect(out).toMatch(/in Python\n# .*\nasync def use\(self, socket\):\n {4}tasks/);
    expect(out).toMatch(/in Go\n\/\/ .*\nfunc \(c \*client\) use\(open socket\) \{\n\tfor /);
  });

  test('has a word for each group of rules on what is free', () => {
    const groups = new Set(RULES.map(({ id }) => id.replace(/\..*/, '')));
    expect(Object.keys(FREE).toSorted()).toEqual([...groups].toSorted());
  });
});

describe('the pages of rules', () => {
  const page = (group = ''): string => readFileSync(`docs/rules/${group}.md`, 'utf8');

  test('have a section for each rule', () => {
    for (const { id } of RULES) expect(page(id.split('.')[0])).toContain(`\n## ${id}\n`);
  });

  test('are one for each group', async () => {
    const all = [await explained('auth.missing'), await explained('version.in-path')];
    const pages = pagesOf(all);
    expect([...pages.keys()]).toEqual(['auth.md', 'version.md']);
    expect(pages.get('auth.md')).toMatch(
      /## auth\.missing\n(?:.*\n)+A right exchange:\n(?:.*\n)+A wrong one/,
    );
  });
});
