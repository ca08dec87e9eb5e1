// Holds the registry, the tests and the docs to each other: a fault that nobody sees from outside is not done.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isRuleId } from '../../../src/contract/rules/catalogue.js';
import { FAULT_GROUPS } from '../../../src/simulator/faults/fault.js';
import { FAULT_TYPES, faultType } from '../../../src/simulator/faults/registry.js';

const docs = readFileSync('docs/faults.md', 'utf8')
  .split('\n')
  .map((line) => line.replace(/\s+/g, ' ').trim());

describe.each(FAULT_TYPES)('the fault $type', (fault) => {
  test('has a test of its own', () => {
    expect(existsSync(`test/simulator/faults/${fault.group}/${fault.type}.test.ts`)).toBe(true);
  });

  test('is described in one sentence', () => {
    expect(fault.summary).toMatch(/^[A-Z].*[^.]\.$/);
    expect(fault.summary.length).toBeLessThan(110);
    expect(fault.type).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  test('says why it keeps to the interface, or which rules it breaks', () => {
    const { legality } = fault;
    expect(legality.because).toMatch(/\.$/);
    expect(legality.legal || legality.breaks.length > 0).toBe(true);
    const cited = [...legality.because.matchAll(/\(([a-z0-9-]+\.[a-z0-9-]+)\)/g)].map(([, id]) => id ?? '');
    expect(cited.filter((id) => !isRuleId(id))).toEqual([]);
  });
});

test('types are unique, and found by their name', () => {
  expect(new Set(FAULT_TYPES.map(({ type }) => type)).size).toBe(FAULT_TYPES.length);
  expect(faultType('offline')?.group).toBe('device');
  expect(faultType('nothing')).toBeUndefined();
});

test('every group has its faults', () => {
  expect(new Set(FAULT_TYPES.map(({ group }) => group))).toEqual(new Set(FAULT_GROUPS));
});

test('the docs list the plans that come with the program', () => {
  for (const file of readdirSync('fixtures/faults')) {
    const about = /^about: (.*)$/m.exec(readFileSync(`fixtures/faults/${file}`, 'utf8'))?.[1] ?? 'nothing';
    expect(docs).toContain(`- \`${file}\`: ${about}`);
  }
});
